import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Clock } from '../../src/client/clock.ts';
import type { TransportErrorKind } from '../../src/client/exchange.ts';
import { alwaysAnswer, type FakeService, serveHttp, serveTcp } from '../support/serve.ts';
import { post, sendTo } from './sending.ts';

const MEBI = 1024 * 1024;
const BLANK = Buffer.alloc(9 * MEBI);
const ENTRY = JSON.stringify({ id: 1, body: 'x'.repeat(100_000) });
/** Longer than what is read of any body. */
const LONG_LIST = `[${Array.from({ length: 100 }, () => ENTRY).join(',')}]`;

const encoded = (coding: string, body: string | Buffer) =>
  serveHttp(alwaysAnswer(200, body, { 'content-encoding': coding }));
/** Answers a request with some bytes and ends the connection. */
const raw = (bytes: string) => serveTcp((socket) => void socket.once('data', () => socket.end(bytes)));
const ok = (...lines: readonly string[]): string => ['HTTP/1.1 200 OK', ...lines].join('\r\n');
const sized = (body: string, length = String(body.length)): string =>
  ok(`Content-Length: ${length}`, '', body);

/** Sends a body that ends at last, so that a reader without a limit fails instead of filling the memory. */
const endlessBody = () =>
  serveHttp((_request, response) => {
    response.writeHead(200);
    let left = 64;
    const more = (): void => {
      while (!response.destroyed && left > 0) {
        left -= 1;
        if (!response.write('x'.repeat(MEBI))) break;
      }
      if (left === 0) response.end();
      else if (!response.destroyed) response.once('drain', more);
    };
    more();
  });

type Attack = readonly [
  name: string,
  start: () => Promise<FakeService>,
  kind: TransportErrorKind,
  status: number | null,
];

/** Nobody listens where it listened. */
async function gone(): Promise<FakeService> {
  const service = await serveHttp(alwaysAnswer(200, '[]'));
  await service.stop();
  return service;
}

const overTls = async ({ baseUrl, ...service }: FakeService): Promise<FakeService> => ({
  ...service,
  baseUrl: baseUrl.replace('http:', 'https:'),
});

/** A POST is sent, because it is sent once. */
const ATTACKS: readonly Attack[] = [
  ['a bomb in gzip', () => encoded('gzip', gzipSync(BLANK)), 'too-large', 200],
  ['an endless body', endlessBody, 'too-large', 200],
  ['a list that is too large', () => raw(sized(LONG_LIST)), 'too-large', 200],
  ['headers that are too long', () => raw(ok(`x: ${'y'.repeat(40_000)}`, '', '[]')), 'malformed', null],
  ['a reset', () => serveTcp((socket) => socket.resetAndDestroy()), 'connection-lost', null],
  ['100 Continue unasked', () => raw(`HTTP/1.1 100 Continue\r\n\r\n${sized('[]')}`), 'connect-failed', null],
  ['a head that breaks off', () => raw('HTTP/1.1 200 OK\r\nx-a'), 'connection-lost', null],
  ['a body that breaks off', () => raw(sized('[', '100')), 'connection-lost', 200],
  [
    'a chunk that breaks off',
    () => raw(ok('Transfer-Encoding: chunked', '', '5', '[1,2,')),
    'connection-lost',
    200,
  ],
  ['a bad chunk', () => raw(ok('Transfer-Encoding: chunked', '', 'zz', '[]', '')), 'malformed', 200],
  ['a negative length', () => raw(sized('[]', '-2')), 'malformed', null],
  ['a status of zeros', () => raw('HTTP/1.1 000 No\r\nContent-Length: 2\r\n\r\n[]'), 'malformed', null],
  ['another protocol', () => raw('SSH-2.0-OpenSSH_9.2\r\n'), 'malformed', null],
  ['http instead of https', () => serveHttp(alwaysAnswer(200, '[]')).then(overTls), 'connect-failed', null],
  ['none', gone, 'unreachable', null],
];

it.each<Attack>(ATTACKS)(
  'a hostile answer is a fault of its kind: %s',
  async (_name, start, kind, status) => {
    const { exchange, requests: sent } = await sendTo(start(), {}, post);
    expect([exchange.fault?.kind, exchange.response?.status ?? null, sent]).toEqual([
      kind,
      status,
      kind === 'unreachable' ? 2 : 1,
    ]);
    expect(exchange.response?.body ?? '').toBe('');
  },
);

it('the time of a request ends while a body drips', async () => {
  const timeoutMs = 1000;
  let endTime = (): void => undefined;
  // Time ends after some drips, because a virtual clock would outrun a real connection.
  const sleep: Clock['sleep'] = (ms) => new Promise((wake) => (endTime = ms === timeoutMs ? wake : endTime));
  const dripping = serveHttp((_request, response) => {
    response.writeHead(200);
    const drip = (left: number): void => {
      if (left === 0) endTime();
      if (!response.destroyed) response.write(' ', () => setImmediate(drip, left - 1));
    };
    drip(100);
  });
  const clock = { now: () => 0, date: () => 0, sleep };
  const { exchange } = await sendTo(dripping, { clock, timeoutMs }, post);
  expect([exchange.fault?.kind, exchange.response?.status]).toEqual(['timeout', 200]);
});
