import { type Exchange, isRateLimited } from './exchange.ts';

/** Milliseconds to keep asking a target that answers only rate limits, unless it requests a longer wait. */
export const LIMIT_PATIENCE_MS = 60_000;

/** Evidence for giving up a target that has answered only rate limits. */
export interface GivenUp {
  readonly status: number;
  readonly forMs: number;
  /** The first wait that it requested, in milliseconds; `null` if none. */
  readonly askedMs: number | null;
}

interface Begun {
  readonly at: number;
  readonly askedMs: number | null;
  /** Time from which a further limit means giving up. */
  readonly until: number;
}

/**
 * Watches a target from its first answer on. While it answers only rate limits, it is asked again for a
 * limited time, and then given up.
 */
export class OnlyLimits {
  readonly #patienceMs: number;
  #begun: Begun | null = null;
  #hasAnswered = false;
  #givenUp: GivenUp | null = null;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** True once the target has given any other answer. A limit then need not apply to every caller. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Evidence for giving up the target; `null` until then. */
  get givenUp(): GivenUp | null {
    return this.#givenUp;
  }

  /**
   * Records an answer.
   * @param askedMs the wait that it requests
   * @param now on the clock of its `startedAt`
   * @param remainingMs until the deadline
   * @returns milliseconds for which to keep asking; `null` if it has given another answer, was given up, or
   * limits this caller beyond the deadline
   */
  note(exchange: Exchange, askedMs: number | undefined, now: number, remainingMs: number): number | null {
    if (this.#hasAnswered || this.#givenUp !== null || exchange.response === null) return null;
    if (!isRateLimited(exchange)) {
      this.#hasAnswered = true;
      return null;
    }
    if (askedMs !== undefined && askedMs >= remainingMs) return null;
    this.#begun ??= {
      at: exchange.startedAt,
      askedMs: askedMs ?? null,
      until: Math.max(exchange.startedAt + this.#patienceMs, now + (askedMs ?? 0)),
    };
    const { at, askedMs: asked, until } = this.#begun;
    // A request that was sent before the wait ended does not show what holds after it.
    if (now < until || ((asked ?? 0) > this.#patienceMs && exchange.startedAt < until))
      return Math.max(0, until - now);
    this.#givenUp = { status: exchange.response.status, forMs: now - at, askedMs: asked };
    return null;
  }
}
