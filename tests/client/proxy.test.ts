import { text } from 'node:stream/consumers';
import { errors } from 'undici';
import { expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { Route } from '../../src/client/route.ts';
import { faultOf } from '../../src/client/transport-errors.ts';
import { serveProxy } from '../support/proxy.ts';
import { type Certificate, serveHttp, serveHttps } from '../support/serve.ts';
import { LIMITS, post } from './sending.ts';

const KNOWN = { authorization: `Basic ${Buffer.from('jdoe:p@ss:word').toString('base64')}` };

interface Case {
  readonly scheme: 'http' | 'https';
  readonly proxy?: Parameters<typeof serveProxy>[0];
  readonly authorization?: NonNullable<Route['proxy']>['authorization'];
  readonly isGone?: boolean;
  /** Certificates of the tests are not trusted, so they are checked only where one is named. */
  readonly certificate?: Certificate;
}

/** Sends some requests through a proxy to a target, which repeats what it is sent. */
async function through(
  { scheme, proxy, authorization = null, isGone = false, certificate }: Case,
  times: number,
) {
  const listener: Parameters<typeof serveHttp>[0] = (request, response) => {
    const isSecretTold = request.headers['proxy-authorization'] !== undefined;
    void text(request).then((body) => response.writeHead(isSecretTold ? 400 : 201).end(body));
  };
  const { origin, asked, stop } = await serveProxy(proxy);
  const service = await (scheme === 'http' ? serveHttp(listener) : serveHttps(listener, certificate));
  if (isGone) await stop();
  const server = { variable: 'http_proxy', origin, name: new URL(origin).host, authorization, secrets: [] };
  const route = { proxy: server, checksCertificates: certificate !== undefined };
  const client = new Client({ ...LIMITS, concurrency: 1, route });
  const url = `${service.baseUrl}/a?page=2`;
  const exchanges: Exchange[] = [];
  for (let nth = 0; nth < times; nth += 1) exchanges.push(await client.send(() => post(url)));
  await client.close();
  await Promise.all([isGone ? undefined : stop(), service.stop()]);
  return { exchanges, asked, url, requests: client.requests };
}

it.each([
  ['http', undefined],
  ['https', undefined],
  ['http', KNOWN],
  ['https', KNOWN],
] as const)(
  'a proxy carries bodies, and keeps its credentials from the target: %s %j',
  async (scheme, proxy) => {
    const { exchanges, asked, url } = await through({ scheme, ...proxy, ...(proxy && { proxy }) }, 3);
    for (const { response, request } of exchanges)
      expect([response?.status, response?.body, request.headers]).toEqual([201, '{"title":"t"}', {}]);
    // A tunnel shows the host alone, once a connection.
    const tunnel = `CONNECT ${new URL(url).host}`;
    expect(asked).toEqual(scheme === 'http' ? Array(3).fill(`POST ${url}`) : [tunnel]);
  },
);

it.each<[Case, kind: string, requests: number]>([
  [{ scheme: 'http', proxy: KNOWN }, 'connect-failed', 1],
  [{ scheme: 'https', proxy: KNOWN }, 'connect-failed', 1],
  [{ scheme: 'https', proxy: { tunnelStatus: 403 } }, 'connect-failed', 1],
  [{ scheme: 'https', proxy: { tunnelStatus: 502 } }, 'proxy', 2],
  [{ scheme: 'http', isGone: true }, 'proxy', 2],
  [{ scheme: 'https', isGone: true }, 'proxy', 2],
  [{ scheme: 'https', certificate: 'other-host' }, 'connect-failed', 1],
])('a proxy never answers for the target: %j', async (one, kind, expected) => {
  const { exchanges, requests } = await through(one, 1);
  expect([exchanges[0]?.response, exchanges[0]?.fault?.kind, requests]).toEqual([null, kind, expected]);
  const isOfProxy = one.certificate === undefined;
  expect(exchanges[0]?.fault?.message.includes('the proxy 127.0.0.1:')).toBe(isOfProxy);
});

const coded = (code: string, cause?: unknown) =>
  Object.assign(new Error(`0A00010B:error:SSL routines:it was ${code}:record.c:350`, { cause }), { code });
const parser = (message: string, data: string) =>
  Object.assign(new errors.HTTPParserError(message), { code: 'HPE_INVALID_CONSTANT', data });

it.each<[error: unknown, kind: string, says: RegExp]>([
  [new Error('fetch failed', { cause: coded('ENOTFOUND') }), 'unreachable', /ENOTFOUND/],
  [coded('ECONNRESET'), 'connection-lost', /reset/],
  [coded('EPIPE'), 'connection-lost', /closed/],
  [new Error('something else'), 'connection-lost', /something else/],
  ['thrown', 'connection-lost', /^thrown$/],
  [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'connect-failed', /NODE_EXTRA_CA_CERTS/],
  [coded('CERT_HAS_EXPIRED'), 'connect-failed', /expired/],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'connect-failed', /BASE_URL/],
  [coded('CERT_REVOKED'), 'connect-failed', /TLS/],
  [coded('ERR_SSL_SOMETHING_NEW'), 'connect-failed', /TLS/],
  [parser('Expected HTTP/', '\x15\x03\x01\0\x02\x02F'), 'connect-failed', /https/],
  [parser('Invalid header token', 'HTTP/1.1 200'), 'malformed', /a header/],
  [coded('HPE_INVALID_URL'), 'malformed', /HTTP\/1\.1/],
  // A test of sockets (tests/proof/sockets.test.ts) holds what else a connection does.
])('the fault of an error is %s: %s', (error, kind, says) => {
  const fault = faultOf(error);
  expect(fault).toEqual({ kind, message: expect.stringMatching(says) });
  expect(fault.message).not.toMatch(/SSL routines|error:|0A0|ERR_|HPE_|CERT_|_CERT(?!S)/);
});
