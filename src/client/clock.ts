/** Time source of a run, injected so that tests can skip minutes. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Unix milliseconds: the machine's time when the program started, advanced by `now`. */
  readonly date: () => number;
  /** Resolves after a number of milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Returns a `sleep` made of a function that does some work later, and returns one that cancels it. */
export const sleepingBy =
  (after: (ms: number, work: () => void) => () => void): Clock['sleep'] =>
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

export const systemClock: Clock = {
  now: () => performance.now(),
  // Setting the machine's clock during a run changes no wait.
  date: () => performance.timeOrigin + performance.now(),
  sleep: sleepingBy((ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  }),
};
