import { type Clock, sleepingBy } from './clock.ts';

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
