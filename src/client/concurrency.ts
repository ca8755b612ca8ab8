/** A second refusal among so many answers is no chance. */
const NEAR = 8;
/** Answers in a row that are no refusals, after which one request more is let through at once. */
const GOOD_FOR_ONE_MORE = 16;

/**
 * How many requests may be in flight at once. A target that refuses some because they are too many gets half of them from
 * then on, and one more again for every few that go well.
 */
export class AdaptiveConcurrency {
  readonly #most: number;
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

  /** Lets through two at once, as far as more than one was ever wanted: for what shows only there. */
  allowTwo(): void {
    this.#limit = Math.max(this.#limit, Math.min(2, this.#most));
  }

  /** An answer came that refuses nothing for being one too many. */
  wentWell(): void {
    this.#sinceRefusal += 1;
    this.#good += 1;
    if (this.#good < GOOD_FOR_ONE_MORE) return;
    this.#good = 0;
    this.#limit = Math.min(this.#most, this.#limit + 1);
  }

  /**
   * A request was refused for being one too many.
   * @param startedAt when it was sent; what was sent before the limit was lowered says nothing of what holds since then
   * @param now the same clock
   * @returns whether the limit is lower from now on, as far as it can be; a refusal by chance changes nothing
   */
  refused(startedAt: number, now: number): boolean {
    const isChance = this.#sinceRefusal >= NEAR;
    this.#sinceRefusal = 0;
    this.#good = 0;
    if (isChance || startedAt < this.#loweredAt) return false;
    this.#loweredAt = now;
    // Refused although nothing else was in flight: they are too many in a time, not at once, which only pauses repair.
    if (this.#limit === 1) this.#least = Math.min(2, this.#most);
    this.#limit = Math.max(this.#least, Math.floor(this.#limit / 2));
    return true;
  }
}
