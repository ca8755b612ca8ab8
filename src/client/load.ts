/** Answers of each kind that are remembered. */
const REMEMBERED = 32;
/** Where answers take so much of the time of a request, others may take all of it. */
const BUSY = 0.5;
/** Of the time of a request, so much is planned for an answer. */
const PLANNED = 0.8;
/** What may be sent once only may take so many times as long as what is read, as long as nothing is known of it. */
const DEARER = 8;
/** Answers in time, with all in flight that may be, after which one more may be. */
const GOOD_FOR_ONE_MORE = 16;

/** How long an answer took, and beside how many others. */
interface Sample {
  readonly ms: number;
  /** Requests in flight when it was sent, itself included. */
  readonly taken: number;
  /** When it came. */
  readonly at: number;
  /** Whether its request may not be sent again. */
  readonly once: boolean;
}

/** A request that had no answer in time. */
interface Timed {
  /** Requests in flight at most while it was, itself included. */
  readonly peak: number;
  readonly once: boolean;
}

const greatest = (values: readonly number[]): number => Math.max(0, ...values);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * How long an answer takes beside so many others, by what some took that were sent beside as many; where there are none, by
 * those that come nearest, and as of a target that takes one after the other.
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
 * How many requests a target answers in time, as far as its answers show it: one that takes one after the other is too slow
 * for many at once, however quick it is.
 */
export class Load {
  readonly #timeoutMs: number;
  #repeatable: readonly Sample[] = [];
  #once: readonly Sample[] = [];
  /** As many may be in flight, since something timed out beside more. */
  #cap = Number.POSITIVE_INFINITY;
  /** As many may ever be again. */
  #ceiling = Number.POSITIVE_INFINITY;
  #good = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** Whether it is known what becomes of what may be sent once only. */
  #isOnceKnown = false;

  /** @param timeoutMs how long a request may take */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** When the last answer came. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** An answer came, whatever it says. */
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
   * A request got no answer in time. Where so many in flight explain that, by the answers that came meanwhile and shortly
   * before or else by all, fewer are from now on.
   * @param startedAt when it was sent, by the clock of the samples
   * @returns whether fewer are in flight now than when it was sent
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

  /** The answers that came then beside as many, or nearly, tell most; where there were none, all that is known does. */
  #explains(peak: number, startedAt: number): boolean {
    const alike = [...this.#repeatable, ...this.#once].filter(
      ({ at, taken }) => at > startedAt - this.#timeoutMs && taken >= peak / 2,
    );
    return alike.length > 0
      ? greatest(alike.map(({ ms }) => ms)) >= BUSY * this.#timeoutMs
      : [this.#repeatable, this.#once].some((samples) => this.#inTime(peak, samples) < peak);
  }

  /** Whether anything timed out because of what was in flight beside it. */
  get #isCrowded(): boolean {
    return this.#cap < Number.POSITIVE_INFINITY;
  }

  /**
   * How many of so many may be in flight: at least one.
   * @param once for one that may not be sent again, so that those beside it have to leave it the time
   */
  most(limit: number, once: boolean): number {
    if (!once && !this.#isCrowded) return limit;
    const most = Math.min(this.#cap, this.#inTime(limit, this.#repeatable));
    if (!once) return most;
    const isKnown = this.#isOnceKnown || this.#once.length > 0;
    return Math.min(
      most,
      isKnown ? this.#inTime(limit, this.#once) : this.#inTime(limit, this.#repeatable, DEARER),
    );
  }

  /** Whether two at once mostly have their answers in time; as far as is known, where nothing timed out. */
  get hasTimeForTwo(): boolean {
    const samples = this.#once.length > 0 ? this.#once : this.#repeatable;
    return !this.#isCrowded || expected(samples, 2, median) <= this.#timeoutMs;
  }

  /** How many of so many may be in flight so that one comes in time that takes so many times as long as the slowest. */
  #inTime(limit: number, samples: readonly Sample[], times = 1): number {
    let most = limit;
    while (most > 1 && times * expected(samples, most) > PLANNED * this.#timeoutMs) most -= 1;
    return most;
  }
}
