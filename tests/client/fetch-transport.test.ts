import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { Client } from '../../src/client/client.ts';
import type { TransportErrorKind } from '../../src/client/exchange.ts';
import { fetchTransport } from '../../src/client/fetch-transport.ts';
import { get, LIMITS, post } from './sending.ts';

const HOST = 'http://localhost';
const PATH = '/base/repos/acme/widgets/issues?per_page=5';
const DRIP = new Uint8Array(65_536);
type Handler = Parameters<typeof fetchTransport>[0];

/** Sends one request to a handler. */
async function exchangeWith(handler: Handler, request = get(HOST + PATH), timeoutMs = LIMITS.timeoutMs) {
  const client = new Client({ ...LIMITS, timeoutMs, transport: fetchTransport(handler) });
  return client.send(() => request).finally(() => client.close());
}

type Stream = ConstructorParameters<typeof ReadableStream<unknown>>[0];
const streaming = (source: Stream) => () =>
  new Response(new ReadableStream(source) as ReadableStream<Uint8Array>);
const never = () => new Promise<never>(() => undefined);
const throwing = (error: unknown) => (): never => {
  throw error;
};
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('a handler of the Fetch API', () => {
  it('is given a standard Request, and its Response is read', async () => {
    const seen: unknown[] = [];
    const handler: Handler = async (request) => {
      seen.push(request instanceof Request, request.method, request.url, await request.text());
      seen.push(request.headers.get('authorization'), request.headers.get('host'));
      return Response.json([1], {
        status: 201,
        headers: [
          ['link', 'a'],
          ['link', 'b'],
          ['X-Own', 'c'],
        ],
      });
    };
    const request = post(HOST + PATH, { authorization: 'Bearer x' }, '"ä"');
    const { response, fault } = await exchangeWith(handler, request);
    expect(seen).toEqual([true, 'POST', HOST + PATH, '"ä"', 'Bearer x', 'localhost']);
    expect(fault).toBeNull();
    expect(response).toMatchObject({ status: 201, body: '[1]', headers: { link: 'a, b', 'x-own': 'c' } });
  });

  it.each<[string, () => Response, method: string, status: number, body: string]>([
    ['no body', () => new Response(null, { status: 204 }), 'GET', 204, ''],
    ['HEAD', () => new Response('not sent'), 'HEAD', 200, ''],
    [
      'a Response of its own',
      () => {
        const { status, headers, body } = new Response('[]');
        return { status, headers, body, bodyUsed: false } as Response;
      },
      'GET',
      200,
      '[]',
    ],
  ])('may answer with %s', async (_, handler, method, status, body) => {
    const { response } = await exchangeWith(handler, { ...get(HOST + PATH), method });
    expect(response).toMatchObject({ status, body });
  });

  it.each<[string, Handler, kind: TransportErrorKind, timeoutMs?: number]>([
    ['throws', throwing(new TypeError('no database')), 'connection-lost'],
    ['could not reach another server', throwing(refused), 'connection-lost'],
    ['returns nothing', () => undefined as unknown as Response, 'connection-lost'],
    [
      'returns a Response that was read',
      async () => {
        const response = new Response('read');
        await response.text();
        return response;
      },
      'connection-lost',
    ],
    ['breaks off its body', streaming({ pull: (body) => body.error(new Error('lost')) }), 'connection-lost'],
    ['yields no bytes', streaming({ pull: (body) => body.enqueue('text') }), 'connection-lost'],
    ['never answers', never, 'timeout', 20],
    ['never ends its body', streaming({ start: (body) => body.enqueue(DRIP) }), 'timeout', 20],
  ])('is at fault if it %s', async (_, handler, kind, timeoutMs) => {
    const { fault } = await exchangeWith(handler, post(HOST + PATH), timeoutMs);
    expect(fault?.kind).toBe(kind);
  });

  it('is told by the signal of its Request, or a cancelled body, when nobody waits any more', async () => {
    const told: Promise<unknown>[] = [];
    const silent: Handler = ({ signal }) => {
      told.push(once(signal, 'abort'));
      return never();
    };
    await exchangeWith(silent, post(HOST + PATH), 20);
    expect(await Promise.all(told)).toHaveLength(1);
    const cancel = vi.fn();
    await exchangeWith(streaming({ cancel }), post(HOST + PATH), 20);
    expect(cancel).toHaveBeenCalledOnce();
  });
});
