import { type Clock, sleepingBy } from '../../src/client/clock.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that goes on only where it is told to: for time-outs over a real connection, which a virtual one would outrun. */
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

  /** Lets so many milliseconds pass, and whoever waits no longer than that go on. */
  pass(ms: number): void {
    this.#now += ms;
    for (const sleeper of this.#sleepers) {
      if (sleeper.until > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
