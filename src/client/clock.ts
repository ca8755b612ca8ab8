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
const sleepingBy =
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

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A clock that stands still while anything runs. Once everything waits, it jumps to the next wake-up, so that
 * minutes pass instantly. It works within one process only.
 */
export class VirtualClock implements Clock {
  readonly #epoch: number;
  #now = 0;
  readonly #sleepers = new Set<Sleeper>();
  #isTurning = false;

  /** @param epoch its date at the beginning, in Unix milliseconds */
  constructor(epoch = Date.parse('2026-11-01T12:00:00Z')) {
    this.#epoch = epoch;
  }

  now = (): number => this.#now;

  date = (): number => this.#epoch + this.#now;

  after = (ms: number, wake: () => void): (() => void) => {
    const sleeper = { at: this.#now + Math.max(0, ms), wake };
    this.#sleepers.add(sleeper);
    if (!this.#isTurning) setImmediate(this.#turn);
    this.#isTurning = true;
    return () => this.#sleepers.delete(sleeper);
  };

  sleep = sleepingBy(this.after);

  /** Advances the clock in a later turn of the event loop, after all work that needs no time. */
  #turn = (): void => {
    let next: Sleeper | undefined;
    // Among equals the first one that slept, since a set keeps that order.
    for (const one of this.#sleepers) if (next === undefined || one.at < next.at) next = one;
    this.#isTurning = next !== undefined;
    if (next === undefined) return;
    this.#sleepers.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.wake();
    setImmediate(this.#turn);
  };
}
