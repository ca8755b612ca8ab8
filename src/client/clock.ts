/** Time as a run sees it: handed in, so that a test can let minutes pass in no time. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Milliseconds since 1970, as the machine had them when this program began; they go on as `now` does. */
  readonly date: () => number;
  /** Calls a function after so many milliseconds, unless the one that is returned is called before. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Resolves after so many milliseconds, or as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Makes `sleep` of `after`. That of node:timers makes an error of every sleep that is cut short. */
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
  // A clock of the machine that is set in the middle of a run changes no wait.
  date: () => performance.timeOrigin + performance.now(),
  after,
  sleep: sleepingBy(after),
};
