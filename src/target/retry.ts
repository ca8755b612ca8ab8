import { type Exchange, isRateLimited, type ReceivedResponse } from './exchange.ts';
import { endsTooSoon } from './json.ts';

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

/** The target takes no more at the moment: fewer at once, or fewer in a time, may help. */
export const isRefusedAsTooMany = (exchange: Exchange): boolean =>
  isRateLimited(exchange) || exchange.response?.status === 503;

/**
 * Statuses that mean a moment and not the request: it came too slowly (408), over a wrong connection (421) or too early
 * (425), or what stands in between is in trouble.
 */
const PASSING: ReadonlySet<number> = new Set([408, 421, 425, 502, 504]);

/** Whether only the end of the connection tells where the body ends, so that nothing tells a whole body from a cut one. */
const endsWithConnection = ({ headers }: ReceivedResponse): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

/** A list that breaks off, where a cut connection leaves no other sign. */
function mayBeCut({ request, response, fault }: Exchange): boolean {
  if (request.method !== 'GET' || response?.status !== 200 || !endsWithConnection(response)) return false;
  return fault === null ? endsTooSoon(response.body) : fault.kind === 'undecodable';
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
  // The target's word is taken once; where the wait was too short, it grows.
  const asked = response === null ? undefined : askedWaitMs(response.headers, now);
  const patient = (own: number): number => (attempt === 1 ? (asked ?? own) : Math.max(asked ?? 0, own));

  if (mayBeCut(exchange)) return again(4);
  if (fault !== null) {
    if (fault.kind === 'broken') return again(4);
    if (fault.kind === 'unreachable') return again(2, 150);
    return fault.kind === 'timeout' ? again(2) : FINAL;
  }
  if (response === null) return FINAL;
  if (isRateLimited(exchange)) return again(5, patient(3 * backoff), true);
  if (response.status === 503) return again(5, patient(backoff));
  if (PASSING.has(response.status)) return again(4, patient(backoff));
  return response.status === 500 ? again(2) : FINAL;
}
