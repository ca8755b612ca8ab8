import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { alwaysAnswer, type FakeService, serveHttp, serveTcp } from './serve.ts';

const recordsOf = (length: number) =>
  Array.from({ length }, (_, index) => ({ id: index + 1, title: `issue ${index + 1}` }));
const thirty = JSON.stringify(recordsOf(30));

/** Answers every request with the number of records that `per_page` requests, without any limit. */
function bySize(records: readonly object[]): RequestListener {
  return (request, response) => {
    const size = new URL(request.url ?? '', 'http://service').searchParams.get('per_page');
    const page = records.slice(0, size === null ? undefined : Number(size));
    alwaysAnswer(200, JSON.stringify(page))(request, response);
  };
}

/** Lists thirty records to everybody, and refuses all other methods with one status. */
function refusesWrites(status: number): RequestListener {
  return (request, response) =>
    request.method === 'GET'
      ? alwaysAnswer(200, thirty)(request, response)
      : alwaysAnswer(status, '{}')(request, response);
}

/** Answers from a fixed sequence, regardless of the request, the same in every run. */
function byTurns(answers: readonly RequestListener[], next: (turn: number) => number): RequestListener {
  let turn = 0;
  return (request, response) => {
    answers[next(turn) % answers.length]?.(request, response);
    turn += 1;
  };
}

/** Writes without end, at the speed of the reader. */
function endless(response: ServerResponse, head: string, chunk: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(head);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk)) {
      // The loop only writes.
    }
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

const THE_LIST = '/repos/acme/widgets/issues';
const pathOf = ({ url = '' }: IncomingMessage): string => new URL(url, 'http://service').pathname;

/**
 * Answers with a status derived from a text of the request by a hash. It lists the same records with every
 * 200, which the plain list always gets.
 */
function byHash(textOf: (request: IncomingMessage) => string): RequestListener {
  const statuses = [200, 401, 404, 422];
  return (request, response) => {
    const [first = 0] = hash('sha1', textOf(request), 'buffer');
    const status =
      request.url === THE_LIST && request.method === 'GET' ? 200 : statuses[first % statuses.length];
    alwaysAnswer(status ?? 200, thirty)(request, response);
  };
}

/** Lists thirty records to all callers but the holder of the first token that begins otherwise. */
function refusesOneToken(beginning: string): RequestListener {
  let refused: string | undefined;
  return (request, response) => {
    const { authorization } = request.headers;
    if (authorization?.startsWith(`Bearer ${beginning}`) === false) refused ??= authorization;
    const isRefused = authorization !== undefined && authorization === refused;
    alwaysAnswer(isRefused ? 401 : pathOf(request) === THE_LIST ? 200 : 404, thirty)(request, response);
  };
}

/** Serves one file at the path of the list, and 404 elsewhere. */
function oneFile(text: string, otherMethods: 'refused' | 'sent'): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' && otherMethods === 'refused') alwaysAnswer(405, '{}')(request, response);
    else alwaysAnswer(pathOf(request) === THE_LIST ? 200 : 404, text)(request, response);
  };
}

const MEBI = 1024 * 1024;

/** A server that implements nothing. */
export interface FakeServer {
  readonly start: () => Promise<FakeService>;
  /** Matches the reason why it cannot be checked, or the failed rules. */
  readonly says: RegExp;
  /** The exit status of a run; 3 stands for 1 or 3. */
  readonly exit: 1 | 2 | 3;
  /** True if answers never come, or never end. */
  readonly hangs?: true;
}

