import { setTimeout as passed } from 'node:timers/promises';

/** Time source of a run, injected so that tests can skip minutes. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Unix milliseconds: the machine's time when the program started, advanced by `now`. */
  readonly date: () => number;
  /** Resolves after a number of milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  // Setting the machine's clock during a run changes no wait.
  date: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    passed(ms, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    }),
};
