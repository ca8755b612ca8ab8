import type { ExchangeFault, TransportErrorKind } from './exchange.ts';
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

/**
 * TLS errors by code and message, each with the problem and the setting to change. The first match applies.
 * Names of alerts have a prefix with the TLS version.
 */
const TLS_TROUBLES: readonly (readonly [RegExp, string])[] = [
  [
    /SELF_SIGNED|^(?:UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_UNTRUSTED)/,
    'its certificate is self-signed, or not signed by a trusted CA: set NODE_EXTRA_CA_CERTS, in the environment, to a file (PEM) with it or with the certificate of your own CA, or let it send the intermediate certificates as well',
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/,
    'its certificate has expired, or is not valid yet: renew it, or correct the clock of this machine',
  ],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/,
    'its certificate is for another host: set BASE_URL to a name in the certificate',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|RECORD_LAYER_FAILURE/,
    'it does not speak TLS there: begin BASE_URL with http://, or check the port in it',
  ],
];

const IS_OF_TLS = /CERT|^(?:HOSTNAME_MISMATCH|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO)/;

/** Returns why TLS with a server fails, and what to set; `undefined` if it does not. Asking again is useless. */
function tlsTrouble(code: string, message: string): string | undefined {
  if (!IS_OF_TLS.test(code)) return undefined;
  // A write error names its cause in the message only.
  const said = `${code} ${message.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
  const found = TLS_TROUBLES.find(([pattern]) => pattern.test(said));
  return found?.[1] ?? 'the TLS handshake fails: `openssl s_client -connect HOST:PORT` shows why';
}

/** Classifies an error of the HTTP parser. @param bytes that it could not read */
function ofParser(code: string, message: string, bytes: string): ExchangeFault {
  // A TLS record: an alert or a handshake.
  if (['\x15\x03', '\x16\x03'].includes(bytes.slice(0, 2)))
    return {
      kind: 'connect-failed',
      message: 'it does not speak HTTP there but TLS: begin BASE_URL with https://',
    };
  if (/EOF|CLOSED/.test(`${code} ${message}`))
    return { kind: 'connection-lost', message: 'the connection ended inside the answer' };
  const isOfHeader = /header (?:value|field|token)/i.test(message);
  return {
    kind: 'malformed',
    message: isOfHeader ? 'a header has a character that HTTP forbids' : 'it is not HTTP/1.1',
  };
}

/** Classifies an error of a transport or of reading a body. */
export function faultOf(error: unknown): ExchangeFault {
  const code = codeOf(error) ?? '';
  const message = messageOf(error) || code;
  if (error instanceof FaultError) return { kind: error.kind, message };
  if (UNREACHABLE.test(code)) return { kind: 'unreachable', message: code };
  const trouble = tlsTrouble(code, message);
  if (trouble !== undefined) return { kind: 'connect-failed', message: trouble };
  if (error instanceof errors.ConnectTimeoutError)
    return { kind: 'timeout', message: 'no connection in time' };
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_'))
    return ofParser(
      code,
      message,
      error instanceof errors.HTTPParserError && 'data' in error ? String(error.data) : '',
    );
  // The parser asserts what it expects of a status.
  if (code === 'ERR_ASSERTION')
    return { kind: 'malformed', message: 'its status is none that a request may get' };
  if (error instanceof errors.HeadersOverflowError)
    return { kind: 'malformed', message: 'its headers do not end, or are too long' };
  if (code === 'ECONNRESET') return { kind: 'connection-lost', message: 'the connection was reset' };
  if (error instanceof errors.SocketError && message === 'bad response')
    return {
      kind: 'connect-failed',
      message: 'it sends 100 Continue unasked, which this program cannot read',
    };
  if (code === 'EPIPE' || error instanceof errors.SocketError)
    return { kind: 'connection-lost', message: 'the connection was closed' };
  return { kind: 'connection-lost', message };
}
