import { type Exchange, isRateLimited } from './exchange.ts';

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

/** True if the target is overloaded or limits its callers; fewer requests may help. */
export const isRefusedAsTooMany = (exchange: Exchange): boolean =>
  isRateLimited(exchange) || exchange.response?.status === 503;

/** Statuses of a request that came too slowly (408), on a wrong connection (421) or too early (425). */
const TURNED_AWAY: ReadonlySet<number> = new Set([408, 421, 425]);
/** Statuses of a failing gateway: the request may have been carried out, or not. */
const GATEWAY: ReadonlySet<number> = new Set([502, 504]);

/** Decision after an attempt: the answer is final, or the request is repeated. */
export type Retry =
  | { readonly kind: 'final' }
  | { readonly kind: 'again'; readonly waitMs: number }
  /** The caller's rate limit is used up. Only this caller waits. */
  | { readonly kind: 'limited'; readonly waitMs: number };

const FINAL: Retry = { kind: 'final' };
/**
 * Maximum attempts if each ends in a rate limit with a requested wait; each wait may let only some requests
 * through.
 */
const LIMITED_ATTEMPTS = 60;

/**
 * Decides if one more attempt is due. A healthy service may intermittently answer 429 or 5xx, reset a
 * connection or cut a body. A failure that persists is the service's answer. A POST is repeated only if the
 * last attempt was certainly not carried out.
 * @param attempt number of attempts so far
 * @param remainingMs time left of the run; a longer wait is not started
 * @param now Unix milliseconds
 * @param isErratic true if the service has answered a repeated request differently after a 500
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
  // The requested wait is used once; if it was too short, the own wait grows.
  const asked = response === null ? undefined : askedWaitMs(response.headers, now);
  const patient = (own: number): number => (attempt === 1 ? (asked ?? own) : Math.max(asked ?? 0, own));

  if (fault !== null) {
    // The request did not reach the target.
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
