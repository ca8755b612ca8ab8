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

type Start = FakeServer['start'];

/** A server that cannot be checked, for the reason that matches. */
const unusable = (says: RegExp, start: Start): FakeServer => ({ start, says, exit: 2 });
const hanging = (says: RegExp, start: Start): FakeServer => ({ start, says, exit: 2, hangs: true });

/** A server on which a rule that matches fails. */
const failing = (says: RegExp, start: Start): FakeServer => ({ start, says, exit: 1 });

const serve =
  (listener: RequestListener): Start =>
  () =>
    serveHttp(listener);
const answer = (...answers: Parameters<typeof alwaysAnswer>): Start => serve(alwaysAnswer(...answers));

/** Writes something again and again. */
function drip(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'content-type': type });
  const timer = setInterval(() => response.write(text), 20);
  response.on('close', () => clearInterval(timer));
}

const HTML = { 'content-type': 'text/html' };
const UNKNOWN_REPO = /list\.unknown-repo/;
const NO_ARRAY = /not with a JSON array/;
const TOO_LATE = /does not answer in time/;

/** Servers that implement nothing, by name. */
export const fakeServices: Readonly<Record<string, FakeServer>> = {
  'resets every connection': unusable(/breaks off every response/, () =>
    serveTcp((socket) => socket.resetAndDestroy()),
  ),
  'never answers': hanging(
    /does not answer in time.*TIMEOUT_MS/s,
    serve(() => undefined),
  ),
  'answers HTML': unusable(/text\/html.*BASE_URL/s, answer(200, '<!doctype html><h1>hello</h1>', HTML)),
  redirects: unusable(
    /redirects.*example\.invalid.*BASE_URL/s,
    answer(302, '', { location: 'https://example.invalid/login' }),
  ),
  'answers 404': unusable(/404.*OWNER, REPO/s, answer(404, '{}')),
  'answers 401': unusable(/401.*TOKEN/s, answer(401, '{}')),
  'answers 403': unusable(/403.*public/s, answer(403, '{}')),
  'answers 500': unusable(/500.*service is up/s, answer(500, 'oops')),
  'answers 503': unusable(/503/, answer(503, 'oops', { 'retry-after': '0' })),
  'answers 429': unusable(/too many requests.*MAX_RATE/s, answer(429, '{}', { 'retry-after': '3600' })),
  'answers 422': unusable(/422/, answer(422, '{}')),
  'answers 400': unusable(/400/, answer(400, '{}')),
  'answers 204': unusable(/204/, answer(204)),
  'answers 200 {}': unusable(NO_ARRAY, answer(200, '{}')),
  'answers 200 and nothing': unusable(NO_ARRAY, answer(200)),
  'answers 200 []': failing(UNKNOWN_REPO, answer(200, '[]')),
  'answers 200 with one record': failing(UNKNOWN_REPO, answer(200, '[{"id":1}]')),
  'answers 200 with thirty records': failing(UNKNOWN_REPO, answer(200, thirty)),
  'echoes the query as a list': failing(
    /create\.invalid-token/,
    serve((request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://service');
      const list = [...searchParams].map(([name, value]) => ({ name, value }));
      alwaysAnswer(200, JSON.stringify(list))(request, response);
    }),
  ),
  'answers with a status by a hash of the path': failing(
    /list\.unknown/,
    serve(byHash((request) => `${pathOf(request)}!`)),
  ),
  'answers with a status by a hash of method, address and credential': failing(
    /list\.invalid-token/,
    serve(byHash(({ method, url, headers }) => `${method} ${url} ${headers.authorization ?? ''}`)),
  ),
  'serves one file with a hundred and fifty records': failing(
    /list\.per-page\.at-most/,
    serve(oneFile(JSON.stringify(recordsOf(150)), 'refused')),
  ),
  'serves one file with thirty records': failing(/list\.invalid-token/, serve(oneFile(thirty, 'refused'))),
  'serves one file without records': failing(/list\.invalid-token/, serve(oneFile('[]', 'refused'))),
  'serves one file whatever the method': failing(/create\.anonymous/, serve(oneFile(thirty, 'sent'))),
  'serves one file with thirty records, but not to one unknown token': failing(/list\.invalid-token/, () =>
    serveHttp(refusesOneToken('token-of-')),
  ),
  'echoes the request': failing(
    /create\.anonymous/,
    serve((request, response) => {
      const { method, url, headers } = request;
      alwaysAnswer(200, JSON.stringify([{ method, url, headers }]))(request, response);
    }),
  ),
  'drips for ever': hanging(
    TOO_LATE,
    serve((_request, response) => drip(response, 'application/json', ' ')),
  ),
  // On a slow machine the time-out comes first.
  'sends a body without end': hanging(
    /more than can be read|does not answer in time/,
    serve((_request, response) => endless(response, '[', '1,'.repeat(MEBI / 4))),
  ),
  'sends headers without end': hanging(/127\.0\.0\.1/, () =>
    serveTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const line = `x-more: ${'a'.repeat(1000)}\r\n`;
      socket.write(line.repeat(100));
      const timer = setInterval(() => socket.write(line.repeat(10)), 20);
      socket.on('close', () => clearInterval(timer));
    }),
  ),
  'sends absurdly nested JSON': unusable(/127\.0\.0\.1/, answer(200, '['.repeat(MEBI) + ']'.repeat(MEBI))),
  'sends a compressed bomb': unusable(/more than can be read/, () =>
    serveHttp(alwaysAnswer(200, gzipSync(Buffer.alloc(64 * MEBI, ' ')), { 'content-encoding': 'gzip' })),
  ),
  'is not HTTP': unusable(/does not speak HTTP/, () =>
    serveTcp((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
  ),
  'answers 200 null': unusable(NO_ARRAY, answer(200, 'null')),
  'answers 200 with a JSON string': unusable(NO_ARRAY, answer(200, '"ok"')),
  'answers with a GraphQL error': unusable(
    NO_ARRAY,
    answer(200, '{"data":null,"errors":[{"message":"Must provide query string."}]}'),
  ),
  'answers 404 with a page': unusable(
    /404.*OWNER, REPO/s,
    answer(404, '<!doctype html><title>Page not found</title>', HTML),
  ),
  'has one record and cuts it to per_page': failing(UNKNOWN_REPO, serve(bySize(recordsOf(1)))),
  'has a hundred records and cuts them to per_page': failing(
    /create\.anonymous/,
    serve(bySize(recordsOf(100))),
  ),
  'answers 200 with thirty records that are the same': failing(
    UNKNOWN_REPO,
    answer(200, JSON.stringify(Array.from({ length: 30 }, () => ({ id: 1 })))),
  ),
  'answers 200 with thirty empty objects': failing(
    UNKNOWN_REPO,
    answer(200, JSON.stringify(Array.from({ length: 30 }, () => ({})))),
  ),
  'answers 200 [] and 404 by turns': {
    start: () => serveHttp(byTurns([alwaysAnswer(200, '[]'), alwaysAnswer(404, '{}')], (turn) => turn)),
    says: /(?:)/,
    exit: 3,
  },
  'answers with a status at random, the same ones in every run': unusable(/400 where/, () =>
    serveHttp(
      byTurns(
        [200, 201, 204, 400, 401, 404, 422].map((status) =>
          alwaysAnswer(status, status === 200 ? thirty : '{}'),
        ),
        // Deterministic without an obvious pattern: the upper bits of a multiplicative hash.
        (turn) => ((((turn + 1) * 1_103_515_245 + 12_345) >>> 0) / 65_536) | 0,
      ),
    ),
  ),
  'answers GET with 404 and POST with 201': unusable(
    /404.*OWNER, REPO/s,
    serve((request, response) =>
      request.method === 'GET'
        ? alwaysAnswer(404, '{}')(request, response)
        : alwaysAnswer(201, '{"id":1}')(request, response),
    ),
  ),
  'lists thirty records everywhere and answers POST with 401': failing(
    UNKNOWN_REPO,
    serve(refusesWrites(401)),
  ),
  'lists thirty records everywhere and answers POST with 404': failing(
    UNKNOWN_REPO,
    serve(refusesWrites(404)),
  ),
  'lists thirty records everywhere and answers POST with 422': failing(
    UNKNOWN_REPO,
    serve(refusesWrites(422)),
  ),
  'lists thirty records at every path that ends in /issues': failing(
    UNKNOWN_REPO,
    serve((request, response) =>
      /\/issues(\?|$)/.test(request.url ?? '')
        ? alwaysAnswer(200, thirty)(request, response)
        : alwaysAnswer(404, '{}')(request, response),
    ),
  ),
  'closes after the headers': unusable(/breaks off every response/, () =>
    serveTcp((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n'),
      );
    }),
  ),
  'says 102 and nothing more': hanging(
    TOO_LATE,
    serve((_request, response) => response.writeProcessing()),
  ),
  'sends events for ever': hanging(
    TOO_LATE,
    serve((_request, response) => drip(response, 'text/event-stream', 'data: {"title":"event"}\n\n')),
  ),
  'speaks TLS': unusable(/does not speak HTTP/, () =>
    serveTcp((socket) => {
      // A TLS alert: the expected handshake did not arrive.
      socket.once('data', () => socket.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])));
    }),
  ),
};
