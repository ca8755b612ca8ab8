import { errors } from 'undici';
import { isError } from './thrown.ts';

/**
 * A phrase that follows "since": the problem, and the setting to change.
 * @param address the setting that names the server
 */
type Words = (address: string) => string;

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
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/,
    () => 'its certificate has expired, or is not valid yet: renew it, or correct the clock of this machine',
  ],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/,
    (address) => `its certificate is for another host: set ${address} to a name in the certificate`,
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|RECORD_LAYER_FAILURE/,
    (address) => `it does not speak TLS there: begin ${address} with http://, or check the port in it`,
  ],
  [
    /ALERT_(?:CERTIFICATE_|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA)/,
    (address) =>
      `it requires a client certificate, which this program does not have: set ${address} to an address that requires none`,
  ],
  [/CERT/, () => 'its certificate cannot be verified: replace it'],
];

const isOfTls = (code: string): boolean =>
  code.includes('CERT') || /^(?:HOSTNAME_MISMATCH$|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO$)/.test(code);

const byteAt = (bytes: string, place: number): number => bytes.charCodeAt(place);

/** True for a TLS record: a handshake or an alert. */
const beginsTls = (bytes: string): boolean =>
  [0x15, 0x16].includes(byteAt(bytes, 0)) && byteAt(bytes, 1) === 3;

/**
 * Returns why this program and a server cannot communicate, and what to set: their protocols differ, or TLS
 * fails. Asking again is useless. `null` for any other error.
 * @param code of the error, or of its cause
 * @param address the setting that names the server
 */
export function protocolTrouble(error: unknown, code: string, address: string): string | null {
  if (error instanceof errors.HTTPParserError) {
    const bytes = 'data' in error ? String(error.data) : '';
    return beginsTls(bytes) ? `it does not speak HTTP there but TLS: begin ${address} with https://` : null;
  }
  if (!isOfTls(code)) return null;
  // A write error names its cause in the message only.
  const message = isError(error) ? error.message.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_') : '';
  const words = TLS_TROUBLES.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
  return words?.(address) ?? 'the TLS handshake fails: `openssl s_client -connect HOST:PORT` shows why';
}
