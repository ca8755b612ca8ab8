import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, isList, type Reply } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { failure, RESET, withHeaders } from '../changes/answers.ts';
import { cachedFor } from '../changes/caches.ts';
import { isUnknown } from '../changes/callers.ts';
import { noteCreated } from '../changes/creations.ts';
import {
  type Applies,
  afterCreations,
  answerInstead,
  answerWith,
  atOneOf,
  beforeEach,
  combine,
  everyNth,
  remembering,
  revise,
} from '../changes/decisions.ts';
import { createOne, removeOldestOpen } from '../changes/other-clients.ts';
import { caches } from './lag-and-limits.ts';
import { keepsCreating, somebody } from './other-clients.ts';
import { differs, together, variantsOf, variationOf } from './variant.ts';

const IN_AN_HOUR = { 'retry-after': '3600' };

/** Answers everything alike for some time from some requests on. */
const awayFrom =
  (begins: Applies, milliseconds: number, answer: Reply): Change =>
  (b) => {
    let until = 0;
    return answerInstead((request) => {
      const now = request.world.clock.date();
      if (now >= until && begins(request, b)) until = now + milliseconds;
      return now < until ? answer : undefined;
    })(b);
  };

/** A service that is away from one request on. */
const away = (what: string, { from, ms }: { from: number; ms: number }, answer: Reply) =>
  differs(
    `From request ${from} on, ${what} for ${ms / 1000} s.`,
    awayFrom(({ ordinal }) => ordinal === from, ms, answer),
  );

/** Handles every `n`th request in another way, which is named. */
const atEach = (n: number, what: string, handle: Parameters<typeof everyNth>[1]) =>
  differs(`Every ${n}th request ${what}.`, everyNth(n, handle));

/** Every request from the 60th on is answered in one way. */
const from60 = variationOf((answer: Reply) => answerWith(answer, ({ ordinal }) => ordinal >= 60));

/** A token is valid for a number of its requests: that of anybody, or of one account. */
const lasts = variationOf((most: number, login?: string) =>
  remembering(() => ({ count: 0 }))('authenticate', (known, caller) => {
    if (caller.kind !== 'known' || caller.account.login !== (login ?? caller.account.login)) return caller;
    known.count += 1;
    return known.count > most ? { kind: 'unknown' } : caller;
  }),
);

const cachesInSecret = (milliseconds: number) =>
  differs(
    `A cache that states no age keeps each list for ${milliseconds / 1000} s.`,
    combine(
      cachedFor(milliseconds),
      withHeaders(() => ({ age: undefined, 'cache-control': undefined })),
    ),
  );

