import { type Exchange, isRateLimited } from './exchange.ts';

/** The longest wait that a target may ask for; a longer one is not waited for, and the answer stands as it is. */
const MAX_WAIT_MS = 20_000;

/** Milliseconds that a Retry-After (seconds or a date) or an X-RateLimit-Reset (Unix seconds) asks for. */
function askedWaitMs(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const after = headers['retry-after'];
  if (after !== undefined) {
    const seconds = /^\d+(\.\d+)?$/.test(after.trim()) ? Number(after) * 1000 : Date.parse(after) - now;
    if (Number.isFinite(seconds)) return Math.max(0, seconds);
  }
  const reset = headers['x-ratelimit-reset'];
  if (reset !== undefined && headers['x-ratelimit-remaining'] === '0' && /^\d+$/.test(reset)) {
    return Math.max(0, Number(reset) * 1000 - now);
  }
  return undefined;
}

/** What to do after an attempt: take its answer, or send the request again, alone or after everybody has waited. */
export type Retry =
  | { readonly kind: 'final' }
  | { readonly kind: 'again'; readonly waitMs: number; readonly everybody: boolean };

const FINAL: Retry = { kind: 'final' };

/**
 * Whether one more attempt is due: a healthy service on a bad day answers 429 or 5xx, resets a connection or cuts a
 * body now and then. What stays that way after some attempts is the service's answer.
 *
 * @param attempt how many attempts there were, from 1
 * @param remainingMs what is left of the run; a wait beyond it is not begun
 */
export function retryAfter(exchange: Exchange, attempt: number, remainingMs: number, now: number): Retry {
  const { response, fault } = exchange;
  const backoff = 40 * 3 ** (attempt - 1);
  const again = (limit: number, waitMs = backoff, everybody = false): Retry =>
    attempt >= limit || waitMs > MAX_WAIT_MS || waitMs >= remainingMs
      ? FINAL
      : { kind: 'again', waitMs, everybody };

  if (fault !== null) {
    if (fault.kind === 'broken') return again(4);
    if (fault.kind === 'unreachable') return again(2, 150);
    return fault.kind === 'timeout' ? again(2) : FINAL;
  }
  if (response === null) return FINAL;
  const asked = askedWaitMs(response.headers, now);
  if (isRateLimited(exchange)) return again(5, asked ?? 3 * backoff, true);
  if ([502, 503, 504].includes(response.status)) return again(4, asked ?? backoff);
  return response.status === 500 ? again(2) : FINAL;
}
