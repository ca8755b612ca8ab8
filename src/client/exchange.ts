import type { readJson } from './json.ts';

export const transportErrorKinds = [
  // Nothing listens there, or the host name is unknown.
  'unreachable',
  // The protocols differ, TLS fails, or a proxy refuses. Asking again is useless.
  'connect-failed',
  // The proxy is down or cannot reach the target now. Nothing reached the target.
  'proxy',
  // The connection ended before the answer was complete.
  'connection-lost',
  // The handler of a service within this process threw, or returned no response.
  'handler-failed',
  // The answer is not HTTP.
  'malformed',
  // The whole exchange took longer than TIMEOUT_MS.
  'timeout',
  // The body exceeds what this program reads.
  'too-large',
  // The body cannot be decompressed.
  'undecodable',
  // The service stopped answering at this request repeatedly, each time after it had come back.
  'gone',
  // The request was not sent, because of a limit of the service or of the run.
  'not-sent',
  // The recording that is judged does not have the request.
  'not-recorded',
] as const;

export type TransportErrorKind = (typeof transportErrorKinds)[number];

interface ExchangeFault {
  readonly kind: TransportErrorKind;
  readonly message: string;
}

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
  readonly fault: ExchangeFault | null;
  /** When the request was sent, in milliseconds of a monotonic clock. */
  readonly startedAt: number;
  /** Milliseconds from sending to the last byte, of the last attempt only. */
  readonly ms: number;
}

/** Returns when the answer was complete, on the clock of `startedAt`. */
export const endOf = ({ startedAt, ms }: Exchange): number => startedAt + ms;

export const overlap = (one: Exchange, other: Exchange): boolean =>
  one.startedAt < endOf(other) && other.startedAt < endOf(one);

/** True for a complete answer with a status of 500 or more. */
export const isServerError = ({ response, fault }: Exchange): boolean =>
  fault === null && response !== null && response.status >= 500;

/** True for a 503 that asks to wait. */
export const asksToWait = ({ response }: Exchange): boolean =>
  response?.status === 503 && response.headers['retry-after'] !== undefined;

/** True if the target asks for fewer requests: 429, or 403 with a rate-limit header. */
export function isRateLimited({ response }: Pick<Exchange, 'response'>): boolean {
  if (response === null) return false;
  const { status, headers } = response;
  const isUsedUp = headers['x-ratelimit-remaining'] === '0' || headers['ratelimit-remaining'] === '0';
  return status === 429 || (status === 403 && (isUsedUp || headers['retry-after'] !== undefined));
}

export function isSuccess({ response, fault }: Exchange): boolean {
  return fault === null && response !== null && response.status >= 200 && response.status < 300;
}

/** Statuses that depend on the time of a request, not on its content. */
const OF_THE_MOMENT: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/**
 * True for a complete answer that refuses the request for its content. After any other answer, the request
 * may have been carried out.
 */
export function isRefusal(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return (
    exchange.fault === null &&
    status >= 400 &&
    status < 500 &&
    !OF_THE_MOMENT.has(status) &&
    !isRateLimited(exchange)
  );
}

export const notSent = (request: SentRequest, message: string, startedAt: number): Exchange => ({
  request,
  response: null,
  fault: { kind: 'not-sent', message },
  startedAt,
  ms: 0,
});

/** Faults without an answer that a service may have caused. */
const SILENT: ReadonlySet<TransportErrorKind> = new Set([
  'unreachable',
  'connection-lost',
  'handler-failed',
  'timeout',
]);

/** True if there was no answer: the connection failed or broke, a handler threw, or the time ran out. */
export const isSilent = ({ response, fault }: Exchange): boolean =>
  response === null && fault !== null && SILENT.has(fault.kind);

/** Returns a short description: `422`, `200, incomplete: the connection was reset`, `no answer (ECONNREFUSED)`. */
export function describeExchange({ response, fault }: Exchange): string {
  if (fault === null) return response === null ? 'no answer' : String(response.status);
  return response === null
    ? `no answer (${fault.message})`
    : `${response.status}, incomplete: ${fault.message}`;
}
