/** Time as a run sees it: handed in, so that a test can let minutes pass in no time. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Milliseconds since 1970, as the machine had them when this program began; they go on as `now` does. */
  readonly date: () => number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  // A clock of the machine that is set in the middle of a run changes no wait.
  date: () => performance.timeOrigin + performance.now(),
  // That of node:timers makes an error of every sleep that is cut short, and each request has one.
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, 2 ** 31 - 1));
      signal?.addEventListener('abort', end);
    }),
};
