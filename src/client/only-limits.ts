import { type Exchange, isRateLimited } from './exchange.ts';

/** For how long a target that answers nothing but rate limits is asked, unless it asks for a longer wait itself. */
export const LIMIT_PATIENCE_MS = 60_000;

/** Why a target is given up that has answered nothing but rate limits. */
export interface GivenUp {
  readonly status: number;
  /** How long it was asked, in milliseconds. */
  readonly forMs: number;
  /** The first wait that it asked for; `null` if it named none. */
  readonly askedMs: number | null;
  /** `patience`: nothing else came for so long. `waited`: nor after the wait that it asked for. */
  readonly how: 'patience' | 'waited';
}

interface Begun {
  readonly at: number;
  readonly askedMs: number | null;
  /** When nothing but limits is enough. */
  readonly until: number;
  readonly how: GivenUp['how'];
}

/** Watches a target from its first answer on: as long as it answers nothing but rate limits, it is asked again, and then given up. */
export class OnlyLimits {
  readonly #patienceMs: number;
  #begun: Begun | null = null;
  #hasAnswered = false;
  #givenUp: GivenUp | null = null;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Whether the target has answered with anything else, so that a limit need not be everybody's. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Why the target is given up; `null` while it is not. */
  get givenUp(): GivenUp | null {
    return this.#givenUp;
  }

  /**
   * Takes an answer.
   * @param askedMs the wait that it asks for
   * @param now by the clock of its `startedAt`
   * @param remainingMs until the deadline
   * @returns milliseconds for which its request is asked again, at most; `null` if this is no such target, if it is given up, or
   * if this caller's limit ends after the deadline: others may have another one
   */
  note(exchange: Exchange, askedMs: number | undefined, now: number, remainingMs: number): number | null {
    if (this.#hasAnswered || this.#givenUp !== null || exchange.response === null) return null;
    if (!isRateLimited(exchange)) {
      this.#hasAnswered = true;
      return null;
    }
    if (askedMs !== undefined && askedMs >= remainingMs) return null;
    this.#begun ??= this.#begin(exchange.startedAt, askedMs ?? null, now);
    const { at, askedMs: asked, until, how } = this.#begun;
    // What was sent before the wait was over says nothing of what holds after it.
    const isOver = how === 'waited' ? exchange.startedAt >= until : now >= until;
    if (!isOver) return Math.max(0, until - now);
    this.#givenUp = { status: exchange.response.status, forMs: now - at, askedMs: asked, how };
    return null;
  }

  #begin(at: number, askedMs: number | null, now: number): Begun {
    return askedMs === null || askedMs <= this.#patienceMs
      ? { at, askedMs, until: at + this.#patienceMs, how: 'patience' }
      : { at, askedMs, until: now + askedMs, how: 'waited' };
  }
}
