import { errors } from 'undici';
import { BodyTooLarge, UnknownCoding } from './body.ts';
import type { TransportFault } from './exchange.ts';
import { protocolTrouble } from './protocol.ts';
import { nameOfProxy, type ProxyServer } from './route.ts';
import { isError } from './thrown.ts';

interface Fault {
  readonly kind: TransportFault;
  readonly message: string;
}

/** A proxy did not forward a request. Its own answer is not one of the target. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly proxy: ProxyServer;
  readonly status: number | null;

  /** @param why the proxy's status, or the error of connecting to it */
  constructor(proxy: ProxyServer, why: { readonly status: number } | { readonly cause: unknown }) {
    super(`the proxy ${nameOfProxy(proxy)} failed`, 'cause' in why ? { cause: why.cause } : {});
    this.proxy = proxy;
    this.status = 'status' in why ? why.status : null;
  }
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
  if (!isError(error)) return '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === '' && error.cause !== undefined ? codeOf(error.cause) : code;
}

export const isUnreachable = (error: unknown): boolean => UNREACHABLE.has(codeOf(error));

const isOfCoding = (code: string): boolean =>
  code.startsWith('Z_') || code.startsWith('ERR__ERROR') || code.startsWith('ERR_BROTLI');

function ofProxy({ proxy, status, cause }: ProxyFault): Fault {
  const { variable } = proxy;
  const fault = status === null ? faultOf(cause, variable) : null;
  const isLasting = fault?.kind === 'barred' || (status !== null && status < 500);
  const say = (text: string): Fault => ({
    kind: isLasting ? 'barred' : 'proxy',
    message: `the proxy ${nameOfProxy(proxy)} ${text}`,
  });
  if (status === 407)
    return say(
      `asks for a user name and a password that it knows (407): set ${variable} to an address with them (http://user:password@host:port)`,
    );
  if (fault?.kind === 'barred') return say(`cannot be used, since ${fault.message}`);
  const around = 'or name the host of BASE_URL in NO_PROXY to ask it without a proxy';
  return fault === null
    ? say(`does not connect to it (${status}): check BASE_URL and that the service is up, ${around}`)
    : say(`cannot be used (${fault.message}): check ${variable} and that the proxy is up, ${around}`);
}

/** Returns the HTTP parser's complaint, or only "not HTTP/1.1" if it gives no detail. */
function ofParser(message: string): string {
  const why = message.endsWith(')') ? message.slice(message.indexOf('(') + 1, -1) : '';
  return why === '' || why.startsWith('Expected HTTP/') ? 'it is not HTTP/1.1' : `it is not HTTP/1.1: ${why}`;
}

/**
 * Classifies an error of a transport or of reading a body.
 * @param address the setting that names the server asked
 */
export function faultOf(error: unknown, address = 'BASE_URL'): Fault {
  if (error instanceof ProxyFault) return ofProxy(error);
  const code = codeOf(error);
  const message = isError(error) && error.message !== '' ? error.message : code;
  if (error instanceof BodyTooLarge) return { kind: 'too-large', message };
  if (UNREACHABLE.has(code)) return { kind: 'unreachable', message: code };
  const trouble = protocolTrouble(error, code, address);
  if (trouble !== null) return { kind: 'barred', message: trouble };
  if (error instanceof errors.ConnectTimeoutError)
    return { kind: 'timeout', message: 'no connection in time' };
  if (isOfCoding(code) || error instanceof UnknownCoding)
    return { kind: 'undecodable', message: `the body cannot be decompressed (${message})` };
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return /EOF|CLOSED/.test(`${code} ${message}`)
      ? { kind: 'broken', message: 'the connection ended inside the answer' }
      : { kind: 'malformed', message: ofParser(message) };
  }
  if (error instanceof errors.HeadersOverflowError)
    return { kind: 'malformed', message: 'the headers do not end' };
  // The parser of undici asserts what it expects of a status.
  if (code === 'ERR_ASSERTION')
    return { kind: 'malformed', message: 'it is not HTTP/1.1: its status has no meaning here' };
  if (code === 'ECONNRESET') return { kind: 'broken', message: 'the connection was reset' };
  if (code === 'EPIPE' || error instanceof errors.SocketError)
    return { kind: 'broken', message: 'the connection was closed' };
  return { kind: 'broken', message };
}
