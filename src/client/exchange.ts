import type { LongBody } from './long-body.ts';
import { CUT } from './secrets.ts';

/** Why no complete answer came. */
export type TransportFault =
  /** Nothing listens there, or the name is unknown. */
  | 'unreachable'
  /** Another protocol is spoken, TLS does not come about, or a proxy lets nothing through: to ask again is in vain. */
  | 'barred'
  /** A proxy is not there, or does not get to the target at the moment: nothing reached that. */
  | 'proxy'
  /** The connection ended before the answer did. */
  | 'broken'
  /** Not HTTP. */
  | 'malformed'
  /** Longer than TIMEOUT_MS, as a whole. */
  | 'timeout'
  /** The body exceeds what this program reads. */
  | 'too-large'
  /** The body is compressed in a way that cannot be undone. */
  | 'undecodable'
  /** The service stopped answering at this request, came back, and stopped at it again. */
  | 'gone'
  /** The request was not sent: a limit of the service, or of the run, keeps it back. */
  | 'withheld';

/** One request as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What came back. Header names are lower case. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as UTF-8 text, of a long one its beginning; bytes that are no UTF-8 show as U+FFFD. */
  readonly body: string;
  /** All of a long body; see {@link textOf}. */
  readonly long?: LongBody;
  /** Whether every byte of the body was UTF-8. */
  readonly utf8: boolean;
}

/** All of a body as text; `null` where it was long, and was read and let go before. */
export const textOf = ({ body, long }: ReceivedResponse): string | null =>
  long === undefined ? body : long.text;

/** Whether two answers have the same body. Long bodies that are the same are one. */
export const haveSameBody = (a: ReceivedResponse | null, b: ReceivedResponse | null): boolean =>
  a?.body === b?.body && a?.long === b?.long;

/** UTF-16 units of a header that are kept, which is what most servers take, and of all headers of an answer together. */
const MOST_OF_HEADER = 8192;
const MOST_OF_HEADERS = 32 * 1024;

/**
 * What is kept of the headers of an answer. A value of which only the beginning is kept ends in a mark, which no header can
 * hold: there a secret may be cut in two.
 */
export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  let left = MOST_OF_HEADERS;
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const shown = value.length > MOST_OF_HEADER ? `${value.slice(0, MOST_OF_HEADER)}${CUT}` : value;
    left -= name.length + shown.length;
    if (left >= 0) kept.push([name, shown]);
  }
  return Object.fromEntries(kept);
}

/** One request and what became of it: an answer, a fault of the transport, or both where the body broke off. */
export interface Exchange {
  readonly request: SentRequest;
  readonly response: ReceivedResponse | null;
  readonly fault: { readonly kind: TransportFault; readonly message: string } | null;
  /** When it was sent, in milliseconds of a clock that never goes back. */
  readonly startedAt: number;
  /** From sending to the last byte, the last attempt only. */
  readonly ms: number;
}

/** When the answer was there, on the clock of `startedAt`. */
export const endOf = ({ startedAt, ms }: Exchange): number => startedAt + ms;

/** A whole answer with a status of 500 or more. */
export const isServerError = ({ response, fault }: Exchange): boolean =>
  fault === null && response !== null && response.status >= 500;

/** The target asks for fewer requests: 429, or 403 together with a header that says so. */
export function isRateLimited({ response }: Pick<Exchange, 'response'>): boolean {
  if (response === null) return false;
  if (response.status === 429) return true;
  const { headers } = response;
  return (
    response.status === 403 &&
    (headers['retry-after'] !== undefined ||
      headers['x-ratelimit-remaining'] === '0' ||
      headers['ratelimit-remaining'] === '0')
  );
}

/** A complete answer with some 2xx. */
export function isSuccess({ response, fault }: Exchange): boolean {
  return fault === null && response !== null && response.status >= 200 && response.status < 300;
}

/** Statuses of a request that came at the wrong moment, and is not refused for what it says. */
const OF_THE_MOMENT: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** A complete answer that refuses the request for what it is: after anything else it is unknown what became of it. */
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

/** No answer at all: the connection broke, was refused, or nothing came in time. */
export const isSilent = ({ response, fault }: Exchange): boolean =>
  response === null && fault !== null && ['unreachable', 'broken', 'timeout'].includes(fault.kind);

/** An exchange in a few words: `422`, `200 (body breaks off)`, `no answer (connection reset)`. */
export function describeExchange({ response, fault }: Exchange): string {
  if (fault === null) return response === null ? 'no answer' : String(response.status);
  return response === null ? `no answer (${fault.message})` : `${response.status}, but ${fault.message}`;
}
