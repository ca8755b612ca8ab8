import { errors } from 'undici';
import { isError } from './thrown.ts';

/**
 * A phrase that follows "since": the problem, and the setting to change.
 * @param address the setting that names the server
 */
type Words = (address: string) => string;

const elsewhere: Words = (address) => `set ${address} to an address that accepts HTTP/1.1`;

/**
 * TLS error codes of Node and OpenSSL, and the message for each. The first match applies. Alert names have a
 * prefix with the TLS version.
 */
const TLS_TROUBLES: readonly (readonly [RegExp, Words])[] = [
  [
    /^DEPTH_ZERO_SELF_SIGNED_CERT/,
    () =>
      'its certificate is self-signed: set NODE_EXTRA_CA_CERTS, in the environment, to a file with that certificate (PEM)',
  ],
  [
    /^(?:SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_UNTRUSTED)/,
    () =>
      'its certificate is not signed by a trusted CA: set NODE_EXTRA_CA_CERTS, in the environment, to a file with the certificate of your own CA (PEM), or let it send the intermediate certificates as well',
  ],
  [/^CERT_HAS_EXPIRED/, () => 'its certificate has expired: renew it, or correct the clock of this machine'],
  [/^CERT_NOT_YET_VALID/, () => 'its certificate is not valid yet: check the clock of this machine'],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/,
    (address) => `its certificate is for another host: set ${address} to a name in the certificate`,
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|RECORD_LAYER_FAILURE/,
    (address) => `it does not speak TLS there: begin ${address} with http://, or check the port in it`,
  ],
  [
    /NO_APPLICATION_PROTOCOL/,
    (address) => `it does not accept HTTP/1.1, only another protocol such as HTTP/2: ${elsewhere(address)}`,
  ],
  [
    /ALERT_(?:CERTIFICATE_|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA)/,
    (address) =>
      `it requires a client certificate, which this program does not have: set ${address} to an address that requires none`,
  ],
  [
    /HANDSHAKE_FAILURE/,
    (address) =>
      `it refuses the TLS handshake, and may require a client certificate or ciphers that Node does not offer: set ${address} to an address that requires neither`,
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    () =>
      'it offers no version of TLS that is accepted here: enable TLS 1.2 or 1.3 there, or set NODE_OPTIONS, in the environment, to "--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0"',
  ],
  [/UNRECOGNIZED_NAME/, (address) => `it has no host of that name: check the name in ${address}`],
  [/CERT/, () => 'its certificate cannot be verified: replace it'],
];

const isOfTls = (code: string): boolean =>
  code.includes('CERT') || /^(?:HOSTNAME_MISMATCH$|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO$)/.test(code);

const byteAt = (bytes: string, place: number): number => bytes.charCodeAt(place);

/** True for a TLS record: a handshake or an alert. */
const beginsTls = (bytes: string): boolean =>
  [0x15, 0x16].includes(byteAt(bytes, 0)) && byteAt(bytes, 1) === 3;

/** True for a SETTINGS frame on stream 0, with which HTTP/2 begins. */
const beginsHttp2 = (bytes: string): boolean =>
  byteAt(bytes, 3) === 4 && [5, 6, 7, 8].every((place) => byteAt(bytes, place) === 0);

/**
 * Returns why this program and a server cannot communicate, and what to set: their protocols differ, or TLS
 * fails. Asking again is useless. `null` for any other error.
 * @param code of the error, or of its cause
 * @param address the setting that names the server
 */
export function protocolTrouble(error: unknown, code: string, address: string): string | null {
  if (error instanceof errors.HTTPParserError) {
    const bytes = 'data' in error ? String(error.data) : '';
    if (beginsTls(bytes)) return `it does not speak HTTP there but TLS: begin ${address} with https://`;
    return beginsHttp2(bytes)
      ? `it speaks HTTP/2 only, and this program does not: ${elsewhere(address)}`
      : null;
  }
  if (!isOfTls(code)) return null;
  // A write error names its cause in the message only.
  const message = isError(error) ? error.message.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_') : '';
  const words = TLS_TROUBLES.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  return words?.(address) ?? 'the TLS handshake fails: `openssl s_client -connect HOST:PORT` shows why';
}
