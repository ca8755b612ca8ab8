/** Shortest pause between requests once one request in flight is too many. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1000;
/** Good answers after which a pause has shown to be long enough, and half of it is tried. */
const GOOD_FOR_FASTER = 16;
/** Most good answers before a rate is tried again that was too high. */
const MOST_GOOD_FOR_FASTER = 128;

/** The rate of requests that a target accepts: halved when it refuses, and doubled after good answers. */
export class AdaptiveRate {
  /** Pause between the starts of requests; 0 if no rate was too high. */
  pauseMs = 0;
  /** The highest whole rate in requests a second that the target was seen to accept; `null` if none was too high. */
  working: number | null = null;
  #good = 0;
  #goodForFaster = GOOD_FOR_FASTER;

  /** Lifts the pause, until the target refuses requests again. */
  lift(): void {
    this.pauseMs = 0;
  }

  /** Halves the rate. */
  lower(): void {
    this.#good = 0;
    if (this.pauseMs > 0) {
      // The rate was tried before, so it is tried less often.
      this.#goodForFaster = Math.min(2 * this.#goodForFaster, MOST_GOOD_FOR_FASTER);
      if (this.working !== null && this.working >= Math.floor(1000 / this.pauseMs)) this.working = null;
    }
    this.pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * this.pauseMs), LONGEST_PAUSE_MS);
  }

  /** Records a good answer. Doubles the rate after enough of them. */
  wentWell(): void {
    this.#good += 1;
    if (this.#good >= GOOD_FOR_FASTER)
      this.working = Math.max(this.working ?? 0, Math.floor(1000 / this.pauseMs));
    if (this.#good < this.#goodForFaster) return;
    this.#good = 0;
    this.pauseMs = this.pauseMs > FIRST_PAUSE_MS ? this.pauseMs / 2 : 0;
  }
}
