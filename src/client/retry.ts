import { type Exchange, isRateLimited, type ReceivedResponse, textOf } from './exchange.ts';
import { endsTooSoon } from './json.ts';

/** The longest wait for anything but a rate limit; where a target asks for more, the answer stands as it is. */
const MAX_WAIT_MS = 20_000;

const isShort = (ms: number): boolean => ms > 0 && ms <= MAX_WAIT_MS;

/**
 * Milliseconds until a time, by the clock of the answer that names it: that may be another than this machine's, and goes on
 * while a cache holds the answer. Where they are none or very many by its Date, and few by this machine, the Date is wrong.
 */
function untilTime(at: number, headers: Readonly<Record<string, string>>, now: number): number {
  const date = Date.parse(headers['date'] ?? '');
  const ours = at - now;
  if (Number.isNaN(date)) return ours;
  const age = headers['age'] ?? '';
  const own = at - date - (/^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0);
  return isShort(ours) && !isShort(own) ? ours : own;
}

/**
 * Milliseconds that a Retry-After (seconds or a date) or a reset of a rate limit (Unix seconds, or seconds from now) asks
 * for.
 */
export function askedWaitMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const after = headers['retry-after'];
  if (after !== undefined) {
    const isSeconds = /^\d+(\.\d+)?$/.test(after.trim());
    const wait = isSeconds ? Number(after) * 1000 : untilTime(Date.parse(after), headers, now);
    if (Number.isFinite(wait)) return Math.max(0, wait);
  }
  const isUsedUp = headers['x-ratelimit-remaining'] === '0' || headers['ratelimit-remaining'] === '0';
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'];
  if (reset === undefined || !isUsedUp || !/^\d{1,12}$/.test(reset)) return undefined;
  const ms = Number(reset) * 1000;
  // Seconds since 1970 are more than a thousand million; anything less is a wait.
  return Math.max(0, Number(reset) > 1e9 ? untilTime(ms, headers, now) : ms);
}

/** The target takes no more at the moment: fewer at once, or fewer in a time, may help. */
export const isRefusedAsTooMany = (exchange: Exchange): boolean =>
  isRateLimited(exchange) || exchange.response?.status === 503;

/** Statuses that mean a moment: the request came too slowly (408), over a wrong connection (421) or too early (425). */
const TURNED_AWAY: ReadonlySet<number> = new Set([408, 421, 425]);
/** What stands in between is in trouble: the request may have been carried out, or not. */
const GATEWAY: ReadonlySet<number> = new Set([502, 504]);

/** Whether only the end of the connection tells where the body ends, so that nothing tells a whole body from a cut one. */
const endsWithConnection = ({ headers }: ReceivedResponse): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

/** A list that breaks off, where a cut connection leaves no other sign. */
function mayBeCut({ response, fault }: Exchange): boolean {
  if (response?.status !== 200 || !endsWithConnection(response)) return false;
  if (fault !== null) return fault.kind === 'undecodable';
  const text = textOf(response);
  return text !== null && endsTooSoon(text);
}

/** What to do after an attempt: take its answer, or send the request again. */
export type Retry =
  | { readonly kind: 'final' }
  | { readonly kind: 'again'; readonly waitMs: number }
  /** The caller's rate limit is used up: it waits for so long, and nobody else does. */
  | { readonly kind: 'limited'; readonly waitMs: number };

const FINAL: Retry = { kind: 'final' };
/** Attempts that end in a rate limit with a wait that the target asked for: each may let only some through. */
const LIMITED_ATTEMPTS = 60;

/**
 * Whether one more attempt is due: a healthy service on a bad day answers 429 or 5xx, resets a connection or cuts a
 * body intermittently. What stays that way after some attempts is the service's answer. A POST is sent again only where it
 * is known that the last attempt was not carried out.
 *
 * @param attempt how many attempts there were, from 1
 * @param remainingMs what is left of the run; a wait beyond it is not begun
 * @param now Unix milliseconds
 * @param isErratic whether the service has answered with 500 and, asked once more, otherwise
 */
export function retryAfter(
  exchange: Exchange,
  attempt: number,
  remainingMs: number,
  now: number,
  isErratic = false,
): Retry {
  const { request, response, fault } = exchange;
  const mayRepeat = request.method !== 'POST';
  const backoff = 40 * 3 ** (attempt - 1);
  const again = (limit: number, waitMs = backoff): Retry =>
    attempt >= limit || waitMs > MAX_WAIT_MS || waitMs >= remainingMs ? FINAL : { kind: 'again', waitMs };
  // The target's word is taken once; where the wait was too short, it grows.
  const asked = response === null ? undefined : askedWaitMs(response.headers, now);
  const patient = (own: number): number => (attempt === 1 ? (asked ?? own) : Math.max(asked ?? 0, own));

  if (request.method === 'GET' && mayBeCut(exchange)) return again(4);
  if (fault !== null) {
    // Neither reached the target.
    if (fault.kind === 'unreachable' || fault.kind === 'proxy') return again(2, 150);
    if (!mayRepeat) return FINAL;
    if (fault.kind === 'broken') return again(4);
    return fault.kind === 'timeout' ? again(2) : FINAL;
  }
  if (response === null) return FINAL;
  if (isRateLimited(exchange)) {
    const own = Math.min(3 * backoff, MAX_WAIT_MS);
    const waitMs = patient(own);
    const limit = asked !== undefined && asked >= 1000 ? LIMITED_ATTEMPTS : 5;
    return attempt >= limit || waitMs >= remainingMs ? FINAL : { kind: 'limited', waitMs };
  }
  if (response.status === 503) return again(5, patient(backoff));
  if (TURNED_AWAY.has(response.status)) return again(4, patient(backoff));
  if (!mayRepeat) return FINAL;
  if (GATEWAY.has(response.status)) return again(4, patient(backoff));
  return response.status === 500 ? again(isErratic ? 4 : 2) : FINAL;
}
