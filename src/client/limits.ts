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

/** The rate limits of a target that last longer than the run. */
export class RateLimits {
  readonly #patienceMs: number;
  /** Callers whose rate limit outlasts the run, each with the answer that said so. */
  readonly #exhausted = new Map<string, ReceivedResponse>();
  /** The time from which a further limit is too many, if a target's first answer was one. */
  #until: number | null = null;

  constructor(patienceMs = LIMIT_PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** Returns why a request is not sent; `null` if it may be. */
  whyWithheld(caller: string): string | null {
    const response = this.#exhausted.get(caller);
    if (response === undefined) return null;
    const after = response.headers['retry-after'];
    const limit = `${response.status}${after === undefined ? '' : `, Retry-After: ${after}`}`;
    return `its rate limit (${limit}) lasts longer than the run, or for an unknown time`;
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
    const isLockedOut = caller === INVALID && (times >= INVALID_ATTEMPTS || (due ?? 0) > INVALID_WAIT_MS);
    const own = isLockedOut ? null : due;
    const wait = isFirst ? this.#waitOfFirst(response, due, moment) : own;
    if (wait === null) this.#exhausted.set(caller, response);
    return wait;
  }

  /** Returns the wait for a target that has answered only rate limits so far. */
  #waitOfFirst({ headers }: ReceivedResponse, due: WaitMs, { now, date, remainingMs }: Moment): WaitMs {
    const askedMs = askedWaitMs(headers, date) ?? 0;
    if (askedMs >= remainingMs) return null;
    this.#until ??= now + Math.max(this.#patienceMs, askedMs);
    if (now >= this.#until) return null;
    return Math.min(due ?? Math.max(askedMs, ONLY_LIMITS_PAUSE_MS), this.#until - now);
  }
}
