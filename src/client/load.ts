/** Number of answers remembered of each kind. */
const REMEMBERED = 32;
/** Share of the timeout; if similar requests took this much, others may time out. */
const BUSY_SHARE = 0.5;
/** Share of the timeout within which an answer is planned to arrive. */
const PLANNED_SHARE = 0.8;
/** Assumed duration of a request that cannot be repeated, relative to a read, while none was measured. */
const ONCE_FACTOR = 8;
/** Answers in time at the current limit after which one more request is allowed in flight. */
const GOOD_FOR_ONE_MORE = 16;

/** Duration of an answer, with the load at that time. */
interface Sample {
  readonly ms: number;
  /** Requests in flight when it was sent, itself included. */
  readonly taken: number;
  /** When the answer arrived. */
  readonly at: number;
  /** True if its request may not be repeated. */
  readonly once: boolean;
}

/** A request that timed out. */
interface Timed {
  /** Most requests in flight during it, itself included. */
  readonly peak: number;
  readonly once: boolean;
}

const greatest = (values: readonly number[]): number => Math.max(0, ...values);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Returns the expected duration of an answer at a given load, from samples of at least that load. Without
 * such samples, it extrapolates from the highest load, assuming that the target works sequentially.
 */
function expected(
  samples: readonly Sample[],
  inFlight: number,
  pick: (values: readonly number[]) => number = greatest,
): number {
  const nearest = Math.min(inFlight, greatest(samples.map(({ taken }) => taken)));
  const alike = samples.filter(({ taken }) => taken >= nearest);
  return pick(alike.map(({ ms, taken }) => (ms * inFlight) / Math.min(taken, inFlight)));
}

/**
 * Estimates how many requests a target answers in time. A target that works sequentially is too slow for many
 * at once, however fast each one is.
 */
export class Load {
  readonly #timeoutMs: number;
  #repeatable: readonly Sample[] = [];
  #once: readonly Sample[] = [];
  /** Current maximum in flight, lowered after a timeout. */
  #cap = Number.POSITIVE_INFINITY;
  /** Maximum that the cap may grow back to. */
  #ceiling = Number.POSITIVE_INFINITY;
  #good = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** True once the outcome of a request that cannot be repeated is known. */
  #isOnceKnown = false;

  /** @param timeoutMs time limit of a request */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get lastAt(): number {
    return this.#lastAt;
  }

  /** Records an answer with any status. */
  answered(sample: Sample): void {
    const add = (samples: readonly Sample[]): readonly Sample[] => [...samples, sample].slice(-REMEMBERED);
    if (sample.once) this.#once = add(this.#once);
    else this.#repeatable = add(this.#repeatable);
    this.#lastAt = sample.at;
    if (sample.taken < this.#cap) return;
    this.#good += 1;
    if (this.#good < GOOD_FOR_ONE_MORE) return;
    this.#good = 0;
    this.#cap = Math.min(this.#ceiling, this.#cap + 1);
  }

  /**
   * Records a timeout. If the load explains it, fewer requests are allowed from now on.
   * @param startedAt when it was sent, on the clock of the samples
   * @returns true if fewer are allowed now than were in flight
   */
  timedOut({ peak, once }: Timed, startedAt: number): boolean {
    this.#isOnceKnown ||= once;
    if (peak <= this.#cap && peak > 1 && this.#explains(peak, startedAt)) {
      this.#cap = Math.max(1, Math.floor(peak / 2));
      this.#ceiling = peak - 1;
      this.#good = 0;
    }
    return this.#cap < peak;
  }

  /** Prefers answers of that time under at least half the load; without any, uses all samples. */
  #explains(peak: number, startedAt: number): boolean {
    const alike = [...this.#repeatable, ...this.#once].filter(
      ({ at, taken }) => at > startedAt - this.#timeoutMs && taken >= peak / 2,
    );
    return alike.length > 0
      ? greatest(alike.map(({ ms }) => ms)) >= BUSY_SHARE * this.#timeoutMs
      : [this.#repeatable, this.#once].some((samples) => this.#inTime(peak, samples) < peak);
  }

  /** True after a timeout that the load explains. */
  get #isCrowded(): boolean {
    return this.#cap < Number.POSITIVE_INFINITY;
  }

  /**
   * Returns how many requests may be in flight, at least one.
   * @param once true for a request that cannot be repeated; the others must leave it time to finish
   */
  most(limit: number, once: boolean): number {
    if (!once && !this.#isCrowded) return limit;
    const most = Math.min(this.#cap, this.#inTime(limit, this.#repeatable));
    if (!once) return most;
    const isKnown = this.#isOnceKnown || this.#once.length > 0;
    return Math.min(
      most,
      isKnown ? this.#inTime(limit, this.#once) : this.#inTime(limit, this.#repeatable, ONCE_FACTOR),
    );
  }

  /** True if two concurrent requests usually finish in time. Assumed until a timeout was caused by load. */
  get hasTimeForTwo(): boolean {
    const samples = this.#once.length > 0 ? this.#once : this.#repeatable;
    return !this.#isCrowded || expected(samples, 2, median) <= this.#timeoutMs;
  }

  /**
   * Returns how many may be in flight for an answer in time.
   * @param times the assumed duration relative to the slowest sample
   */
  #inTime(limit: number, samples: readonly Sample[], times = 1): number {
    let most = limit;
    while (most > 1 && times * expected(samples, most) > PLANNED_SHARE * this.#timeoutMs) most -= 1;
    return most;
  }
}
