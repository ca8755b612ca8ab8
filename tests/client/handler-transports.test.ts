import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { fetchTransport } from '../../src/client/fetch-transport.ts';
import { listenerTransport } from '../../src/client/listener-transport.ts';
import type { Transport } from '../../src/client/transport.ts';

const LIMITS = { concurrency: 4, maxRequests: 50, maxRate: undefined, timeoutMs: 300, deadlineMs: 60_000 };
const URL_OF = 'http://localhost/base/repos/acme/widgets/issues?per_page=5';

type Sent = Parameters<Transport['send']>[0];

async function exchangeOver(transport: Transport, request: Partial<Sent> = {}): Promise<Exchange> {
  const client = new Client({ ...LIMITS, transport });
  try {
    return await client.send(() => ({ method: 'GET', url: URL_OF, headers: {}, body: null, ...request }));
  } finally {
    await client.close();
  }
}

const streamOf = (pull: (controller: ReadableStreamDefaultController<unknown>) => void): Response =>
  new Response(new ReadableStream({ pull }) as ReadableStream<Uint8Array>);

describe('a handler of the Fetch API', () => {
  it('is given a standard Request, and its Response is read', async () => {
    const seen: unknown[] = [];
    const { response, fault } = await exchangeOver(
      fetchTransport(async (request) => {
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
      }),
      { method: 'POST', headers: { authorization: 'Bearer x' }, body: '{"title":"ä"}' },
    );
    expect(seen).toEqual([true, 'POST', URL_OF, '{"title":"ä"}', 'Bearer x', 'localhost']);
    expect(fault).toBeNull();
    expect(response).toMatchObject({ status: 201, body: '[1]', headers: { link: 'a, b', 'x-own': 'c' } });
  });

  it('may answer without a promise, without a body, and to HEAD', async () => {
    expect(
      (await exchangeOver(fetchTransport(() => new Response(null, { status: 204 })))).response,
    ).toMatchObject({
      status: 204,
      body: '',
    });
    const head = fetchTransport(() => new Response('not sent'));
    expect((await exchangeOver(head, { method: 'HEAD' })).response).toMatchObject({ status: 200, body: '' });
  });

  it('may have a Response of its own', async () => {
    const { status, headers, body } = new Response('[]');
    const own = { status, headers, body, bodyUsed: false } as Response;
    expect((await exchangeOver(fetchTransport(() => own))).response).toMatchObject({
      status: 200,
      body: '[]',
    });
  });

  const used = async (): Promise<Response> => {
    const response = new Response('read');
    await response.text();
    return response;
  };

  it.each<[string, () => Response | Promise<Response>, string]>([
    [
      'throws',
      () => {
        throw new TypeError('no database\nat home');
      },
      'the handler threw TypeError: no database',
    ],
    ['rejects', () => Promise.reject(new Error('')), 'the handler threw Error'],
    ['throws what is no error', () => Promise.reject('words'), 'the handler threw words'],
    [
      'returns nothing',
      () => undefined as unknown as Response,
      'the handler returned something else than a Response',
    ],
    [
      'returns a text',
      () => '[]' as unknown as Response,
      'the handler returned something else than a Response',
    ],
    [
      'returns a network error',
      () => Response.error(),
      'the handler returned something else than a Response',
    ],
    ['returns a Response that was read', used, 'the handler returned a Response whose body was read'],
  ])('is at fault where it %s', async (_, handler, message) => {
    const { response, fault } = await exchangeOver(fetchTransport(handler));
    expect(response).toBeNull();
    expect(fault).toEqual({ kind: 'broken', message });
  });

  it('is not taken for unreachable where what it threw says so of something else', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { fault } = await exchangeOver(fetchTransport(() => Promise.reject(cause)));
    expect(fault?.kind).toBe('broken');
  });

  it('is at fault for a body that breaks off, or holds no bytes', async () => {
    const lost = fetchTransport(() => streamOf((controller) => controller.error(new Error('lost'))));
    expect((await exchangeOver(lost)).fault).toEqual({
      kind: 'broken',
      message: 'its body breaks off with Error: lost',
    });
    const texts = fetchTransport(() => streamOf((controller) => controller.enqueue('text')));
    expect((await exchangeOver(texts)).fault?.message).toBe('its body yields something else than bytes');
  });

  it('has its time, before the answer and within it', async () => {
    const never = fetchTransport(() => new Promise<Response>(() => undefined));
    expect((await exchangeOver(never)).fault?.kind).toBe('timeout');
    let isCancelled = false;
    const dripping = fetchTransport(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new Uint8Array(3)),
            cancel: () => {
              isCancelled = true;
            },
          }),
        ),
    );
    expect((await exchangeOver(dripping)).fault?.kind).toBe('timeout');
    expect(isCancelled).toBe(true);
  });

  it('is told by the signal of its Request when nobody waits any more', async () => {
    const told: Promise<unknown>[] = [];
    const never = fetchTransport(({ signal }) => {
      told.push(once(signal, 'abort'));
      return new Promise<Response>(() => undefined);
    });
    await exchangeOver(never);
    expect(told.length).toBeGreaterThan(0);
    await Promise.all(told);
  });

  it('is not read beyond what any body may have', async () => {
    const endless = fetchTransport(() =>
      streamOf((controller) => controller.enqueue(new Uint8Array(65_536))),
    );
    expect((await exchangeOver(endless)).fault?.kind).toBe('too-large');
  });

  it('lets others have their turn though it waits for nothing', async () => {
    const transport = fetchTransport(() => new Response('[]'));
    let isTurn = false;
    setImmediate(() => {
      isTurn = true;
    });
    await exchangeOver(transport);
    expect(isTurn).toBe(true);
  });

  it('is not asked what no Request can hold', async () => {
    let asked = 0;
    const counting = fetchTransport(() => {
      asked += 1;
      return new Response('');
    });
    const { fault } = await exchangeOver(counting, { body: 'a body' });
    expect(fault?.message).toBe('a GET with a body cannot be made a Request');
    expect(asked).toBe(0);
  });
});

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

