import type { Clock } from '../../src/client/clock.ts';
import { sleepingBy } from '../../src/client/clock.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/**
 * A clock that moves only when told to. Time-outs over real connections need it, because a virtual clock
 * would outrun them.
 */
export class HandClock implements Clock {
  #now = 0;
  readonly #sleepers = new Set<Sleeper>();

  now = (): number => this.#now;

  date = (): number => Date.parse('2026-11-01T12:00:00Z') + this.#now;

  after = (ms: number, work: () => void): (() => void) => {
    const sleeper = { until: this.#now + ms, wake: work };
    this.#sleepers.add(sleeper);
    return () => this.#sleepers.delete(sleeper);
  };

  sleep = sleepingBy(this.after);

  /** Lets some milliseconds pass and wakes all sleepers that are due. */
  pass(ms: number): void {
    this.#now += ms;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
