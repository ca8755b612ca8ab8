import type { Clock } from '../client/clock.ts';
import type { Throttle } from '../client/throttle.ts';
import type { Ledger } from './ledger.ts';

/** The time that a new issue may take to be listed, also by copies and caches. */
export class Lag {
  readonly #listedWithinMs: number;
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #throttle: Throttle;
  /** Time at which the first attempts of a phase ended. */
  #attemptedAt = -Infinity;

  constructor(
    listedWithinMs: number,
    ledger: Ledger,
    { clock, throttle }: { readonly clock: Clock; readonly throttle: Throttle },
  ) {
    this.#listedWithinMs = listedWithinMs;
    this.#ledger = ledger;
    this.#clock = clock;
    this.#throttle = throttle;
  }

  /** Notes that the first attempts of a phase ended. */
  noteAttempts(): void {
    this.#attemptedAt = this.#clock.now();
  }

  /** True if lists at a time may lack the last creation. */
  isPossibleAt = (time: number): boolean => time - this.#ledger.lastWriteAt < this.#listedWithinMs;

  /** Waits until lag explains neither a missing creation nor a cached first attempt. @throws {Stopped} */
  async wait(): Promise<void> {
    const since = Math.max(this.#ledger.lastWriteAt, this.#attemptedAt);
    const left = since + this.#listedWithinMs - this.#clock.now();
    if (left > 0) await this.#throttle.wait(left, 'settled lists');
  }
}
