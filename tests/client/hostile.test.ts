import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/exchange.ts';
import { alwaysAnswer, type FakeService, serveHttp, serveTcp } from '../support/serve.ts';
import { HandClock } from './hand-clock.ts';
import { get, LIMITS, sendTo, withService } from './sending.ts';

const MEBI = 1024 * 1024;

/** Sends a POST, which is never retried, and times it out as soon as the service has acted. */
async function timedOut(start: (timeIsOver: () => void) => Promise<FakeService>): Promise<Exchange> {
  const clock = new HandClock();
  const limits = { clock, timeoutMs: 150 };
  return withService(
    start(() => clock.pass(150)),
    limits,
    (client, baseUrl) => client.send(() => ({ method: 'POST', url: baseUrl, headers: {}, body: '{}' })),
  );
}

describe('a target that runs into the time-out', () => {
  it('drips a body that has begun', async () => {
    const exchange = await timedOut((timeIsOver) =>
      serveHttp((_request, response) => {
        response.writeHead(200);
        let drops = 0;
        const timer = setInterval(() => {
          response.write(' ');
          drops += 1;
          if (drops === 5) timeIsOver();
        }, 5);
        response.on('close', () => clearInterval(timer));
      }),
    );
    expect(exchange.fault).toEqual({ kind: 'timeout', message: 'no complete answer within 150 ms' });
    expect(exchange.ms).toBe(150);
  });

  it('drips its head', async () => {
    const exchange = await timedOut((timeIsOver) =>
      serveTcp((socket) => {
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nx-a: b\r\n', () => timeIsOver()));
      }),
    );
    expect(exchange).toMatchObject({ response: null, fault: { kind: 'timeout' } });
  });

  it('never answers', async () => {
    const exchange = await timedOut((timeIsOver) => serveHttp(() => timeIsOver()));
    expect(exchange).toMatchObject({ response: null, fault: { kind: 'timeout' } });
  });

  it('says that it goes on, and nothing more', async () => {
    const exchange = await timedOut((timeIsOver) =>
      serveTcp((socket) => {
        socket.once('data', () => socket.write('HTTP/1.1 100 Continue\r\n\r\n', () => timeIsOver()));
      }),
    );
    expect(exchange).toMatchObject({ response: null, fault: { kind: 'timeout' } });
  });
});

/** Each test ends by itself; a hanging test is a failure. */
describe('a target that', () => {
  it('sends a compressed bomb sends too much', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MEBI));
    const { exchange, requests } = await sendTo(
      serveHttp(alwaysAnswer(200, bomb, { 'content-encoding': 'gzip' })),
    );
    expect([exchange.fault?.kind, requests]).toEqual(['too-large', 1]);
    expect(exchange.response).toMatchObject({ status: 200, body: '' });
  });

  it('sends a body without end sends too much', async () => {
    const { exchange } = await sendTo(
      serveHttp((_request, response) => {
        response.writeHead(200);
        let left = 64;
        // The body does end, so that a reader without a limit fails instead of filling the memory.
        const more = (): void => {
          while (!response.destroyed && left > 0) {
            left -= 1;
            if (!response.write('x'.repeat(MEBI))) break;
          }
          if (left === 0) response.end();
          else if (!response.destroyed) response.once('drain', more);
        };
        more();
      }),
    );
    expect(exchange.fault?.kind).toBe('too-large');
  });

  it('sends headers without end is malformed', async () => {
    const { exchange } = await sendTo(
      serveTcp((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const line = `x-more: ${'a'.repeat(1000)}\r\n`.repeat(10);
        const timer = setInterval(() => socket.write(line), 1);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    expect(exchange.fault?.kind).toBe('malformed');
  });

  it('resets every connection is broken, after some attempts', async () => {
    const { exchange, requests } = await sendTo(serveTcp((socket) => socket.resetAndDestroy()));
    expect([exchange.fault?.kind, exchange.response, requests]).toEqual(['broken', null, 4]);
  });

  it('closes without a word is broken', async () => {
    const { exchange } = await sendTo(serveTcp((socket) => void socket.once('data', () => socket.end())));
    expect(exchange.fault?.kind).toBe('broken');
  });

  it('breaks off a body is broken, with the status that came', async () => {
    const cut = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[';
    const { exchange } = await sendTo(serveTcp((socket) => void socket.once('data', () => socket.end(cut))));
    expect([exchange.fault?.kind, exchange.response?.status]).toEqual(['broken', 200]);
  });

  it('breaks off a chunked body is broken', async () => {
    const cut = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[1,2,';
    const { exchange } = await sendTo(serveTcp((socket) => void socket.once('data', () => socket.end(cut))));
    expect([exchange.fault?.kind, exchange.response?.status]).toEqual(['broken', 200]);
  });

  it('does not speak HTTP is malformed, and is asked once', async () => {
    const { exchange, requests } = await sendTo(serveTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
    expect([exchange.fault?.kind, requests]).toEqual(['malformed', 1]);
  });

  it('says gzip of what is none is undecodable', async () => {
    const { exchange } = await sendTo(serveHttp(alwaysAnswer(200, '[]', { 'content-encoding': 'gzip' })));
    expect([exchange.fault?.kind, exchange.response?.status]).toEqual(['undecodable', 200]);
  });

  it('uses a coding that nobody knows is undecodable, and names it', async () => {
    const { exchange } = await sendTo(serveHttp(alwaysAnswer(200, '[]', { 'content-encoding': 'rot13' })));
    expect(exchange.fault).toMatchObject({ kind: 'undecodable', message: expect.stringContaining('rot13') });
  });

  it('refuses connections is unreachable', async () => {
    const client = new Client(LIMITS);
    const exchange = await client.send(() => get('http://127.0.0.1:9/'));
    expect([exchange.fault?.kind, exchange.fault?.message, client.requests]).toEqual([
      'unreachable',
      'ECONNREFUSED',
      2,
    ]);
    await client.close();
  });

  it('speaks http where https is asked for is asked once', async () => {
    const service = await serveHttp(alwaysAnswer(200, '[]'));
    const client = new Client(LIMITS);
    const exchange = await client.send(() => get(service.baseUrl.replace('http:', 'https:')));
    expect(exchange.fault).toMatchObject({ kind: 'barred', message: expect.stringContaining('TLS') });
    expect(client.requests).toBe(1);
    await client.close();
    await service.stop();
  });
});
