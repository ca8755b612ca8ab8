/** A second refusal among so many answers is no chance. */
const NEAR = 8;
/** Answers in a row that are no refusals, after which one request more is let through at once. */
const GOOD_FOR_ONE_MORE = 16;

/**
 * How many requests may be in flight at once. A target that refuses some because they are too many gets half of them from
 * then on, and one more again for every few that go well.
 */
export class Width {
  readonly #most: number;
  #now: number;
  #least = 1;
  #good = 0;
  #sinceRefusal = Number.POSITIVE_INFINITY;
  #cutAt = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
    this.#now = most;
  }

  get now(): number {
    return this.#now;
  }

  /** Lets through two at once, as far as more than one was ever wanted: for what shows only there. */
  letTwo(): void {
    this.#now = Math.max(this.#now, Math.min(2, this.#most));
  }

  /** An answer came that refuses nothing for being one too many. */
  wentWell(): void {
    this.#sinceRefusal += 1;
    this.#good += 1;
    if (this.#good < GOOD_FOR_ONE_MORE) return;
    this.#good = 0;
    this.#now = Math.min(this.#most, this.#now + 1);
  }

  /**
   * A request was refused for being one too many.
   * @param startedAt when it was sent; what was sent before the last cut says nothing of what holds since then
   * @param now the same clock
   * @returns whether there is less room from now on, as far as there can be; a refusal by chance changes nothing
   */
  refused(startedAt: number, now: number): boolean {
    const isChance = this.#sinceRefusal >= NEAR;
    this.#sinceRefusal = 0;
    this.#good = 0;
    if (isChance || startedAt < this.#cutAt) return false;
    this.#cutAt = now;
    // Refused although nothing else was in flight: they are too many in a time, not at once, and that pauses have to mend.
    if (this.#now === 1) this.#least = Math.min(2, this.#most);
    this.#now = Math.max(this.#least, Math.floor(this.#now / 2));
    return true;
  }
}
