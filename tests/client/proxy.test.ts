import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import type { ProxyServer } from '../../src/client/route.ts';
import { type FakeProxy, serveProxy } from '../support/proxy.ts';
import { alwaysAnswer, type FakeService, serveHttp, serveHttps } from '../support/serve.ts';
import { get, LIMITS, textSent } from './sending.ts';

const CREDENTIALS = { user: 'jdoe', password: 'p@ss:word' };
const AUTHORIZATION = `Basic ${Buffer.from('jdoe:p@ss:word').toString('base64')}`;

/** Sends through a proxy. Certificates are not checked, because those of the tests are not trusted. */
async function through(
  proxy: Promise<FakeProxy>,
  target: Promise<FakeService>,
  use: (client: Client, baseUrl: string) => Promise<void>,
  credentials: ProxyServer['credentials'] = null,
): Promise<readonly string[]> {
  const [{ origin, asked, stop }, service] = await Promise.all([proxy, target]);
  const client = new Client({
    ...LIMITS,
    concurrency: 1,
    route: { proxy: { variable: 'http_proxy', origin, credentials }, checksCertificates: false },
  });
  try {
    await use(client, service.baseUrl);
    return asked;
  } finally {
    await client.close();
    await Promise.all([stop(), service.stop()]);
  }
}

const outcomeOf = ({ response, fault }: Exchange) => response?.status ?? fault?.kind;
const TARGETS = [
  ['http', serveHttp],
  ['https', serveHttps],
] as const;

describe('a proxy', () => {
  it('is asked for the whole address of a target without TLS', async () => {
    const seen: unknown[] = [];
    let baseUrl = '';
    const listener = alwaysAnswer(200, '[]');
    const asked = await through(
      serveProxy(),
      serveHttp((request, response) => {
        seen.push([request.url, request.headers.host, request.headers['proxy-authorization']]);
        listener(request, response);
      }),
      async (client, address) => {
        baseUrl = address;
        const exchange = await client.send(() => get(`${address}/repos/a/b/issues?page=2`));
        expect([exchange.fault, exchange.response?.body]).toEqual([null, '[]']);
        expect(Object.keys(exchange.request.headers)).toEqual([]);
      },
      CREDENTIALS,
    );
    expect(asked).toEqual([`GET ${baseUrl}/repos/a/b/issues?page=2`]);
    expect(seen).toEqual([['/repos/a/b/issues?page=2', baseUrl.slice('http://'.length), undefined]]);
  });

  it('is asked for a tunnel to a target with TLS, once a connection, and sees no more', async () => {
    let baseUrl = '';
    const asked = await through(
      serveProxy(),
      serveHttps(alwaysAnswer(200, '[]')),
      async (client, address) => {
        baseUrl = address;
        for (const fresh of [false, false, true])
          expect(outcomeOf(await client.send(() => get(`${address}/secret`), { fresh }))).toBe(200);
      },
    );
    expect(asked).toEqual([1, 2].map(() => `CONNECT ${baseUrl.slice('https://'.length)}`));
  });

  it.each(TARGETS)('gets its credentials, and nobody else (%s)', async (_scheme, serve) => {
    await through(
      serveProxy({ authorization: AUTHORIZATION }),
      serve((request, response) =>
        alwaysAnswer(request.headers['proxy-authorization'] === undefined ? 200 : 400)(request, response),
      ),
      async (client, baseUrl) => expect(outcomeOf(await client.send(() => get(baseUrl)))).toBe(200),
      CREDENTIALS,
    );
  });

  it.each(TARGETS)(
    'that does not know them is no answer of the target, and is asked once (%s)',
    async (_scheme, serve) => {
      const target = serve(alwaysAnswer(200));
      const asked = await through(
        serveProxy({ authorization: AUTHORIZATION }),
        target,
        async (client, baseUrl) => {
          const exchange = await client.send(() => get(baseUrl));
          expect(exchange).toMatchObject({
            response: null,
            fault: {
              kind: 'barred',
              message: expect.stringMatching(/^the proxy 127\.0\.0\.1:\d+ asks .*\(407\)/),
            },
          });
        },
      );
      expect(asked).toHaveLength(1);
    },
  );

  it('that opens no tunnel is no answer of the target, and is asked again for a POST too, which did not arrive', async () => {
    const target = serveHttps(alwaysAnswer(201));
    const asked = await through(serveProxy({ tunnelStatus: 502 }), target, async (client, url) => {
      const exchange = await client.send(() => ({ method: 'POST', url, headers: {}, body: '{}' }));
      expect(exchange).toMatchObject({ response: null, fault: { kind: 'proxy' } });
    });
    expect(asked).toHaveLength(2);
  });

  it.each(TARGETS)('that is not there is named (%s)', async (_scheme, serve) => {
    const gone = await serveProxy();
    await gone.stop();
    await through(Promise.resolve(gone), serve(alwaysAnswer(200)), async (client, baseUrl) => {
      const { fault } = await client.send(() => get(baseUrl));
      expect(fault).toMatchObject({
        kind: 'proxy',
        message: expect.stringContaining(`proxy ${new URL(gone.origin).host}`),
      });
      expect(fault?.message).toContain('ECONNREFUSED');
    });
  });

  it.each(TARGETS)('takes bodies, and gives interim answers on (%s)', async (_scheme, serve) => {
    await through(
      serveProxy(),
      serve((request, response) => {
        response.writeContinue();
        void textSent(request).then((text) => response.writeHead(201).end(text));
      }),
      async (client, url) => {
        const body = '{"title":"t"}';
        for (let nth = 0; nth < 2; nth += 1) {
          const { response } = await client.send(() => ({ method: 'POST', url, headers: {}, body }));
          expect([response?.status, response?.body]).toEqual([201, body]);
        }
      },
    );
  });

  it('in between hides no trouble with the certificate of the target', async () => {
    const [proxy, service] = await Promise.all([serveProxy(), serveHttps(alwaysAnswer(200), 'other-host')]);
    const client = new Client({
      ...LIMITS,
      route: {
        proxy: { variable: 'https_proxy', origin: proxy.origin, credentials: null },
        checksCertificates: true,
      },
    });
    const { fault } = await client.send(() => get(service.baseUrl));
    expect(fault).toMatchObject({ kind: 'barred', message: expect.stringMatching(/^its certificate/) });
    expect(client.requests).toBe(1);
    await client.close();
    await Promise.all([proxy.stop(), service.stop()]);
  });
});
