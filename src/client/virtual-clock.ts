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
  #isPumping = false;

  /** @param epoch its date at the beginning, in Unix milliseconds */
  constructor(epoch = Date.parse('2026-11-01T12:00:00Z')) {
    this.#epoch = epoch;
  }

  now = (): number => this.#now;

  date = (): number => this.#epoch + this.#now;

  after = (ms: number, work: () => void): (() => void) => {
    const sleeper: Sleeper = { at: this.#now + Math.max(0, ms), wake: work };
    this.#sleepers.add(sleeper);
    this.#pump();
    return () => this.#sleepers.delete(sleeper);
  };

  sleep = sleepingBy(this.after);

  /**
   * Returns the first sleeper due. Among equals it is the one that slept first, since a set keeps that order.
   */
  #next(): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const one of this.#sleepers) if (first === undefined || one.at < first.at) first = one;
    return first;
  }

  /** Advances the clock in a later turn of the event loop, after all work that needs no time. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    const turn = (): void => {
      const next = this.#next();
      if (next === undefined) {
        this.#isPumping = false;
        return;
      }
      this.#sleepers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      setImmediate(turn);
    };
    setImmediate(turn);
  }
}
