import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { Client } from '../../src/client/client.ts';
import { fetchTransport } from '../../src/client/fetch-transport.ts';
import { get, LIMITS, post } from './sending.ts';

const HOST = 'http://localhost';
const PATH = '/base/repos/acme/widgets/issues?per_page=5';
const DRIP = new Uint8Array(65_536);
type Handler = Parameters<typeof fetchTransport>[0];

/** Sends one request to a handler. */
async function exchangeWith(handler: Handler, request = get(HOST + PATH), timeoutMs = LIMITS.timeoutMs) {
  const client = new Client({ ...LIMITS, timeoutMs, transport: fetchTransport(handler) });
  const exchange = await client.send(() => request);
  await client.close();
  return exchange;
}

type Stream = ConstructorParameters<typeof ReadableStream<unknown>>[0];
const streaming = (source: Stream) => () =>
  new Response(new ReadableStream(source) as ReadableStream<Uint8Array>);
const never = () => new Promise<never>(() => undefined);
const throwing = (error: unknown) => (): never => {
  throw error;
};
/** A library may have a Response of its own class. */
const ownResponse = () => {
  const { status, headers, body } = new Response('[]');
  return { status, headers, body } as Response;
};
const readAlready: Handler = async () => {
  const response = new Response('read');
  await response.text();
  return response;
};
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('a handler is given a standard Request, and its Response is read', async () => {
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

it.each<[string, Handler, outcome: string, method?: string, timeoutMs?: number]>([
  ['answers without a body', () => new Response(null, { status: 204 }), '204 '],
  ['answers HEAD', () => new Response('not sent'), '200 ', 'HEAD'],
  ['has its own Response', ownResponse, '200 []'],
  ['throws', throwing(new TypeError('no database')), 'handler-failed'],
  ['could not reach another server', throwing(refused), 'handler-failed'],
  ['returns nothing', () => undefined as unknown as Response, 'handler-failed'],
  ['returns a Response that was read', readAlready, 'connection-lost'],
  ['breaks off its body', streaming({ pull: (body) => body.error(new Error('lost')) }), 'connection-lost'],
  ['yields no bytes', streaming({ pull: (body) => body.enqueue('text') }), 'connection-lost'],
  ['never answers', never, 'timeout', 'POST', 20],
  ['never ends its body', streaming({ start: (body) => body.enqueue(DRIP) }), 'timeout', 'POST', 20],
])('a handler that %s', async (_, handler, outcome, method = 'POST', ms = LIMITS.timeoutMs) => {
  const { response, fault } = await exchangeWith(handler, { ...get(HOST + PATH), method }, ms);
  expect(fault?.kind ?? `${response?.status} ${response?.body}`).toBe(outcome);
});

it('a handler is told what it should have returned', async () => {
  const { fault } = await exchangeWith(() => 5 as unknown as Response, get(HOST + PATH));
  expect(fault?.message).toContain('it returned no Response');
});

it('a handler is told by the signal of its Request, or a cancelled body, when nobody waits any more', async () => {
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