/** Servers that implement nothing, by name. */
export const fakeServices: Readonly<Record<string, FakeServer>> = {
  'resets every connection': {
    start: () => serveTcp((socket) => socket.resetAndDestroy()),
    says: /breaks off every response/,
    exit: 2,
  },
  'never answers': {
    start: () => serveHttp(() => undefined),
    says: /does not answer in time.*TIMEOUT_MS/s,
    exit: 2,
    hangs: true,
  },
  'answers HTML': {
    start: () =>
      serveHttp(alwaysAnswer(200, '<!doctype html><h1>hello</h1>', { 'content-type': 'text/html' })),
    says: /text\/html.*BASE_URL/s,
    exit: 2,
  },
  redirects: {
    start: () => serveHttp(alwaysAnswer(302, '', { location: 'https://example.invalid/login' })),
    says: /redirects.*example\.invalid.*BASE_URL/s,
    exit: 2,
  },
  'answers 404': { start: () => serveHttp(alwaysAnswer(404, '{}')), says: /404.*OWNER, REPO/s, exit: 2 },
  'answers 401': { start: () => serveHttp(alwaysAnswer(401, '{}')), says: /401.*TOKEN/s, exit: 2 },
  'answers 403': { start: () => serveHttp(alwaysAnswer(403, '{}')), says: /403.*public/s, exit: 2 },
  'answers 500': { start: () => serveHttp(alwaysAnswer(500, 'oops')), says: /500.*service is up/s, exit: 2 },
  'answers 503': {
    start: () => serveHttp(alwaysAnswer(503, 'oops', { 'retry-after': '0' })),
    says: /503/,
    exit: 2,
  },
  'answers 429': {
    start: () => serveHttp(alwaysAnswer(429, '{}', { 'retry-after': '3600' })),
    says: /too many requests.*MAX_RATE/s,
    exit: 2,
  },
  'answers 422': { start: () => serveHttp(alwaysAnswer(422, '{}')), says: /422/, exit: 2 },
  'answers 400': { start: () => serveHttp(alwaysAnswer(400, '{}')), says: /400/, exit: 2 },
  'answers 204': { start: () => serveHttp(alwaysAnswer(204)), says: /204/, exit: 2 },
  'answers 200 {}': {
    start: () => serveHttp(alwaysAnswer(200, '{}')),
    says: /not with a JSON array/,
    exit: 2,
  },
  'answers 200 and nothing': {
    start: () => serveHttp(alwaysAnswer(200)),
    says: /not with a JSON array/,
    exit: 2,
  },
  'answers 200 []': { start: () => serveHttp(alwaysAnswer(200, '[]')), says: /list\.unknown-repo/, exit: 1 },
  'answers 200 with one record': {
    start: () => serveHttp(alwaysAnswer(200, '[{"id":1}]')),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'answers 200 with thirty records': {
    start: () => serveHttp(alwaysAnswer(200, thirty)),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'echoes the query as a list': {
    start: () =>
      serveHttp((request, response) => {
        const { searchParams } = new URL(request.url ?? '', 'http://service');
        alwaysAnswer(200, JSON.stringify([...searchParams].map(([name, value]) => ({ name, value }))))(
          request,
          response,
        );
      }),
    says: /create\.invalid-token/,
    exit: 1,
  },
  'answers with a status by a hash of the path': {
    start: () => serveHttp(byHash((request) => `${pathOf(request)}!`)),
    says: /list\.unknown/,
    exit: 1,
  },
  'answers with a status by a hash of method, address and credential': {
    start: () =>
      serveHttp(byHash(({ method, url, headers }) => `${method} ${url} ${headers.authorization ?? ''}`)),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'serves one file with a hundred and fifty records': {
    start: () => serveHttp(oneFile(JSON.stringify(recordsOf(150)), 'refused')),
    says: /list\.per-page\.at-most/,
    exit: 1,
  },
  'serves one file with thirty records': {
    start: () => serveHttp(oneFile(thirty, 'refused')),
    says: /list\.invalid-token/,
    exit: 1,
  },
  'serves one file without records': {
    start: () => serveHttp(oneFile('[]', 'refused')),
    says: /list\.invalid-token/,
    exit: 1,
  },
  'serves one file whatever the method': {
    start: () => serveHttp(oneFile(thirty, 'sent')),
    says: /create\.anonymous/,
    exit: 1,
  },
  'serves one file with thirty records, but not to one unknown token': {
    start: () => serveHttp(refusesOneToken('token-of-')),
    says: /list\.invalid-token/,
    exit: 1,
  },
  'echoes the request': {
    start: () =>
      serveHttp((request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify([{ method: request.method, url: request.url, headers: request.headers }]),
        );
      }),
    says: /create\.anonymous/,
    exit: 1,
  },
  'drips for ever': {
    start: () =>
      serveHttp((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      }),
    says: /does not answer in time/,
    exit: 2,
    hangs: true,
  },
  'sends a body without end': {
    start: () => serveHttp((_request, response) => endless(response, '[', '1,'.repeat(MEBI / 4))),
    // On a slow machine the time-out comes first.
    says: /more than can be read|does not answer in time/,
    exit: 2,
    hangs: true,
  },
  'sends headers without end': {
    start: () =>
      serveTcp((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const line = `x-more: ${'a'.repeat(1000)}\r\n`;
        socket.write(line.repeat(100));
        const timer = setInterval(() => socket.write(line.repeat(10)), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    says: /127\.0\.0\.1/,
    exit: 2,
    hangs: true,
  },
  'sends absurdly nested JSON': {
    start: () => serveHttp(alwaysAnswer(200, '['.repeat(MEBI) + ']'.repeat(MEBI))),
    says: /127\.0\.0\.1/,
    exit: 2,
  },
  'sends a compressed bomb': {
    start: () =>
      serveHttp(alwaysAnswer(200, gzipSync(Buffer.alloc(64 * MEBI, ' ')), { 'content-encoding': 'gzip' })),
    says: /more than can be read/,
    exit: 2,
  },
  'is not HTTP': {
    start: () => serveTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
    says: /does not speak HTTP/,
    exit: 2,
  },
  'answers 200 null': {
    start: () => serveHttp(alwaysAnswer(200, 'null')),
    says: /not with a JSON array/,
    exit: 2,
  },
  'answers 200 with a JSON string': {
    start: () => serveHttp(alwaysAnswer(200, '"ok"')),
    says: /not with a JSON array/,
    exit: 2,
  },
  'answers with a GraphQL error': {
    start: () =>
      serveHttp(alwaysAnswer(200, '{"data":null,"errors":[{"message":"Must provide query string."}]}')),
    says: /not with a JSON array/,
    exit: 2,
  },
  'answers 404 with a page': {
    start: () =>
      serveHttp(
        alwaysAnswer(404, '<!doctype html><title>Page not found</title>', { 'content-type': 'text/html' }),
      ),
    says: /404.*OWNER, REPO/s,
    exit: 2,
  },
  'has one record and cuts it to per_page': {
    start: () => serveHttp(bySize(recordsOf(1))),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'has a hundred records and cuts them to per_page': {
    start: () => serveHttp(bySize(recordsOf(100))),
    says: /create\.anonymous/,
    exit: 1,
  },
  'answers 200 with thirty records that are the same': {
    start: () => serveHttp(alwaysAnswer(200, JSON.stringify(Array.from({ length: 30 }, () => ({ id: 1 }))))),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'answers 200 with thirty empty objects': {
    start: () => serveHttp(alwaysAnswer(200, JSON.stringify(Array.from({ length: 30 }, () => ({}))))),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'answers 200 [] and 404 by turns': {
    start: () => serveHttp(byTurns([alwaysAnswer(200, '[]'), alwaysAnswer(404, '{}')], (turn) => turn)),
    says: /(?:)/,
    exit: 3,
  },
  'answers with a status at random, the same ones in every run': {
    start: () =>
      serveHttp(
        byTurns(
          [200, 201, 204, 400, 401, 404, 422].map((status) =>
            alwaysAnswer(status, status === 200 ? thirty : '{}'),
          ),
          // Deterministic without an obvious pattern: the upper bits of a multiplicative hash.
          (turn) => ((((turn + 1) * 1_103_515_245 + 12_345) >>> 0) / 65_536) | 0,
        ),
      ),
    says: /400 where/,
    exit: 2,
  },
  'answers GET with 404 and POST with 201': {
    start: () =>
      serveHttp((request, response) =>
        request.method === 'GET'
          ? alwaysAnswer(404, '{}')(request, response)
          : alwaysAnswer(201, '{"id":1}')(request, response),
      ),
    says: /404.*OWNER, REPO/s,
    exit: 2,
  },
  'lists thirty records everywhere and answers POST with 401': {
    start: () => serveHttp(refusesWrites(401)),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'lists thirty records everywhere and answers POST with 404': {
    start: () => serveHttp(refusesWrites(404)),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'lists thirty records everywhere and answers POST with 422': {
    start: () => serveHttp(refusesWrites(422)),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'lists thirty records at every path that ends in /issues': {
    start: () =>
      serveHttp((request, response) =>
        /\/issues(\?|$)/.test(request.url ?? '')
          ? alwaysAnswer(200, thirty)(request, response)
          : alwaysAnswer(404, '{}')(request, response),
      ),
    says: /list\.unknown-repo/,
    exit: 1,
  },
  'closes after the headers': {
    start: () =>
      serveTcp((socket) => {
        socket.once('data', () =>
          socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n'),
        );
      }),
    says: /breaks off every response/,
    exit: 2,
  },
  'says 102 and nothing more': {
    start: () =>
      serveHttp((_request, response) => {
        response.writeProcessing();
      }),
    says: /does not answer in time/,
    exit: 2,
    hangs: true,
  },
  'sends events for ever': {
    start: () =>
      serveHttp((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const timer = setInterval(() => response.write('data: {"title":"event"}\n\n'), 20);
        response.on('close', () => clearInterval(timer));
      }),
    says: /does not answer in time/,
    exit: 2,
    hangs: true,
  },
  'speaks TLS': {
    start: () =>
      serveTcp((socket) => {
        // A TLS alert: the expected handshake did not arrive.
        socket.once('data', () => socket.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])));
      }),
    says: /does not speak HTTP/,
    exit: 2,
  },
};
