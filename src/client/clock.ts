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
 * A clock that stands still while anything runs. Once everything waits, it jumps to the next wake-up, so that
 * minutes pass instantly. It works within one process only.
 */
export class VirtualClock implements Clock {
  readonly #epoch: number;
  #now = 0;
  /** The times to wake sleepers, by the functions that do it. */
  readonly #sleepers = new Map<() => void, number>();
  #isTurning = false;

  /** @param epoch its date at the beginning, in Unix milliseconds */
  constructor(epoch = Date.parse('2026-11-01T12:00:00Z')) {
    this.#epoch = epoch;
  }

  now = (): number => this.#now;

  date = (): number => this.#epoch + this.#now;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      if (signal?.aborted === true) return wake();
      this.#sleepers.set(wake, this.#now + Math.max(0, ms));
      signal?.addEventListener('abort', wake);
      if (!this.#isTurning) setImmediate(this.#turn);
      this.#isTurning = true;
    });

  /** Advances the clock in a later turn of the event loop, after all work that needs no time. */
  #turn = (): void => {
    // Among equals the first one that slept, since a map keeps that order.
    const [next] = [...this.#sleepers].toSorted(([, one], [, other]) => one - other);
    this.#isTurning = next !== undefined;
    if (next === undefined) return;
    const [wake, at] = next;
    this.#now = Math.max(this.#now, at);
    wake();
    setImmediate(this.#turn);
  };
}
