import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { withoutInterim } from '../../src/client/interim.ts';
import { serveHttp, serveTcp } from '../support/serve.ts';
import { get, sendTo, textSent, withService } from './sending.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n';
const PROCESSING = 'HTTP/1.1 102 Processing\r\n\r\n';
const answer = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Answers each request of a connection with the same bytes, in pieces. */
const answering = (text: string, pieces: (text: string) => readonly string[] = (whole) => [whole]) =>
  serveTcp((socket: Socket) => {
    socket.setNoDelay(true);
    // The pieces are sent one after the other, because timers of a busy machine may fire out of order.
    const write = ([piece, ...more]: readonly string[]): void => {
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece);
      setTimeout(() => write(more), 4);
    };
    socket.on('data', () => write(pieces(text)));
  });

describe('an interim answer', () => {
  it('before the answer is taken and passed over, whatever it is', async () => {
    for (const interim of [CONTINUE, HINTS, PROCESSING, CONTINUE.repeat(3), HINTS + CONTINUE + PROCESSING]) {
      const { exchange, requests } = await sendTo(answering(interim + answer('[]')));
      expect([exchange.fault, exchange.response?.status, exchange.response?.body, requests]).toEqual([
        null,
        200,
        '[]',
        1,
      ]);
    }
  });

  it('may come in pieces, and apart from the answer', async () => {
    const whole = CONTINUE + answer('[]');
    for (const cut of [1, 6, 11, 12, 20, CONTINUE.length - 1, CONTINUE.length, CONTINUE.length + 3]) {
      const { exchange } = await sendTo(
        answering(whole, (text) => [text.slice(0, cut), text.slice(cut), ''].filter((part) => part !== '')),
      );
      expect([cut, exchange.fault, exchange.response?.body]).toEqual([cut, null, '[]']);
    }
  });

  it('comes before every answer of a connection, also of one that creates', async () => {
    const statuses: (number | undefined)[] = [];
    const connections = new Set<unknown>();
    await withService(
      serveHttp((request, response) => {
        connections.add(request.socket);
        response.writeContinue();
        void textSent(request).then((text) => response.writeHead(text === '' ? 200 : 201).end('{}'));
      }),
      { concurrency: 1 },
      async (client, baseUrl) => {
        for (const method of ['POST', 'GET', 'POST', 'POST']) {
          const body = method === 'POST' ? '{"title":"t"}' : null;
          const exchange = await client.send(() => ({ method, url: baseUrl, headers: {}, body }));
          statuses.push(exchange.response?.status);
        }
        expect(client.requests).toBe(4);
      },
    );
    expect(statuses).toEqual([201, 200, 201, 201]);
    expect(connections.size).toBe(1);
  });

  it('is looked for at the beginning only: a body may say what it likes', async () => {
    const body = JSON.stringify([CONTINUE]) + CONTINUE;
    const { exchange } = await sendTo(
      answering(answer(body), (text) => [text.slice(0, -CONTINUE.length), text.slice(-CONTINUE.length)]),
    );
    expect(exchange.response?.body).toBe(body);
  });

  it('that would change the protocol is not passed over', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
    const { exchange } = await sendTo(answering(upgrade + answer('[]')));
    expect(exchange.fault?.kind).toBe('broken');
  });
});

describe('what follows interim answers', () => {
  const of = (text: string) => {
    const { rest, complete } = withoutInterim(Buffer.from(text, 'latin1'));
    return [rest.toString('latin1'), complete];
  };

  it('is known once enough has come', () => {
    expect(of(`${HINTS}${CONTINUE}HTTP/1.1 404 `)).toEqual(['HTTP/1.1 404 ', true]);
    expect(of(`${CONTINUE}HTTP/1.1 1`)).toEqual(['HTTP/1.1 1', false]);
    expect(of('HTTP/1.1 100 Continue\r\nX: y\r\n')).toEqual(['HTTP/1.1 100 Continue\r\nX: y\r\n', false]);
    expect(of(CONTINUE)).toEqual(['', false]);
  });

  it('is everything where it is no HTTP, and no wait for more', () => {
    for (const text of ['SSH-2.0', 'x', '\u0015\u0003\u0003']) expect(of(text)).toEqual([text, true]);
  });

  it('is everything where a head has no end', () => {
    const endless = `HTTP/1.1 100 Continue\r\n${'X: y\r\n'.repeat(20_000)}`;
    expect(of(endless)).toEqual([endless, true]);
  });
});

it('nothing is held back of an answer that comes byte by byte', async () => {
  const { exchange } = await withService(
    answering(CONTINUE + answer('[1]'), (text) => text.split('')),
    {},
    async (client, baseUrl) => ({ exchange: await client.send(() => get(baseUrl)) }),
  );
  expect(exchange.response?.body).toBe('[1]');
});
