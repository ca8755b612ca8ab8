/** Why no complete answer came. */
export type TransportFault =
  /** Nothing listens there, or the name is unknown, or TLS does not come about. */
  | 'unreachable'
  /** The connection ended before the answer did. */
  | 'broken'
  /** Not HTTP. */
  | 'malformed'
  /** Longer than TIMEOUT_MS, as a whole. */
  | 'timeout'
  /** The body exceeds what this program reads. */
  | 'too-large'
  /** The body is compressed in a way that cannot be undone. */
  | 'undecodable';

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
  /** The body as UTF-8 text; bytes that are no UTF-8 show as U+FFFD. */
  readonly body: string;
  /** Whether every byte of the body was UTF-8. */
  readonly utf8: boolean;
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

/** The target asks for fewer requests: 429, or 403 together with a header that says so. */
export function isRateLimited({ response }: Exchange): boolean {
  if (response === null) return false;
  if (response.status === 429) return true;
  return (
    response.status === 403 &&
    (response.headers['retry-after'] !== undefined || response.headers['x-ratelimit-remaining'] === '0')
  );
}

/** A complete answer with some 2xx. */
export function isSuccess({ response, fault }: Exchange): boolean {
  return fault === null && response !== null && response.status >= 200 && response.status < 300;
}

/** An exchange in a few words: `422`, `200 (body breaks off)`, `no answer (connection reset)`. */
export function describeExchange({ response, fault }: Exchange): string {
  if (fault === null) return response === null ? 'no answer' : String(response.status);
  return response === null ? `no answer (${fault.message})` : `${response.status}, but ${fault.message}`;
}
