import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import { faultOf, ProxyFault } from '../../src/client/fault.ts';
import type { ProxyServer } from '../../src/client/route.ts';

const coded = (code: string, cause?: unknown) =>
  Object.assign(new Error(`0A00010B:error:SSL routines:it was ${code}:record.c:350`, { cause }), { code });

/** Matches texts of libraries. */
const RAW = /SSL routines|error:|0A0|ERR_|HPE_|CERT_|_CERT(?!S)/;

describe('what an error of the way means', () => {
  it('is told by its code, or by that of its cause', () => {
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
      expect(faultOf(coded(code))).toEqual({ kind: 'unreachable', message: code });
    expect(faultOf(new Error('fetch failed', { cause: coded('ENOTFOUND') })).kind).toBe('unreachable');
    expect(faultOf(coded('ECONNRESET'))).toEqual({ kind: 'broken', message: 'the connection was reset' });
    expect(faultOf(coded('EPIPE')).kind).toBe('broken');
  });

  it('is a broken connection where nothing else is known', () => {
    expect(faultOf(new Error('something else'))).toEqual({ kind: 'broken', message: 'something else' });
    expect(faultOf('thrown').kind).toBe('broken');
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed: set NODE_EXTRA_CA_CERTS/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /not signed by a trusted CA: set NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /set NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /set NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', /has expired: renew it/],
    ['CERT_NOT_YET_VALID', /not valid yet: check the clock/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another host: set BASE_URL/],
    ['CERT_REVOKED', /cannot be verified/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS there: begin BASE_URL with http:\/\//],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', /does not speak TLS there/],
    [
      'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
      /HTTP\/2: set BASE_URL to an address that accepts HTTP\/1\.1/,
    ],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /requires a client certificate/],
    ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', /refuses the TLS handshake/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /TLS 1\.2 or 1\.3/],
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', /check the name in BASE_URL/],
    ['ERR_SSL_SOMETHING_NEW', /the TLS handshake fails/],
    ['EPROTO', /the TLS handshake fails/],
  ])('says in words what %s is, and what to set', (code, says) => {
    const { kind, message } = faultOf(coded(code));
    expect([kind, message]).toEqual(['barred', expect.stringMatching(says)]);
    expect(message).not.toMatch(RAW);
  });

  it('is told by the message where a code says only that it is TLS', () => {
    const error = Object.assign(
      new Error('write EPROTO 40:error:0A00010B:SSL routines::wrong version number:'),
      {
        code: 'EPROTO',
      },
    );
    expect(faultOf(error).message).toMatch(/does not speak TLS there/);
  });
});

describe('what is no HTTP/1.1', () => {
  const parser = (message: string, bytes: string) =>
    Object.assign(new errors.HTTPParserError(`Response does not match the HTTP/1.1 protocol (${message})`), {
      code: 'HPE_INVALID_CONSTANT',
      data: bytes,
    });

  it('is known by how it begins where that is TLS or HTTP/2', () => {
    const alert = faultOf(parser('Expected HTTP/, RTSP/ or ICE/', '\x15\x03\x01\0\x02\x02F'));
    expect([alert.kind, alert.message]).toEqual([
      'barred',
      expect.stringMatching(/TLS: begin BASE_URL with https/),
    ]);
    const settings = faultOf(parser('Expected HTTP/, RTSP/ or ICE/', '\0\0\x12\x04\0\0\0\0\0\0\x03'));
    expect([settings.kind, settings.message]).toEqual(['barred', expect.stringMatching(/HTTP\/2 only/)]);
  });

  it('says what the parser minds, and no name of the parser', () => {
    expect(faultOf(parser('Expected HTTP/, RTSP/ or ICE/', 'SSH-2.0'))).toEqual({
      kind: 'malformed',
      message: 'it is not HTTP/1.1',
    });
    expect(faultOf(parser('Invalid header token', 'HTTP/1.1 200')).message).toMatch(
      /: Invalid header token$/,
    );
    expect(faultOf(Object.assign(new Error('HPE_INVALID_URL'), { code: 'HPE_INVALID_URL' }))).toEqual({
      kind: 'malformed',
      message: 'it is not HTTP/1.1',
    });
  });
});

describe('what becomes of a request at a proxy', () => {
  const proxy: ProxyServer = {
    variable: 'https_proxy',
    origin: 'http://proxy.example:3128',
    credentials: { user: 'jdoe', password: 'hunter2' },
  };

  it.each([
    [
      { status: 407 },
      'barred',
      /the proxy proxy\.example:3128 asks for a user name .*\(407\): set https_proxy/,
    ],
    [{ status: 403 }, 'barred', /does not connect to it \(403\)/],
    [{ status: 502 }, 'proxy', /does not connect to it \(502\)/],
    [{ cause: coded('ECONNREFUSED') }, 'proxy', /cannot be used \(ECONNREFUSED\): check https_proxy/],
    [{ cause: coded('CERT_HAS_EXPIRED') }, 'barred', /cannot be used, since its certificate has expired/],
    [{ cause: coded('ERR_SSL_WRONG_VERSION_NUMBER') }, 'barred', /begin https_proxy with http:/],
  ] as const)('names it and the variable, and shows no credentials (%o)', (why, kind, says) => {
    const fault = faultOf(new ProxyFault(proxy, why));
    expect([fault.kind, fault.message]).toEqual([kind, expect.stringMatching(says)]);
    expect(fault.message).toContain('the proxy proxy.example:3128');
    expect(fault.message).not.toMatch(/jdoe|hunter2/);
  });
});
