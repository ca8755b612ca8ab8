import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Client } from '../../src/client/client.ts';
import { type Clock, systemClock } from '../../src/client/clock.ts';
import { rules } from '../../suites/index.ts';
import { LIMITS, post } from '../client/sending.ts';
import { alwaysAnswer, type FakeService, listen, serveHttp, serveHttps, serveTcp } from '../support/serve.ts';
import { settingsFor, tryRules } from '../support/try-service.ts';
import { NAMES } from './implementing-nothing.ts';

const MEBI = 1024 * 1024;
const BLANK = Buffer.alloc(9 * MEBI);
/** Longer than what is read of any body. */
const LONG_LIST = `[${'{"id":1},'.repeat(MEBI)}0]`;

/** Answers a request with some bytes and ends the connection. */
const raw = (...lines: readonly string[]) =>
  serveTcp((socket) => void socket.once('data', () => socket.end(lines.join('\r\n'))));
const OK = 'HTTP/1.1 200 OK';
const IN_GZIP = { 'content-encoding': 'gzip' };
const CHUNKED = 'Transfer-Encoding: chunked';

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

/** Sends a body that ends at last, so that a reader without a limit fails instead of filling the memory. */
function pour(response: ServerResponse, left = 64): void {
  response.write('x'.repeat(MEBI), (error) => {
    if (error == null && left > 0) pour(response, left - 1);
    else response.end();
  });
}

/** Nobody listens where it listened. */
async function gone(): Promise<FakeService> {
  const service = await serveHttp(() => undefined);
  await service.stop();
  return service;
}

const inScheme = (scheme: string) => (service: FakeService) => ({
  ...service,
  baseUrl: service.baseUrl.replace(/^https?/, scheme),
});

/** What is said of a target whose first answer is a fault, by its kind. */
const SAYS = {
  'connect-failed': /cannot be reached, because/,
  'connection-lost': /breaks off its response/,
  malformed: /does not speak HTTP/,
  timeout: /does not answer in time.*TIMEOUT_MS/s,
  'too-large': /more than can be read/,
  unreachable: /refuse|ECONNREFUSED/,
} as const;

type Start = () => Promise<FakeService>;
/** A server, the kind of its fault or what is said of it, and the status that comes before. */
type Server = [name: string, fault: keyof typeof SAYS | RegExp, start: Start, status?: 200];

/** Servers whose answers never come or never end, or are no answers. What is answered otherwise is tried without sockets. */
const SERVERS: Server[] = [
  ['never answers', 'timeout', () => serveHttp(() => undefined)],
  ['says 102 alone', 'timeout', () => serveHttp((_, response) => response.writeProcessing())],
  ['drips for ever', 'timeout', () => serveHttp((_, response) => drip(response))],
  ['sends an endless body', 'too-large', () => serveHttp((_, response) => pour(response)), 200],
  ['sends a bomb', 'too-large', () => serveHttp(alwaysAnswer(200, gzipSync(BLANK), IN_GZIP)), 200],
  ['lists too much', 'too-large', () => raw(OK, `Content-Length: ${LONG_LIST.length}`, '', LONG_LIST), 200],
  ['sends headers that are too long', 'malformed', () => raw(OK, `x: ${'y'.repeat(40_000)}`, '', '[]')],
  ['resets', 'connection-lost', () => serveTcp((socket) => socket.resetAndDestroy())],
  ['breaks off its head', 'connection-lost', () => raw(OK, 'x-a')],
  ['breaks off its body', 'connection-lost', () => raw(OK, 'Content-Length: 100', '', '['), 200],
  ['breaks off a chunk', 'connection-lost', () => raw(OK, CHUNKED, '', '5', '[1,2,'), 200],
  ['sends a bad chunk', 'malformed', () => raw(OK, CHUNKED, '', 'zz', '[]', ''), 200],
  ['sends a negative length', 'malformed', () => raw(OK, 'Content-Length: -2', '', '[]')],
  ['sends a status of zeros', 'malformed', () => raw('HTTP/1.1 000 No', 'Content-Length: 2', '', '[]')],
  ['speaks another protocol', 'malformed', () => raw('SSH-2.0-OpenSSH_9.2', '')],
  ['is gone', 'unreachable', gone],
  [
    'says 100 unasked',
    'connect-failed',
    () => raw('HTTP/1.1 100 Continue', '', OK, 'Content-Length: 2', '', '[]'),
  ],
  ['has an own authority', /NODE_EXTRA_CA_CERTS/, () => serveHttps(alwaysAnswer(200))],
  ['is self-signed', /self.signed/, () => serveHttps(alwaysAnswer(200), 'self-signed')],
  ['speaks no TLS', /BASE_URL with http:/, () => serveHttp(alwaysAnswer(200)).then(inScheme('https'))],
  ['speaks TLS alone', /BASE_URL .*https:/, () => serveHttps(alwaysAnswer(200)).then(inScheme('http'))],
  ['speaks HTTP/2 alone', /HTTP\/1\.1/, () => listen(createServer().on('sessionError', () => undefined))],
];

/** A clock that goes fast, because nothing is learnt from the waits of a run. */
const fast: Clock = {
  ...systemClock,
  now: () => systemClock.now() * 50,
  sleep: (ms, signal) => systemClock.sleep(ms / 50, signal),
};

describe.concurrent('a server', () => {
  it.each(SERVERS)(
    'that %s cannot be checked, as its answer is a fault: %s',
    async (_, fault, start, status) => {
      const service = await start();
      // An answer that comes may take long on a slow machine.
      const limits = { timeoutMs: fault === 'timeout' ? 500 : 600_000, limitPatienceMs: 1000 };
      if (typeof fault === 'string') {
        const client = new Client({ ...LIMITS, ...limits, clock: fast });
        const exchange = await client.send(() => post(`${service.baseUrl}/`));
        await client.close();
        expect([exchange.fault?.kind, exchange.response?.body ?? '']).toEqual([fault, '']);
        if (fault !== 'timeout') expect(exchange.response?.status).toBe(status);
      }
      const settings = { ...settingsFor(NAMES, service.baseUrl), ...limits, profile: 'quick' } as const;
      const { tried, unusable } = await tryRules(settings, rules, { clock: fast });
      await service.stop();
      expect(unusable).toMatch(typeof fault === 'string' ? SAYS[fault] : fault);
      expect(tried.filter(({ verdict }) => ['pass', 'fail'].includes(verdict.verdict))).toEqual([]);
    },
  );
});
