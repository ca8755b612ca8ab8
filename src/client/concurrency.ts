/** Answers within which a second refusal is not taken for chance. */
const REFUSAL_WINDOW = 8;
/** Consecutive answers without refusal after which one more request is allowed in flight. */
const GOOD_FOR_ONE_MORE = 16;

/**
 * Limits the requests in flight: half as many after refusals and after time-outs among others, one more after
 * {@link GOOD_FOR_ONE_MORE} good answers.
 */
export class AdaptiveConcurrency {
  #most: number;
  #limit: number;
  #least = 1;
  #good = 0;
  #sinceRefusal = Number.POSITIVE_INFINITY;
  #loweredAt = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
    this.#limit = most;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Raises the limit to two, unless the configured maximum is one: some defects show only under concurrency. */
  allowTwo(): void {
    this.#limit = Math.max(this.#limit, Math.min(2, this.#most));
  }

  /** Records an answer that does not ask for fewer requests. */
  wentWell(): void {
    this.#sinceRefusal += 1;
    this.#good += 1;
    if (this.#good < GOOD_FOR_ONE_MORE) return;
    this.#good = 0;
    this.#limit = Math.min(this.#most, this.#limit + 1);
  }

  /**
   * Records a request that was refused as one too many. A single refusal is taken for chance and changes
   * nothing.
   * @param startedAt when it was sent; requests sent before the limit was lowered are ignored
   * @param now on the same clock
   * @returns true if the refusal is taken seriously and the limit was adapted
   */
  refused(startedAt: number, now: number): boolean {
    const isChance = this.#sinceRefusal >= REFUSAL_WINDOW;
    this.#sinceRefusal = 0;
    if (isChance || !this.#halve(startedAt, now)) return false;
    return true;
  }

  /** Records a time-out. @param peak the most that were in flight during it */
  timedOut(peak: number, startedAt: number, now: number): void {
    if (!this.#halve(startedAt, now)) return;
    // As many at once are too many for good.
    this.#most = Math.max(1, Math.min(this.#most, peak - 1));
  }

  #halve(startedAt: number, now: number): boolean {
    this.#good = 0;
    if (startedAt < this.#loweredAt) return false;
    this.#loweredAt = now;
    // Refused with nothing else in flight: the rate is too high, not the concurrency. Only pauses help.
    if (this.#limit === 1) this.#least = Math.min(2, this.#most);
    this.#limit = Math.max(Math.min(this.#least, this.#most), Math.floor(this.#limit / 2));
    return true;
  }
}
