import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { JSON_TYPE, type Reply } from '../../src/service/request.ts';
import type { Service } from '../support/in-process.ts';

/** A service that nobody counts the requests of. */
export type Answering = Omit<Service, 'requests'>;
type Incoming = Parameters<Service['handle']>[0];
type Answer = (request: Incoming) => Reply;

/** A server that implements nothing. */
export interface ServerOfNothing {
  /** Returns its answers. Each server has a state of its own. */
  readonly start: () => Answer;
  /** Matches the reason why it cannot be checked, or the failed rules. */
  readonly says: RegExp;
  /** The exit status of a run; 3 stands for 1 or 3. */
  readonly exit: 1 | 2 | 3;
}

export const NAMES = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'secret',
  token: 'token-of-a-member',
  outsiderToken: 'token-of-an-outsider',
};
const THE_LIST = `/repos/${NAMES.owner}/${NAMES.repo}/issues`;

const reply = (
  status: number,
  body: Reply['body'] = '',
  headers: Reply['headers'] = { 'content-type': JSON_TYPE },
): Reply => ({ status, headers, body });

const recordsOf = (length: number) =>
  Array.from({ length }, (_, index) => ({ id: index + 1, title: `issue ${index + 1}` }));
const thirty = JSON.stringify(recordsOf(30));

/** Answers every request with the number of records that `per_page` requests, without any limit. */
const bySize =
  (records: readonly object[]): Answer =>
  ({ url }) => {
    const size = url.searchParams.get('per_page');
    return reply(200, JSON.stringify(records.slice(0, size === null ? undefined : Number(size))));
  };

/** Lists thirty records to everybody, and refuses all other methods with one status. */
const refusesWrites =
  (status: number): Answer =>
  ({ method }) =>
    method === 'GET' ? reply(200, thirty) : reply(status, '{}');

/** Answers from a fixed sequence, regardless of the request, the same in every run. */
function byTurns(answers: readonly Reply[], next: (turn: number) => number): Answer {
  let turn = -1;
  return () => {
    turn += 1;
    return answers[next(turn) % answers.length] ?? reply(500);
  };
}

/**
 * Answers with a status derived from a text of the request by a hash. It lists the same records with every
 * 200, which the plain list always gets.
 */
const byHash =
  (textOf: (request: Incoming) => string): Answer =>
  (request) => {
    const statuses = [200, 401, 404, 422];
    const [first = 0] = hash('sha1', textOf(request), 'buffer');
    const isPlain = request.method === 'GET' && request.url.href.endsWith(THE_LIST);
    return reply((isPlain ? undefined : statuses[first % statuses.length]) ?? 200, thirty);
  };

/** Lists thirty records to all callers but the holder of the first token that begins otherwise. */
function refusesOneToken(beginning: string): Answer {
  let refused: string | undefined;
  return ({ url, header }) => {
    const authorization = header('authorization');
    if (authorization?.startsWith(`Bearer ${beginning}`) === false) refused ??= authorization;
    const isRefused = authorization !== undefined && authorization === refused;
    return reply(isRefused ? 401 : url.pathname === THE_LIST ? 200 : 404, thirty);
  };
}

/** Serves one file at the path of the list, and 404 elsewhere. */
const oneFile =
  (text: string, otherMethods: 'refused' | 'sent'): Answer =>
  ({ method, url }) =>
    method !== 'GET' && otherMethods === 'refused'
      ? reply(405, '{}')
      : reply(url.pathname === THE_LIST ? 200 : 404, text);

/** A server that cannot be checked, for the reason that matches. */
const unusable = (says: RegExp, answer: Answer): ServerOfNothing => ({ start: () => answer, says, exit: 2 });

/** A server on which a rule that matches fails. */
const failing = (says: RegExp, answer: Answer): ServerOfNothing => ({ start: () => answer, says, exit: 1 });

const always =
  (...answer: Parameters<typeof reply>): Answer =>
  () =>
    reply(...answer);

const MEBI = 1024 * 1024;
const HTML = { 'content-type': 'text/html' };
const UNKNOWN_REPO = /list\.unknown-repo/;
const NO_ARRAY = /not with a JSON array/;

