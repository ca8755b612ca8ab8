/** Time source of a run, injected so that tests can skip minutes. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Unix milliseconds: the machine's time when the program started, advanced by `now`. */
  readonly date: () => number;
  /** Calls a function after a number of milliseconds. Returns the function that cancels the call. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Resolves after a number of milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Builds `sleep` from `after`. The one of node:timers creates an error for every aborted sleep. */
export const sleepingBy =
  (after: Clock['after']): Clock['sleep'] =>
  (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const end = (): void => {
        cancel();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const cancel = after(ms, end);
      signal?.addEventListener('abort', end);
    });

const after: Clock['after'] = (ms, work) => {
  const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1));
  return () => clearTimeout(timer);
};

export const systemClock: Clock = {
  now: () => performance.now(),
  // Setting the machine's clock during a run changes no wait.
  date: () => performance.timeOrigin + performance.now(),
  after,
  sleep: sleepingBy(after),
};
