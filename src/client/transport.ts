import { Agent, errors, request as send } from 'undici';
import { BodyTooLarge, UnknownCoding } from './body.ts';
import type { SentRequest, TransportFault } from './exchange.ts';
import { connectorPastInterim } from './interim.ts';

/** What comes back of a request, before its body is read. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; a header that is given more than once is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Buffers. */
  readonly body: AsyncIterable<unknown>;
}

/** How requests reach a target: over a network, or within the process. */
export interface Transport {
  /**
   * @param fresh whether to use a connection that no other request has used
   * @throws {Error} where no answer comes; {@link faultOf} says what it means
   */
  readonly send: (
    request: SentRequest,
    options: { readonly signal: AbortSignal; readonly fresh: boolean },
  ) => Promise<RawAnswer>;
  readonly close: () => Promise<void>;
}

/** Bytes of all headers of an answer: a Link header may repeat a long query several times. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Requests over the network, with so many connections at most. Redirects are answers and are not followed. */
export function httpTransport(connections: number, connectMs: number): Transport {
  // The whole of a request is timed by a signal; undici's own timers fire late and let a slow drip pass.
  const options = {
    connections,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: connectorPastInterim(connectMs),
  };
  const kept = new Agent({ ...options, pipelining: 1 });
  // Without pipelining a connection is closed after its first answer.
  const fresh = new Agent({ ...options, pipelining: 0 });
  return {
    send: async ({ method, url, headers, body }, { signal, fresh: isFresh }) => {
      const answer = await send(url, {
        method: method as 'GET',
        headers,
        body,
        dispatcher: isFresh ? fresh : kept,
        signal,
      });
      const received: Record<string, string> = {};
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined) received[name] = Array.isArray(value) ? value.join(', ') : value;
      }
      return { status: answer.statusCode, headers: received, body: answer.body };
    },
    close: async () => {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === '' && error.cause !== undefined ? codeOf(error.cause) : code;
}

const isTls = (code: string): boolean =>
  code.includes('CERT') || code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code === 'EPROTO';

const isOfCoding = (code: string): boolean =>
  code.startsWith('Z_') || code.startsWith('ERR__ERROR') || code.startsWith('ERR_BROTLI');

/** What an error of a transport, or of reading a body, means for the answer. */
export function faultOf(error: unknown): { kind: TransportFault; message: string } {
  const code = codeOf(error);
  const message = error instanceof Error && error.message !== '' ? error.message : code;
  if (error instanceof BodyTooLarge) return { kind: 'too-large', message };
  if (UNREACHABLE.has(code)) return { kind: 'unreachable', message: code };
  if (isTls(code)) return { kind: 'unreachable', message: `TLS: ${message}` };
  if (error instanceof errors.ConnectTimeoutError)
    return { kind: 'timeout', message: 'no connection in time' };
  if (isOfCoding(code) || error instanceof UnknownCoding)
    return { kind: 'undecodable', message: `the body cannot be decompressed (${message})` };
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return /EOF|CLOSED/.test(`${code} ${message}`)
      ? { kind: 'broken', message: 'the connection ended inside the answer' }
      : { kind: 'malformed', message };
  }
  if (error instanceof errors.HeadersOverflowError)
    return { kind: 'malformed', message: 'the headers have no end' };
  if (code === 'ECONNRESET') return { kind: 'broken', message: 'the connection was reset' };
  if (code === 'EPIPE' || error instanceof errors.SocketError)
    return { kind: 'broken', message: 'the connection was closed' };
  return { kind: 'broken', message };
}
