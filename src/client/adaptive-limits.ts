/** Number of answers within which a second refusal counts as overload. */
const REFUSAL_WINDOW = 8;
/** Returns the pause after repeated refusals: tripled each time, up to about a second. */
const backOffMs = (inARow: number): number => 40 * 3 ** Math.min(inARow, 3);
/** Consecutive back-offs (about four seconds) after which more are useless. */
const MAX_BACK_OFFS = 6;

/** Shortest pause between requests once one request in flight is too many. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1000;
/** Good answers after which one more request is allowed in flight, or half of a pause is tried. */
const GOOD_FOR_MORE = 16;
/** The pause from which on a few good answers take long enough to show that a limit has passed, and their part of the above. */
const [LONG_PAUSE_MS, FEW_OF_GOOD] = [250, 1 / 4];
/** Most good answers before a rate is tried again that was too high. */
const MOST_GOOD_FOR_FASTER = 128;

/**
 * The requests in flight, and the rate, that a target accepts. Refusals halve the requests in flight, then the rate. Good
 * answers allow more again.
 */
export class AdaptiveLimits {
  /** The most that may ever be in flight. */
  readonly #most: number;
  #concurrency: number;
  /** Good answers since the last refusal. */
  #good = REFUSAL_WINDOW;
  #loweredAt = Number.NEGATIVE_INFINITY;
  #backOffs = 0;
  #pauseMs = 0;
  #workingRate: number | null = null;
  /** Good answers since the rate changed. */
  #goodAtRate = 0;
  #goodForFaster = GOOD_FOR_MORE;
  /** True if the rate was raised after the last refusal. */
  #wasRaised = false;

  constructor(most: number) {
    this.#most = most;
    this.#concurrency = most;
  }

  get concurrency(): number {
    return this.#concurrency;
  }

  /** Pause between the starts of requests. No rate helps a target that refuses everything. */
  get pauseMs(): number {
    return this.isInVain ? 0 : this.#pauseMs;
  }

  /** The highest whole rate in requests a second that the target was seen to accept; `null` if none was too high. */
  get workingRate(): number | null {
    return this.#workingRate;
  }

  /** True if the target once refused what was in flight. */
  get wasTooMuch(): boolean {
    return this.#loweredAt > Number.NEGATIVE_INFINITY;
  }

  /** True if the target has refused everything for so long that repeating only prolongs the run. */
  get isInVain(): boolean {
    return this.#backOffs >= MAX_BACK_OFFS;
  }

  /** Allows two requests in flight despite earlier refusals, since some defects show only under concurrency. */
  allowTwo(): void {
    this.#pauseMs = 0;
    this.#concurrency = Math.max(this.#concurrency, Math.min(2, this.#most));
  }

  /** Forgets all refusals: too many requests were not their reason. */
  reset(): void {
    [this.#concurrency, this.#pauseMs, this.#backOffs] = [this.#most, 0, 0];
    [this.#workingRate, this.#loweredAt] = [null, Number.NEGATIVE_INFINITY];
    this.#goodForFaster = GOOD_FOR_MORE;
  }

  /** Records an answer that does not ask for fewer requests. */
  wentWell(): void {
    this.#backOffs = 0;
    this.#good += 1;
    if (this.#pauseMs > 0) this.#mayDoubleRate();
    else if (this.#good % GOOD_FOR_MORE === 0)
      this.#concurrency = Math.min(this.#most, this.#concurrency + 1);
  }

  /**
   * Records a refusal as one too many. Unless it is chance, fewer requests are allowed.
   * @param startedAt when it was sent, on the clock of `now`
   * @returns milliseconds in which none shall start: more each time, since a target may ask for no wait or one too short
   */
  refused(startedAt: number, now: number): number {
    const isChance = this.#good >= REFUSAL_WINDOW;
    this.#good = 0;
    // A request that was sent before fewer were allowed does not show that they still are too many.
    if (isChance || startedAt < this.#loweredAt) return 0;
    this.#loweredAt = now;
    if (this.#concurrency > 1) this.#concurrency = Math.floor(this.#concurrency / 2);
    else this.#halveRate();
    const waitMs = this.isInVain ? 0 : backOffMs(this.#backOffs);
    this.#backOffs += 1;
    return waitMs;
  }

  #halveRate(): void {
    this.#goodAtRate = 0;
    if (this.#pauseMs > 0) {
      // A higher rate was tried, so it is tried less often.
      if (this.#wasRaised) this.#goodForFaster = Math.min(2 * this.#goodForFaster, MOST_GOOD_FOR_FASTER);
      this.#wasRaised = false;
      if ((this.#workingRate ?? 0) >= Math.floor(1000 / this.#pauseMs)) this.#workingRate = null;
    }
    this.#pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, 2 * this.#pauseMs), LONGEST_PAUSE_MS);
  }

  #mayDoubleRate(): void {
    this.#goodAtRate += 1;
    const part = this.#pauseMs < LONG_PAUSE_MS ? 1 : FEW_OF_GOOD;
    if (this.#goodAtRate >= part * GOOD_FOR_MORE)
      this.#workingRate = Math.max(this.#workingRate ?? 0, Math.floor(1000 / this.#pauseMs));
    if (this.#goodAtRate < part * this.#goodForFaster) return;
    this.#goodAtRate = 0;
    this.#wasRaised = true;
    this.#pauseMs = this.#pauseMs > FIRST_PAUSE_MS ? this.#pauseMs / 2 : 0;
  }
}
