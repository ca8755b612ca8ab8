import type { readJson } from './json.ts';

export const transportErrorKinds = [
  'unreachable', // Nothing listens there, or the host name is unknown.
  'connect-failed', // The protocols differ, TLS fails, or a proxy refuses. Asking again is useless.
  'proxy', // The proxy is down or cannot reach the target now. Nothing reached the target.
  'connection-lost', // The connection ended before the answer was complete.
  'handler-failed', // The handler of a service within this process threw, or returned no response.
  'malformed', // The answer is not HTTP.
  'timeout', // The whole exchange took longer than TIMEOUT_MS.
  'too-large', // The body exceeds what this program reads.
  'undecodable', // The body cannot be decompressed.
  'gone', // The service stopped answering at this request repeatedly, each time after it had come back.
  'not-sent', // The request was not sent, because of a limit of the service or of the run.
  'not-recorded', // The recording that is judged does not have the request.
] as const;

export type TransportErrorKind = (typeof transportErrorKinds)[number];

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Header names are in lower case. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text, or the beginning of a long body. Invalid UTF-8 shows as U+FFFD. */
  readonly body: string;
  /** The kept part of a long body, which is read once, when it arrives. */
  readonly long?: {
    /** The whole body as JSON, with long texts shortened. Of a value that is not a list, only its kind is kept. */
    readonly json: ReturnType<typeof readJson>;
    /** The whole text; `null` of a list, and of a text that is too long. */
    readonly text: string | null;
  };
  readonly utf8: boolean;
}

/** Returns the whole body as text; `null` of a long list, and of a text that is too long. */
export const textOf = ({ body, long }: ReceivedResponse): string | null =>
  long === undefined ? body : long.text;

/** One request with its outcome: an answer, a transport fault, or both if the body was cut. */
export interface Exchange {
  readonly request: SentRequest;
  readonly response: ReceivedResponse | null;
  readonly fault: { readonly kind: TransportErrorKind; readonly message: string } | null;
  /** When the request was sent, in milliseconds of a monotonic clock. */
  readonly startedAt: number;
  /** Milliseconds from sending to the last byte, of the last attempt only. */
  readonly ms: number;
}

/** Returns when the answer was complete, on the clock of `startedAt`. */
export const endOf = ({ startedAt, ms }: Exchange): number => startedAt + ms;

export const overlap = (one: Exchange, other: Exchange): boolean =>
  one.startedAt < endOf(other) && other.startedAt < endOf(one);

/** True if the connection shows that the request did not reach the target. */
export const isUnreached = ({ fault }: Exchange): boolean =>
  fault !== null && ['unreachable', 'connect-failed', 'proxy'].includes(fault.kind);

/** Returns the status of a complete answer; 0 without one. */
const completeStatus = ({ response, fault }: Exchange): number =>
  fault === null && response !== null ? response.status : 0;

export const isServerError = (exchange: Exchange): boolean => completeStatus(exchange) >= 500;

export const isSuccess = (exchange: Exchange): boolean => Math.floor(completeStatus(exchange) / 100) === 2;

export const asksToWait = ({ response }: Exchange): boolean =>
  response?.status === 503 && response.headers['retry-after'] !== undefined;

/** True if the target asks for fewer requests: 429, or 403 with a rate-limit header. */
export function isRateLimited({ response }: Pick<Exchange, 'response'>): boolean {
  if (response === null) return false;
  const { status, headers } = response;
  const isUsedUp = headers['x-ratelimit-remaining'] === '0' || headers['ratelimit-remaining'] === '0';
  return status === 429 || (status === 403 && (isUsedUp || headers['retry-after'] !== undefined));
}

/** Statuses that depend on the time of a request, not on its content. */
const OF_THE_MOMENT = new Set([408, 409, 425, 429]);

/**
 * True for a complete answer that refuses the request for its content. After any other answer, the request
 * may have been carried out.
 */
export function isRefusal(exchange: Exchange): boolean {
  const status = completeStatus(exchange);
  return status >= 400 && status < 500 && !OF_THE_MOMENT.has(status) && !isRateLimited(exchange);
}

export const notSent = (request: SentRequest, message: string, startedAt: number): Exchange => ({
  request,
  response: null,
  fault: { kind: 'not-sent', message },
  startedAt,
  ms: 0,
});

/** True if there was no answer, which the service may have caused. */
export const isSilent = ({ response, fault }: Exchange): boolean =>
  response === null &&
  fault !== null &&
  ['unreachable', 'connection-lost', 'handler-failed', 'timeout'].includes(fault.kind);

/** Returns a short description: `422`, `200, incomplete: the connection was reset`, `no answer (ECONNREFUSED)`. */
export function describeExchange({ response, fault }: Exchange): string {
  if (response === null) return fault === null ? 'no answer' : `no answer (${fault.message})`;
  return fault === null ? String(response.status) : `${response.status}, incomplete: ${fault.message}`;
}
