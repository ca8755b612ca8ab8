import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http2';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { rules } from '../../suites/index.ts';
import { alwaysAnswer, type FakeService, listen, serveHttp, serveHttps, serveTcp } from '../support/serve.ts';
import { settingsFor, tryRules } from '../support/try-service.ts';
import { NAMES } from './implementing-nothing.ts';

/** Writes something again and again. */
function drip(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type });
  const timer = setInterval(() => response.write(text), 20);
  response.on('close', () => clearInterval(timer));
}

/** Writes a text again and again, at the speed of the reader, until he is gone. */
function endless(stream: Writable, text: string): void {
  stream.write(text, (error) => {
    if (error == null) setImmediate(() => endless(stream, text));
  });
}

const TOO_LATE = /does not answer in time.*TIMEOUT_MS/s;
const BREAKS_OFF = /breaks off its response/;
const NO_HTTP = /does not speak HTTP/;

const inOtherScheme = (from: string, to: string, service: FakeService): FakeService => ({
  ...service,
  baseUrl: service.baseUrl.replace(from, to),
});

/** Servers whose answers never come or never end, or are no answers. What is answered otherwise is tried without sockets. */
const SERVERS: [name: string, says: RegExp, start: () => Promise<FakeService>][] = [
  ['never answers', TOO_LATE, () => serveHttp(() => undefined)],
  ['says 102 and nothing more', TOO_LATE, () => serveHttp((_, response) => response.writeProcessing())],
  ['drips for ever', TOO_LATE, () => serveHttp((_, response) => drip(response, 'application/json', ' '))],
  [
    'sends events for ever',
    TOO_LATE,
    () => serveHttp((_, response) => drip(response, 'text/event-stream', 'data: {"title":"event"}\n\n')),
  ],
  [
    'sends a body without end',
    /more than can be read/,
    () => serveHttp((_, response) => endless(response, '1,'.repeat(100_000))),
  ],
  [
    'sends headers without end',
    NO_HTTP,
    () =>
      serveTcp((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        endless(socket, `x-more: ${'a'.repeat(10_000)}\r\n`);
      }),
  ],
  ['resets every connection', BREAKS_OFF, () => serveTcp((socket) => socket.resetAndDestroy())],
  [
    'closes after the headers',
    BREAKS_OFF,
    () =>
      serveTcp((socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n'));
      }),
  ],
  [
    'is gone',
    /refuse|ECONNREFUSED/,
    async () => {
      const service = await serveHttp(() => undefined);
      await service.stop();
      return service;
    },
  ],
  ['has a certificate of its own authority', /NODE_EXTRA_CA_CERTS/, () => serveHttps(alwaysAnswer(200))],
  ['has a self-signed certificate', /self-signed/, () => serveHttps(alwaysAnswer(200), 'self-signed')],
  [
    'speaks no TLS at an address with https',
    /BASE_URL with http:/,
    async () => inOtherScheme('http:', 'https:', await serveHttp(alwaysAnswer(200))),
  ],
  [
    'speaks TLS at an address with http',
    /BASE_URL with https:/,
    async () => inOtherScheme('https:', 'http:', await serveHttps(alwaysAnswer(200))),
  ],
  ['speaks HTTP/2 only', /HTTP\/1\.1/, () => listen(createServer().on('sessionError', () => undefined))],
  ['is not HTTP', NO_HTTP, () => serveTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))],
];

describe.concurrent('a server', () => {
  it.each(SERVERS)('that %s cannot be checked', async (_, says, start) => {
    const service = await start();
    const settings = settingsFor(NAMES, service.baseUrl);
    // An answer that comes may take long on a slow machine.
    const timeoutMs = says === TOO_LATE ? 500 : 60_000;
    const { tried, unusable } = await tryRules(
      { ...settings, profile: 'quick', timeoutMs, limitPatienceMs: 1000 },
      rules,
    );
    await service.stop();
    expect(unusable).toMatch(says);
    expect(tried.filter(({ verdict }) => ['pass', 'fail'].includes(verdict.verdict))).toEqual([]);
  });
});
