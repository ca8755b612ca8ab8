import type { Exchange, ReceivedResponse, SentRequest, TransportErrorKind } from './exchange.ts';

/** Facts, besides an answer, on which the wait after it depends. */
interface Moment {
  /** Attempts of the request so far. */
  readonly times: number;
  /** On the clock of `startedAt`. */
  readonly now: number;
  /** In Unix milliseconds. */
  readonly date: number;
  /** Time left of the run; a longer wait is not started. */
  readonly remainingMs: number;
  /** True if the service has answered a repeated request differently after a 500. */
  readonly isErratic: boolean;
  /** True if the target has answered only rate limits so far. */
  readonly isFirst: boolean;
}

/** Longest wait after an error, and longest own wait at a rate limit. If a target asks for more after an error, it is final. */
const MAX_WAIT_MS = 20_000;

/**
 * Returns the requested wait in milliseconds. It comes from Retry-After (seconds or a date) or a rate-limit
 * reset (Unix seconds, or seconds from now).
 */
function askedWaitMs(headers: ReceivedResponse['headers'], now: number): number | undefined {
  const after = headers['retry-after'];
  if (after !== undefined) {
    const isSeconds = /^\d+(\.\d+)?$/.test(after.trim());
    const wait = isSeconds ? Number(after) * 1000 : Date.parse(after) - now;
    if (Number.isFinite(wait)) return Math.max(0, wait);
  }
  const isUsedUp = headers['x-ratelimit-remaining'] === '0' || headers['ratelimit-remaining'] === '0';
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'];
  if (reset === undefined || !isUsedUp || !/^\d{1,12}$/.test(reset)) return undefined;
  const ms = Number(reset) * 1000;
  // Unix times exceed a thousand million seconds; a smaller value is a wait.
  return Math.max(0, Number(reset) > 1e9 ? ms - now : ms);
}

/** Returns the requested wait at first; if it was too short, the own wait grows. */
const patient = (asked: number | undefined, own: number, times: number): number =>
  times === 1 ? (asked ?? own) : Math.max(asked ?? 0, own);

type Attempts = Readonly<Partial<Record<number | TransportErrorKind, number>>>;

/**
 * Attempts of a request that was certainly not carried out: it did not arrive, came too slowly (408), on a wrong
 * connection (421), too early (425), or while the service was overloaded (503).
 */
const TURNED_AWAY: Attempts = { unreachable: 2, proxy: 2, 408: 4, 421: 4, 425: 4, 503: 5 };
/** Attempts of a request that may have been carried out. */
const FAILED: Attempts = { 'connection-lost': 4, 'handler-failed': 4, timeout: 3, 500: 2, 502: 4, 504: 4 };
/** Attempts after a 500 of a service that answered a repeated request differently. */
const ERRATIC = 4;

/**
 * Decides if one more attempt is due after an answer that is no rate limit. A healthy service may intermittently
 * answer 5xx, reset a connection or cut a body. A failure that persists is the service's answer. A POST is repeated
 * only if the last attempt was certainly not carried out.
 * @returns milliseconds before the attempt; `null` if the answer is final
 */
export function retryAfter(
  { request, response, fault }: Exchange,
  { times, date, remainingMs, isErratic }: Pick<Moment, 'times' | 'date' | 'remainingMs' | 'isErratic'>,
): number | null {
  const outcome = fault?.kind ?? response?.status ?? 0;
  const repeated = outcome === 500 && isErratic ? ERRATIC : FAILED[outcome];
  const attempts = TURNED_AWAY[outcome] ?? (request.method === 'POST' ? 1 : repeated) ?? 1;
  const asked = fault === null && response !== null ? askedWaitMs(response.headers, date) : undefined;
  const waitMs = patient(asked, 40 * 3 ** (times - 1), times);
  return times < attempts && waitMs <= MAX_WAIT_MS && waitMs < remainingMs ? waitMs : null;
}

/** Services limit invalid credentials together, so one wait serves all that list, and one all that create. */
const INVALID = 'invalid';
/** Transmissions of an invalid credential that end in a rate limit before this counts as a lockout. */
const INVALID_ATTEMPTS = 3;
/** Longest wait for the rate limit of invalid credentials. */
const INVALID_WAIT_MS = 120_000;

/** A limit that ends sooner than this names no time that is worth waiting for. */
const SHORTEST_HINT_MS = 1000;
/** Attempts at a limit with a hint, which may let only some requests through. */
const ATTEMPTS_WITH_HINT = 60;
/** Attempts of a request at a limit without a hint, if its caller gets other answers meanwhile. */
const ATTEMPTS_WITHOUT_HINT = 10;
/** Patience with a limit without a hint, in milliseconds, once it was in vain. */
const SHORT_PATIENCE_MS = 5000;

