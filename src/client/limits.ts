import type { Exchange, ReceivedResponse, SentRequest } from './exchange.ts';
import { askedWaitMs, type Moment, type WaitMs } from './retry.ts';

/** Milliseconds to keep asking a target that answers only rate limits, unless it requests a longer wait. */
export const LIMIT_PATIENCE_MS = 60_000;
/** Shortest pause between requests to such a target. */
const ONLY_LIMITS_PAUSE_MS = 5000;

/** Services limit all invalid credentials together, so one wait serves all of them. */
const INVALID = 'invalid';
/** Transmissions of an invalid credential that end in a rate limit before this counts as a lockout. */
const INVALID_ATTEMPTS = 3;
/** Longest wait for the rate limit of invalid credentials. */
const INVALID_WAIT_MS = 120_000;

/**
 * Returns the name of the requests that share a rate limit with this one: those of one caller, reading or
 * creating, on one path.
 */
export const limitedCaller = ({ method, url, headers }: SentRequest, isInvalid: boolean): string =>
  isInvalid ? INVALID : JSON.stringify([headers['authorization'], method === 'POST', url.split('?', 1)[0]]);

/** A limit that ends sooner than this names no time that is worth waiting for. */
const SHORTEST_HINT_MS = 1000;
/** Attempts of a request at a limit without a hint, if its caller gets other answers meanwhile. */
const ATTEMPTS_WITHOUT_HINT = 10;
const FIRST_WAIT_MS = 120;
const LONGEST_WAIT_MS = 20_000;
/** Shortest patience with a limit without a hint, in milliseconds. */
const SHORTEST_PATIENCE_MS = 5000;

/** The reason to withhold the requests of a caller, and the time at which that ends. */
interface Withheld {
  readonly reason: string;
  readonly until: number;
}

/** Returns the answer of a limit as reasons name it: `429, Retry-After: 60`. */
function nameOf({ status, headers }: ReceivedResponse): string {
  const after = headers['retry-after'];
  return `${status}, ${after === undefined ? 'without Retry-After' : `Retry-After: ${after}`}`;
}

/** The rate limits of a target that outlast the run, or the patience of the run. */
export class RateLimits {
  readonly #patienceMs: number;
  readonly #withheld = new Map<string, Withheld>();
  /** Callers whose last answers were limits: their number, and the time of the first. */
  readonly #refused = new Map<string, { readonly since: number; readonly inARow: number }>();
  /** Patience with a limit without a hint: half as long each time that it was in vain. */
  #patienceWithoutHintMs: number;
  /** The time from which a further limit is too many, if a target's first answer was one. */
  #until: number | null = null;

  constructor(patienceMs = LIMIT_PATIENCE_MS) {
    this.#patienceMs = patienceMs;
    this.#patienceWithoutHintMs = patienceMs;
  }

  /** Returns why a request is not sent; `null` if it may be. @param rate requests a second that the target accepted */
  whyWithheld(caller: string, now: number, rate: number | null): string | null {
    const withheld = this.#withheld.get(caller);
    if (withheld === undefined || now >= withheld.until) return null;
    const advice = rate === null ? '' : `; set MAX_RATE=${rate}, which the service accepted`;
    return withheld.reason + advice;
  }

  /** Records an answer that is no limit. */
  wentWell(caller: string): void {
    this.#refused.delete(caller);
  }

  /**
   * Records a rate limit.
   * @param times attempts of its request so far
   * @returns the wait before the next attempt; `null` if this one was the last
   */
  waitAfter(
    { response }: Exchange,
    caller: string,
    times: number,
    { due, moment, isFirst }: { readonly due: WaitMs; readonly moment: Moment; readonly isFirst: boolean },
  ): WaitMs {
    if (response === null) return due;
    const { since, inARow } = this.#refused.get(caller) ?? { since: moment.now, inARow: 0 };
    this.#refused.set(caller, { since, inARow: inARow + 1 });
    const askedMs = askedWaitMs(response.headers, moment.date) ?? 0;
    const withhold = (why: string, until = Number.POSITIVE_INFINITY): null => {
      this.#withheld.set(caller, { reason: `the rate limit (${nameOf(response)}) ${why}`, until });
      return null;
    };
    if (askedMs >= moment.remainingMs) return withhold('lasts longer than the run');
    const forMs = moment.now - since;
    const inVain = `did not end within ${(forMs / 1000).toFixed(1)} s`;
    if (isFirst) return this.#waitOfFirst(askedMs, due, moment) ?? withhold(inVain);
    if (caller === INVALID && askedMs > INVALID_WAIT_MS)
      return withhold(`of invalid credentials lasts longer than ${INVALID_WAIT_MS / 1000} s`);
    if (caller === INVALID && times >= INVALID_ATTEMPTS && inARow + 1 >= INVALID_ATTEMPTS)
      return withhold(`was the answer to ${inARow + 1} requests with invalid credentials in a row`);
    if (askedMs >= SHORTEST_HINT_MS) return due ?? withhold(inVain, moment.now + this.#patienceMs);
    const own = Math.min(FIRST_WAIT_MS * 3 ** inARow, LONGEST_WAIT_MS);
    const isOver = forMs >= this.#patienceWithoutHintMs;
    if (!isOver) return times < ATTEMPTS_WITHOUT_HINT && own < moment.remainingMs ? own : null;
    // The limit may be of this request alone. The next one shows if it is of its caller.
    if (times > 1) return null;
    this.#patienceWithoutHintMs = Math.max(
      this.#patienceWithoutHintMs / 2,
      Math.min(this.#patienceMs, SHORTEST_PATIENCE_MS),
    );
    return withhold(inVain, moment.now + this.#patienceMs);
  }

  /** Returns the wait for a target that has answered only rate limits so far. */
  #waitOfFirst(askedMs: number, due: WaitMs, { now }: Moment): WaitMs {
    this.#until ??= now + Math.max(this.#patienceMs, askedMs);
    if (now >= this.#until) return null;
    return Math.min(due ?? Math.max(askedMs, ONLY_LIMITS_PAUSE_MS), this.#until - now);
  }
}
