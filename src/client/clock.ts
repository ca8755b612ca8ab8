import { setTimeout as sleep } from 'node:timers/promises';

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
  // Node rejects once the signal aborts.
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/**
 * Returns a clock that stands still while anything runs. Once everything waits, it jumps to the next wake-up, so that
 * minutes pass instantly. It works within one process only.
 * @param epoch its date at the beginning, in Unix milliseconds
 */
export function virtualClock(epoch = Date.parse('2026-11-01T12:00:00Z')): Clock {
  /** The times to wake sleepers, by the functions that do it. */
  const sleepers = new Map<() => void, number>();
  let [now, isTurning] = [0, false];
  /** Advances the clock in a later turn of the event loop, after all work that needs no time. */
  const turn = (): void => {
    // Among equals the first one that slept, since a map keeps that order.
    const [next] = [...sleepers].toSorted(([, one], [, other]) => one - other);
    isTurning = next !== undefined;
    if (next === undefined) return;
    const [wake, at] = next;
    now = Math.max(now, at);
    wake();
    setImmediate(turn);
  };
  return {
    now: () => now,
    date: () => epoch + now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(wake);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        if (signal?.aborted === true) return wake();
        sleepers.set(wake, now + Math.max(0, ms));
        signal?.addEventListener('abort', wake);
        if (!isTurning) setImmediate(turn);
        isTurning = true;
      }),
  };
}