/** Returns the own wait at a rate limit. @param before answers before it that were limits too */
const ownWaitMs = (before: number): number => Math.min(120 * 3 ** before, MAX_WAIT_MS);

/** Returns the answer of a limit as reasons name it: `429, Retry-After: 60`. */
function nameOf({ status, headers }: ReceivedResponse): string {
  const after = headers['retry-after'];
  return `${status}, ${after === undefined ? 'without Retry-After' : `Retry-After: ${after}`}`;
}

/** The rate limits of a target: how long they are waited for, and those that outlast the run, or its patience. */
export class RateLimits {
  readonly #patienceMs: number;
  /** Callers whose requests are not sent: the reason, and the time at which that ends. */
  readonly #withheld = new Map<string, { readonly reason: string; readonly until: number }>();
  /** Callers whose last answers were limits: their number, and the time of the first. */
  readonly #refused = new Map<string, { readonly since: number; readonly inARow: number }>();
  /** Patience with a limit without a hint, which is short once it was in vain. */
  #patienceWithoutHintMs: number;
  /** The time from which a further limit is too many, if a target's first answer was one. */
  #until: number | null = null;

  /** @param patienceMs milliseconds to keep asking a target that answers only limits, unless it requests a longer wait */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#patienceWithoutHintMs = patienceMs;
  }

  /**
   * Returns the name of the requests that share a rate limit with this one: those of one caller, reading or
   * creating, on one path.
   */
  static callerOf({ method, url, headers }: SentRequest, isInvalid: boolean): string {
    const path = url.split('?', 1)[0];
    if (isInvalid) return `${INVALID} ${method === 'POST' ? 'creations' : 'listings'}`;
    return JSON.stringify([headers['authorization'], method === 'POST', path]);
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

  /** Records a rate limit. @returns the wait before the next attempt; `null` if this one was the last */
  waitAfter(response: ReceivedResponse, caller: string, moment: Omit<Moment, 'isErratic'>): number | null {
    const { now, date, remainingMs, times, isFirst } = moment;
    const { since, inARow } = this.#refused.get(caller) ?? { since: now, inARow: 0 };
    this.#refused.set(caller, { since, inARow: inARow + 1 });
    const withhold = (why: string, until = Number.POSITIVE_INFINITY): null => {
      this.#withheld.set(caller, { reason: `the rate limit (${nameOf(response)}) ${why}`, until });
      return null;
    };
    const inVain = `did not end within ${((now - since) / 1000).toFixed(1)} s`;
    const asked = askedWaitMs(response.headers, date);
    const askedMs = asked ?? 0;
    const waitMs = patient(asked, ownWaitMs(times - 1), times);
    if (askedMs >= remainingMs) return withhold('lasts longer than the run');
    if (isFirst) {
      this.#until ??= now + Math.max(this.#patienceMs, askedMs);
      if (now >= this.#until) return withhold(inVain);
      return Math.min(waitMs, this.#until - now);
    }
    const isInvalid = caller.startsWith(INVALID);
    if (isInvalid && askedMs > INVALID_WAIT_MS)
      return withhold(`of invalid credentials lasts longer than ${INVALID_WAIT_MS / 1000} s`);
    if (isInvalid && times >= INVALID_ATTEMPTS && inARow + 1 >= INVALID_ATTEMPTS)
      return withhold(`was the answer to ${inARow + 1} requests with invalid credentials in a row`);
    if (askedMs >= SHORTEST_HINT_MS) {
      // A hint that was wrong for so long is no hint.
      const isLong = now - since >= 2 * Math.max(this.#patienceMs, askedMs);
      const isDue = times < ATTEMPTS_WITH_HINT && waitMs < remainingMs && !isLong;
      return isDue ? waitMs : withhold(inVain, now + this.#patienceMs);
    }
    const ownMs = ownWaitMs(inARow);
    if (now - since < this.#patienceWithoutHintMs)
      return times < ATTEMPTS_WITHOUT_HINT && ownMs < remainingMs ? ownMs : null;
    // The limit may be of this request alone. The next one shows if it is of its caller.
    if (times > 1) return null;
    this.#patienceWithoutHintMs = Math.min(this.#patienceMs, SHORT_PATIENCE_MS);
    return withhold(inVain, now + this.#patienceMs);
  }
}
