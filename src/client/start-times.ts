import type { Clock } from './clock.ts';
import { type WaitCause, Waits } from './waits.ts';

/** Returns the pause after repeated refusals: tripled each time, up to about a second. */
const backOffMs = (inARow: number): number => 40 * 3 ** Math.min(inARow, 3);
/** Consecutive back-offs (about four seconds) after which more are useless. */
const MAX_BACK_OFFS = 6;

/** Says when the next request may start: after pauses, at the maximum rate, and beyond the limit of its caller. */
export class StartTimes {
  /** Time for which requests were held up, by cause. */
  readonly waits = new Waits();
  readonly #clock: Clock;
  /** Milliseconds between two starts. */
  readonly #spacingMs: number;
  readonly #limitedUntil = new Map<string, number>();
  #nextAt = 0;
  #pausedUntil = 0;
  #pauseCause: WaitCause = 'backOff';
  #backOffs = 0;

  /** @param maxRate requests per second; `undefined` for no limit */
  constructor(clock: Clock, maxRate: number | undefined) {
    this.#clock = clock;
    this.#spacingMs = maxRate === undefined ? 0 : 1000 / maxRate;
  }

  /** Lets no request start for a number of milliseconds. */
  pause(ms: number, cause: WaitCause = 'backOff'): void {
    const until = this.#clock.now() + ms;
    if (until <= this.#pausedUntil) return;
    [this.#pausedUntil, this.#pauseCause] = [until, cause];
  }

  /** Pauses after a refusal. The pause grows with consecutive ones, since a target may request no wait or one too short. */
  backOff(cause: WaitCause): void {
    if (!this.isInVain) this.pause(backOffMs(this.#backOffs), cause);
    this.#backOffs += 1;
  }

  /** Records an answer that ends a series of refusals. */
  wentWell(): void {
    this.#backOffs = 0;
  }

  /** True if the target has refused everything for so long that repeating only prolongs the run. */
  get isInVain(): boolean {
    return this.#backOffs >= MAX_BACK_OFFS;
  }

  /** Lets no request of one caller start for a number of milliseconds. */
  limit(caller: string, ms: number): void {
    const until = this.#clock.now() + ms;
    this.#limitedUntil.set(caller, Math.max(this.#limitedUntil.get(caller) ?? 0, until));
  }

  /** Returns for how many milliseconds a caller is limited; not above 0 if it is not. */
  limitedMs(caller: string | undefined): number {
    return caller === undefined ? 0 : (this.#limitedUntil.get(caller) ?? 0) - this.#clock.now();
  }

  /** Takes the next start time and waits for it. */
  async take(wait: (ms: number) => Promise<void>): Promise<void> {
    await this.#untilNext(wait);
    // A pause may have been requested meanwhile; it applies to every request.
    while (this.#pausedUntil > this.#clock.now()) await this.#untilNext(wait);
  }

  async #untilNext(wait: (ms: number) => Promise<void>): Promise<void> {
    const from = this.#clock.now();
    const [pausedUntil, cause] = [this.#pausedUntil, this.#pauseCause];
    const startAt = Math.max(from, pausedUntil, this.#nextAt);
    if (this.#spacingMs > 0) this.#nextAt = startAt + this.#spacingMs;
    try {
      await wait(startAt - from);
    } finally {
      const to = this.#clock.now();
      this.waits.add(cause, from, Math.min(pausedUntil, to));
      // Waiting beyond the start time is the machine's delay.
      this.waits.add('maxRate', Math.max(from, pausedUntil), Math.min(startAt, to));
    }
  }
}