describe('a listener of node:http', () => {
  it('answers as it does behind a port', async () => {
    const listener: Listener = (request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        response.writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers.host}` });
        response.end(text);
      });
    };
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '"ä"' };
    const { response } = await exchangeOver(listenerTransport(listener), request);
    expect(response).toMatchObject({
      status: 201,
      body: '"ä"',
      headers: { 'x-seen': 'POST /base/repos/acme/widgets/issues?per_page=5 localhost' },
    });
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const client = new Client(LIMITS);
    const url = URL_OF.replace('localhost', `127.0.0.1:${port}`);
    const over = await client.send(() => ({
      ...request,
      url,
      headers: { ...request.headers, host: 'localhost' },
    }));
    await client.close();
    server.close();
    const { date: _, connection: _own, ...headers } = response?.headers ?? {};
    const { date: __, connection: _its, 'keep-alive': ___, ...others } = over.response?.headers ?? {};
    expect({ ...over.response, headers: others }).toEqual({ ...response, headers });
  });

  it.each<[string, Listener, string]>([
    [
      'throws',
      () => {
        throw new Error('no database');
      },
      'the listener threw Error: no database',
    ],
    ['rejects', () => Promise.reject(new Error('later')), 'the listener threw Error: later'],
    ['hangs up', ({ socket }) => socket.destroy(), 'the connection was reset'],
  ])('is at fault where it %s', async (_, listener, message) => {
    const { response, fault } = await exchangeOver(listenerTransport(listener));
    expect(response).toBeNull();
    expect(fault).toEqual({ kind: 'broken', message });
  });

  it('is at fault where it throws within its answer', async () => {
    const half: Listener = async (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      await new Promise((resolve) => response.write('half', resolve));
      throw new Error('half way');
    };
    const { response, fault } = await exchangeOver(listenerTransport(half));
    expect(response?.status).toBe(200);
    expect(fault).toEqual({ kind: 'broken', message: 'the listener threw Error: half way' });
  });

  it('has its time', async () => {
    expect((await exchangeOver(listenerTransport(() => undefined))).fault?.kind).toBe('timeout');
    const dripping: Listener = (_, response) => response.writeHead(200).write('[');
    expect((await exchangeOver(listenerTransport(dripping))).fault?.kind).toBe('timeout');
  });

  it('is not read beyond what any body may have', async () => {
    const endless: Listener = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    };
    const client = new Client({ ...LIMITS, timeoutMs: 20_000, transport: listenerTransport(endless) });
    const { fault } = await client.send(() => ({ method: 'GET', url: URL_OF, headers: {}, body: null }));
    await client.close();
    expect(fault?.kind).toBe('too-large');
  });
});
