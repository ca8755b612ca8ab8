import { because, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { OLDEST_TO_WAIT_FOR_MS } from '../model/tuning.ts';

const seconds = (text: string | undefined, pattern: RegExp): number =>
  Number(pattern.exec(text ?? '')?.[1] ?? 0);

/** The age that answers of a cache state, and may reach by what they announce (RFC 9111, sections 5.1 and 5.2.2). */
export class ShownAge {
  #oldest = 0;
  #announced = 0;

  note({ response }: Exchange): void {
    const age = response?.headers['age'];
    if (age === undefined) return;
    const control = response?.headers['cache-control'];
    // Whole seconds, of which a part is cut off.
    this.#oldest = Math.max(this.#oldest, seconds(age, /^(\d{1,9})$/));
    this.#announced = Math.max(
      this.#announced,
      seconds(control, /\bs-maxage="?(\d{1,9})/i) || seconds(control, /\bmax-age="?(\d{1,9})/i),
    );
  }

  /** Milliseconds; 0 as long as no answer was older than a second. */
  get milliseconds(): number {
    return this.#oldest === 0 ? 0 : 1000 * Math.max(this.#oldest + 1, this.#announced);
  }

  /**
   * Returns the age that an answer may have. If a cache keeps it for longer than a run can wait, the cache is ignored.
   */
  lagMs(listedWithinMs: number): number {
    return this.doubt === null ? Math.max(listedWithinMs, this.milliseconds) : listedWithinMs;
  }

  /** The reason why listings of two times cannot be compared, however long the run waits; `null` if they can. */
  get doubt(): Doubt | null {
    if (this.milliseconds <= OLDEST_TO_WAIT_FOR_MS) return null;
    const old = new Intl.NumberFormat('en').format(this.milliseconds / 1000);
    return because(
      'unstable',
      `Lists come from a cache, which keeps them for up to ${old} s by what it says (Age, Cache-Control): two of them may be of different times. Run again without that cache, or with one that keeps lists for ${OLDEST_TO_WAIT_FOR_MS / 1000} s at most.`,
    );
  }
}
