import { setTimeout as delay } from 'node:timers/promises';

/** Time as a run sees it: handed in, so that a test can let minutes pass in no time. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. Keeps no process alive. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: (ms, signal) =>
    delay(Math.min(ms, 2 ** 31 - 1), undefined, signal === undefined ? {} : { signal }).catch(
      () => undefined,
    ),
};
