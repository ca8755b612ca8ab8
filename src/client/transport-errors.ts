import type { Exchange, TransportErrorKind } from './exchange.ts';
import { codeOf, messageOf } from './thrown.ts';
import { errors } from './undici-parts.js';

/** An error that says itself which fault it is. It has no cause, whose code could look like one of the network. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly kind: TransportErrorKind;

  constructor(kind: TransportErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const UNREACHABLE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;

const IS_OF_TLS = /CERT|^(?:HOSTNAME_MISMATCH|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO)/;
const SPEAKS_NO_TLS = /WRONG.VERSION.NUMBER|PACKET.LENGTH.TOO.LONG|UNKNOWN.PROTOCOL|RECORD.LAYER.FAILURE/i;
const OWN_CA =
  'set NODE_EXTRA_CA_CERTS, in the environment, to a file (PEM) with the certificate of your own CA';

/** Returns why TLS with a server fails, and what to set; `undefined` if it does not. Asking again is useless. */
function tlsTrouble(code: string, message: string): string | undefined {
  if (!IS_OF_TLS.test(code)) return undefined;
  // A write error names its cause in the message only.
  if (SPEAKS_NO_TLS.test(`${code} ${message}`))
    return 'it does not speak TLS there: begin BASE_URL with http://, or check the port in it';
  const problem = code.toLowerCase().replace(/^err_/, '').replaceAll('_', ' ');
  return `the TLS handshake fails (${problem}): check its certificate, the host in BASE_URL and the clock of this machine, or ${OWN_CA}`;
}

const { ConnectTimeoutError, HeadersOverflowError, HTTPParserError, SocketError } = errors;

const fault = (kind: TransportErrorKind, message: string) => ({ kind, message });
const lost = (message: string) => fault('connection-lost', message);

function ofParser(error: unknown, code: string, message: string) {
  const bytes = error instanceof HTTPParserError && 'data' in error ? String(error.data) : '';
  // A TLS record: an alert or a handshake.
  if (['\x15\x03', '\x16\x03'].includes(bytes.slice(0, 2)))
    return fault('connect-failed', 'it does not speak HTTP there but TLS: begin BASE_URL with https://');
  if (/EOF|CLOSED/.test(`${code} ${message}`)) return lost('the connection ended inside the answer');
  const isOfHeader = /header (?:value|field|token)/i.test(message);
  return fault('malformed', isOfHeader ? 'a header has a character that HTTP forbids' : 'it is not HTTP/1.1');
}

/** Classifies an error of a transport or of reading a body. The first line that applies decides. */
export function faultOf(error: unknown): NonNullable<Exchange['fault']> {
  const code = codeOf(error) ?? '';
  const message = messageOf(error) || code;
  if (error instanceof FaultError) return fault(error.kind, message);
  if (UNREACHABLE.test(code)) return fault('unreachable', code);
  const trouble = tlsTrouble(code, message);
  if (trouble !== undefined) return fault('connect-failed', trouble);
  if (error instanceof ConnectTimeoutError) return fault('timeout', 'no connection in time');
  if (error instanceof HTTPParserError || code.startsWith('HPE_')) return ofParser(error, code, message);
  // The parser asserts what it expects of a status.
  if (code === 'ERR_ASSERTION') return fault('malformed', 'its status is none that a request may get');
  if (error instanceof HeadersOverflowError)
    return fault('malformed', 'its headers do not end, or are too long');
  if (code === 'ECONNRESET') return lost('the connection was reset');
  if (error instanceof SocketError && message === 'bad response')
    return fault('connect-failed', 'it sends 100 Continue unasked, which this program cannot read');
  const isClosed = code === 'EPIPE' || error instanceof SocketError;
  return lost(isClosed ? 'the connection was closed' : message);
}