/** Failures in transport and operation that say nothing about conformance. */
export const badDayVariants = variantsOf('bad-day', {
  'unavailable-intermittently': atEach(11, 'gets a 503, and may be repeated at once', () =>
    failure(503, { 'retry-after': '0' }),
  ),
  'error-every-ninth': atEach(9, 'gets a 500, whatever it is', () => failure(500)),
  'errors-by-chance': differs(
    'One request of ten gets a 500 at random.',
    answerWith(failure(500), atOneOf(10)),
  ),
  'creations-err-at-first': differs('The first eight creations are answered with 500.', (b) => {
    let left = 8;
    return answerWith(failure(500), (request) => isCreate(request) && left-- > 0)(b);
  }),
  'creations-err-by-chance': differs(
    'One creation of eight is answered with 500 at random.',
    answerWith(failure(500), (request) => isCreate(request) && atOneOf(8)(request)),
  ),
  'cached-for-too-long': caches(4000),
  'cached-for-an-hour': caches(3_600_000),
  'cached-in-secret': cachesInSecret(5000),
  'token-expires': lasts('A token is valid for 150 requests.', 150),
  'creations-limited-for-an-hour': differs(
    'Creations are refused with 403 and a retry time of one hour; listings are answered.',
    answerWith(failure(403, IN_AN_HOUR), isCreate),
  ),
  'unknown-repositories-limited-for-an-hour': differs(
    'Requests for unknown repositories are answered with 429 and a retry time of one hour.',
    answerWith(
      failure(429, IN_AN_HOUR),
      (request, b) => b.findRepository(request.owner, request.repo, request) === undefined,
    ),
  ),
  'restored-from-a-copy': differs(
    'At the 250th request, all repositories are as they were at first.',
    (b) => {
      const created = new Set<Issue>();
      return combine(
        noteCreated((issue) => created.add(issue)),
        beforeEach(({ ordinal, world }) => {
          if (ordinal === 250)
            for (const repository of world.repositories)
              for (const issue of created) repository.remove(issue);
        }),
      )(b);
    },
  ),
  'unavailable-without-hint': atEach(13, 'gets a 503 without a retry time', () => failure(503)),
  'bad-gateway-intermittently': atEach(17, 'gets a 502 of a proxy, in HTML', () => ({
    ...failure(502, { 'content-type': 'text/html' }),
    body: '<h1>Bad Gateway</h1>',
  })),
  'reset-intermittently': atEach(19, 'has its connection reset', () => RESET),
  'cut-intermittently': atEach(17, 'has the body of its list cut off', async (inner, request) => ({
    ...(await inner()),
    ...(isList(request) && { delivery: 'cut' }),
  })),
  'cut-in-half-intermittently': atEach(29, 'has its body cut off in the middle', async (inner) => {
    const answer = await inner();
    return { ...answer, body: answer.body.slice(0, answer.body.length / 2), delivery: 'cut' };
  }),
  'answer-lost-intermittently': atEach(19, 'is executed, but its answer is lost', async (inner) => ({
    ...(await inner()),
    delivery: 'reset',
  })),
  'gateway-timeout-intermittently': atEach(19, 'is executed, but a proxy answers 504', async (inner) => {
    await inner();
    return failure(504);
  }),
  restart: away('the service restarts, and resets connections', { from: 40, ms: 1500 }, RESET),
  maintenance: away('everything gets a 503 without a retry time', { from: 250, ms: 25_000 }, failure(503)),
  'nothing-for-a-while': away(
    'all lists are empty',
    { from: 250, ms: 3000 },
    { ...failure(200), body: '[]' },
  ),
  'bad-gateway-for-a-while': away('a gateway answers 502', { from: 70, ms: 6000 }, failure(502)),
  'no-content-for-a-while': away(
    'a gateway answers 204',
    { from: 138, ms: 3000 },
    { ...failure(204), body: '' },
  ),
  'redirected-for-a-while': away(
    'all is redirected',
    { from: 250, ms: 3000 },
    failure(302, { location: '/maintenance' }),
  ),
  outage: away('everything gets a 503', { from: 60, ms: 400 }, failure(503, { 'retry-after': '1' })),
});

/** Services that go wrong as a whole in the middle of a run, and lists that never rest. */
export const goingWrongVariants = variantsOf('bad-day', {
  'refused-halfway': from60('From the 60th request on, everything gets a 401.', failure(401)),
  'gone-for-good': from60('From the 60th request on, every connection is reset.', RESET),
  'token-lasts-thirty-requests': lasts('A token is valid for 30 requests.', 30),
  'outsider-token-lasts-three-requests': lasts('OUTSIDER_TOKEN is valid for three requests.', 3, 'olaf'),
  'token-lasts-twelve-creations': differs(
    'A token is valid until 12 issues were created.',
    afterCreations(12)(
      revise('authenticate', (caller) => (caller.kind === 'known' ? { kind: 'unknown' } : caller)),
    ),
  ),
  'invalid-token-locks-out': differs(
    'For 1.5 s after an invalid credential every connection is reset.',
    awayFrom(isUnknown, 1500, RESET),
  ),
  'one-request-at-a-time': differs('Concurrent requests are answered with 429.', (b) => {
    let underWay = 0;
    return {
      around: async (inner, request) => {
        underWay += 1;
        const isAlone = underWay === 1;
        await request.pause(15);
        underWay -= 1;
        return isAlone ? b.around(inner, request) : failure(429, { 'retry-after': '0' });
      },
    };
  }),
  'cached-while-somebody-creates': together(keepsCreating(100), caches(600)),
  'cached-in-secret-while-somebody-creates': together(keepsCreating(170), cachesInSecret(1500)),
  'cached-for-too-long-while-somebody-creates': together(
    caches(4000),
    somebody('creates an issue', 9, createOne),
  ),
  'somebody-creates-each-time': somebody('creates an issue', 1, createOne),
  'somebody-deletes-often': somebody('deletes an old issue', 7, removeOldestOpen),
  'somebody-creates-and-deletes-with-each-creation': differs(
    'Whenever an issue is to be created, somebody else creates one and deletes an old one.',
    beforeEach((request) => {
      const [repository] = request.world.repositories;
      if (!isCreate(request) || repository === undefined) return;
      createOne(repository, request.world);
      removeOldestOpen(repository);
    }),
  ),
  'cached-while-somebody-deletes': together(
    caches(1800),
    somebody('deletes an old issue', 7, removeOldestOpen),
  ),
  'cached-in-secret-while-somebody-deletes': together(
    somebody('deletes an old issue', 7, removeOldestOpen),
    cachesInSecret(2500),
  ),
});