/** Servers that implement nothing and answer every request, by name. Those that do not are in sockets.test.ts. */
export const serversOfNothing: Readonly<Record<string, ServerOfNothing>> = {
  'answers HTML': unusable(/text\/html.*BASE_URL/s, always(200, '<!doctype html><h1>hello</h1>', HTML)),
  redirects: unusable(
    /redirects.*example\.invalid.*BASE_URL/s,
    always(302, '', { location: 'https://example.invalid/login' }),
  ),
  'answers 404': unusable(/404.*OWNER, REPO/s, always(404, '{}')),
  'answers 401': unusable(/401.*TOKEN/s, always(401, '{}')),
  'answers 403': unusable(/403.*public/s, always(403, '{}')),
  'answers 500': unusable(/500.*service is up/s, always(500, 'oops')),
  'answers 503': unusable(/503/, always(503, 'oops', { 'retry-after': '0' })),
  'answers 429': unusable(/too many requests.*MAX_RATE/s, always(429, '{}', { 'retry-after': '3600' })),
  'answers 422': unusable(/422/, always(422, '{}')),
  'answers 400': unusable(/400/, always(400, '{}')),
  'answers 204': unusable(/204/, always(204)),
  'answers 200 {}': unusable(NO_ARRAY, always(200, '{}')),
  'answers 200 and nothing': unusable(NO_ARRAY, always(200)),
  'answers 200 []': failing(UNKNOWN_REPO, always(200, '[]')),
  'answers 200 with one record': failing(UNKNOWN_REPO, always(200, '[{"id":1}]')),
  'answers 200 with thirty records': failing(UNKNOWN_REPO, always(200, thirty)),
  'echoes the query as a list': failing(/create\.invalid-token/, ({ url }) =>
    reply(200, JSON.stringify([...url.searchParams].map(([name, value]) => ({ name, value })))),
  ),
  'answers with a status by a hash of the path': failing(
    /list\.unknown/,
    byHash(({ url }) => `${url.pathname}!`),
  ),
  'answers with a status by a hash of method, address and credential': failing(
    /list\.invalid-token/,
    byHash(
      ({ method, url, header }) => `${method} ${url.pathname}${url.search} ${header('authorization') ?? ''}`,
    ),
  ),
  'serves one file with a hundred and fifty records': failing(
    /list\.per-page\.at-most/,
    oneFile(JSON.stringify(recordsOf(150)), 'refused'),
  ),
  'serves one file with thirty records': failing(/list\.invalid-token/, oneFile(thirty, 'refused')),
  'serves one file without records': failing(/list\.invalid-token/, oneFile('[]', 'refused')),
  'serves one file whatever the method': failing(/create\.anonymous/, oneFile(thirty, 'sent')),
  'serves one file with thirty records, but not to one unknown token': {
    start: () => refusesOneToken('token-of-'),
    says: /list\.invalid-token/,
    exit: 1,
  },
  'echoes the request': failing(/create\.anonymous/, ({ method, url, header }) =>
    reply(200, JSON.stringify([{ method, url: url.href, authorization: header('authorization') }])),
  ),
  'sends absurdly nested JSON': unusable(/nested deeper/, always(200, '['.repeat(MEBI) + ']'.repeat(MEBI))),
  'sends a compressed bomb': unusable(
    /more than can be read/,
    always(200, gzipSync(Buffer.alloc(64 * MEBI, ' ')), { 'content-encoding': 'gzip' }),
  ),
  'answers 200 null': unusable(NO_ARRAY, always(200, 'null')),
  'answers 200 with a JSON string': unusable(NO_ARRAY, always(200, '"ok"')),
  'answers with a GraphQL error': unusable(
    NO_ARRAY,
    always(200, '{"data":null,"errors":[{"message":"Must provide query string."}]}'),
  ),
  'answers 404 with a page': unusable(
    /404.*OWNER, REPO/s,
    always(404, '<!doctype html><title>Page not found</title>', HTML),
  ),
  'has one record and cuts it to per_page': failing(UNKNOWN_REPO, bySize(recordsOf(1))),
  'has a hundred records and cuts them to per_page': failing(/create\.anonymous/, bySize(recordsOf(100))),
  'answers 200 with thirty records that are the same': failing(
    UNKNOWN_REPO,
    always(200, JSON.stringify(Array.from({ length: 30 }, () => ({ id: 1 })))),
  ),
  'answers 200 with thirty empty objects': failing(
    UNKNOWN_REPO,
    always(200, JSON.stringify(Array.from({ length: 30 }, () => ({})))),
  ),
  'answers 200 [] and 404 by turns': {
    start: () => byTurns([reply(200, '[]'), reply(404, '{}')], (turn) => turn),
    says: /(?:)/,
    exit: 3,
  },
  'answers with a status at random, the same ones in every run': {
    start: () =>
      byTurns(
        [200, 201, 204, 400, 401, 404, 422].map((status) => reply(status, status === 200 ? thirty : '{}')),
        // Deterministic without an obvious pattern: the upper bits of a multiplicative hash.
        (turn) => ((((turn + 1) * 1_103_515_245 + 12_345) >>> 0) / 65_536) | 0,
      ),
    says: /400 where/,
    exit: 2,
  },
  'answers GET with 404 and POST with 201': unusable(/404.*OWNER, REPO/s, ({ method }) =>
    method === 'GET' ? reply(404, '{}') : reply(201, '{"id":1}'),
  ),
  'lists thirty records everywhere and answers POST with 401': failing(UNKNOWN_REPO, refusesWrites(401)),
  'lists thirty records everywhere and answers POST with 404': failing(UNKNOWN_REPO, refusesWrites(404)),
  'lists thirty records everywhere and answers POST with 422': failing(UNKNOWN_REPO, refusesWrites(422)),
  'lists thirty records at every path that ends in /issues': failing(UNKNOWN_REPO, ({ url }) =>
    url.pathname.endsWith('/issues') ? reply(200, thirty) : reply(404, '{}'),
  ),
};

/** Returns the server of a name. @throws {Error} if it is unknown */
export function serverOfNothing(id: string): ServerOfNothing {
  const server = serversOfNothing[id];
  if (server === undefined) throw new Error(`No server that implements nothing is called "${id}".`);
  return server;
}

/** Starts a server that implements nothing within this process, under the names and tokens of its callers. */
export function openNothing({ start }: ServerOfNothing): Answering {
  const answer = start();
  return { ...NAMES, handle: (incoming) => Promise.resolve(answer(incoming)) };
}
