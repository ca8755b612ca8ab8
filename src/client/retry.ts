import { type Exchange, isRateLimited } from './exchange.ts';

/** Milliseconds before one more attempt; `null` if the answer is final. */
export type WaitMs = number | null;

/** Times of an answer: on the clock of its `startedAt`, in Unix milliseconds, and until the deadline. */
export interface Moment {
  readonly now: number;
  readonly date: number;
  /** Time left of the run; a longer wait is not started. */
  readonly remainingMs: number;
}

/** Longest wait for anything but a rate limit. If a target asks for more, its answer is final. */
const MAX_WAIT_MS = 20_000;

/**
 * Returns the requested wait in milliseconds. It comes from Retry-After (seconds or a date) or a rate-limit
 * reset (Unix seconds, or seconds from now).
 */
export function askedWaitMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
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

/**
 * Attempts of a request that was certainly not carried out: it came too slowly (408), on a wrong connection
 * (421), too early (425), or while the service was overloaded (503).
 */
const TURNED_AWAY: Readonly<Record<number, number>> = { 408: 4, 421: 4, 425: 4, 503: 5 };
/** Attempts after errors, 502 and 504 of a gateway. The request may have been carried out, or not. */
const FAILED: Readonly<Record<number, number>> = { 502: 4, 504: 4 };
/** Attempts after a 500 of a service that answered a repeated request differently. */
const ERRATIC = 4;
/** Attempts if each ends in a rate limit, or in one with a requested wait, which may let only some requests through. */
const LIMITED = 5;
const LIMITED_WITH_WAIT = 60;

/**
 * Decides if one more attempt is due. A healthy service may intermittently answer 429 or 5xx, reset a
 * connection or cut a body. A failure that persists is the service's answer. A POST is repeated only if the
 * last attempt was certainly not carried out.
 * @param attempt number of attempts so far
 * @param isErratic true if the service has answered a repeated request differently after a 500
 */
export function retryAfter(
  { request, response, fault }: Exchange,
  attempt: number,
  { date, remainingMs }: Pick<Moment, 'date' | 'remainingMs'>,
  isErratic = false,
): WaitMs {
  const mayRepeat = request.method !== 'POST';
  const backoff = 40 * 3 ** (attempt - 1);
  const within = (attempts: number, waitMs: number, most = MAX_WAIT_MS): WaitMs =>
    attempt < attempts && waitMs <= most && waitMs < remainingMs ? waitMs : null;
  if (fault !== null) {
    // The request did not reach the target.
    if (fault.kind === 'unreachable' || fault.kind === 'proxy') return within(2, 150);
    if (fault.kind === 'connection-lost' && mayRepeat) return within(4, backoff);
    return fault.kind === 'timeout' && mayRepeat ? within(3, backoff) : null;
  }
  if (response === null) return null;
  // The requested wait is used once; if it was too short, the own wait grows.
  const asked = askedWaitMs(response.headers, date);
  const patient = (own: number): number => (attempt === 1 ? (asked ?? own) : Math.max(asked ?? 0, own));
  if (isRateLimited({ response })) {
    const limit = asked !== undefined && asked >= 1000 ? LIMITED_WITH_WAIT : LIMITED;
    return within(limit, patient(Math.min(3 * backoff, MAX_WAIT_MS)), Number.POSITIVE_INFINITY);
  }
  const { status } = response;
  if (status === 500 && mayRepeat) return within(isErratic ? ERRATIC : 2, backoff);
  const attempts = TURNED_AWAY[status] ?? (mayRepeat ? FAILED[status] : undefined) ?? 1;
  return within(attempts, patient(backoff));
}
