import { isList } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { cachedFor, wholeRequest } from '../changes/caches.ts';
import { noteCreated } from '../changes/creations.ts';
import { atOneOf, everyNth } from '../changes/moments.ts';
import { deviationsOf } from './variant.ts';

const RESTART_AT = 40;
const RESTART_MS = 1500;
/** Number of requests for which a token is valid. */
const LASTING = 150;
const OUTAGE_AT = 60;
const RESTORED_AT = 250;
const OUTAGE_MS = 400;

/** Failures in transport and operation that say nothing about conformance. */
export const badDayVariants = deviationsOf({
  'unavailable-intermittently': {
    difference: 'Every 11th request is answered with 503 and may be repeated immediately.',
    change: (b) => everyNth(b, 11, () => failure(503, { 'retry-after': '0' })),
  },
  'error-every-ninth': {
    difference: 'Every 9th request is answered with 500, whatever it is.',
    change: (b) => everyNth(b, 9, () => failure(500)),
  },
  'errors-by-chance': {
    difference: 'One request of ten is answered with 500 at random.',
    change: (b) => ({
      around: async (inner, request) => (atOneOf(10)(request) ? failure(500) : b.around(inner, request)),
    }),
  },
  'creations-err-at-first': {
    difference: 'The first eight creations are answered with 500.',
    change: (b) => {
      let sent = 0;
      return {
        around: async (inner, request) => {
          if (request.method !== 'POST') return b.around(inner, request);
          sent += 1;
          return sent <= 8 ? failure(500) : b.around(inner, request);
        },
      };
    },
  },
  'creations-err-by-chance': {
    difference: 'One creation of eight is answered with 500 at random.',
    change: (b) => ({
      around: async (inner, request) =>
        request.method === 'POST' && atOneOf(8)(request) ? failure(500) : b.around(inner, request),
    }),
  },
  'cached-for-too-long': {
    difference: 'A cache keeps each list for four seconds, which exceeds the allowed lag.',
    change: (b) => cachedFor(b, 4000, wholeRequest),
  },
  'cached-for-an-hour': {
    difference: 'A cache keeps each list for an hour.',
    change: (b) => cachedFor(b, 3_600_000, wholeRequest),
  },
  'token-expires': {
    difference: 'A token is valid for 150 requests.',
    change: (b) => {
      let sent = 0;
      return {
        authenticate: (authorization, request) => {
          const requester = b.authenticate(authorization, request);
          if (requester.kind !== 'known') return requester;
          sent += 1;
          return sent > LASTING ? { kind: 'unknown' } : requester;
        },
      };
    },
  },
  'creations-limited-for-an-hour': {
    difference: 'Creations are refused with 403 and a retry time of one hour; listings are answered.',
    change: (b) => ({
      around: async (inner, request) =>
        request.method === 'POST' ? failure(403, { 'retry-after': '3600' }) : b.around(inner, request),
    }),
  },
  'unknown-repositories-limited-for-an-hour': {
    difference: 'Requests for unknown repositories are answered with 429 and a retry time of one hour.',
    change: (b) => ({
      around: async (inner, request) => {
        const isKnown = b.findRepository(request.owner, request.repo, request) !== undefined;
        return isKnown ? b.around(inner, request) : failure(429, { 'retry-after': '3600' });
      },
    }),
  },
  'restored-from-a-copy': {
    difference: 'At the 250th request, all repositories are restored to their initial state.',
    change: (b) => {
      const created = new Set<Issue>();
      return {
        ...noteCreated(b, (issue) => created.add(issue)),
        around: async (inner, request) => {
          if (request.ordinal === RESTORED_AT)
            for (const repository of request.world.repositories)
              for (const issue of created) repository.remove(issue);
          return b.around(inner, request);
        },
      };
    },
  },
  'unavailable-without-hint': {
    difference: 'Every 13th request is answered with 503 without a retry time.',
    change: (b) => everyNth(b, 13, () => failure(503)),
  },
  'bad-gateway-intermittently': {
    difference: 'Every 17th request is answered by a proxy with 502 and an HTML page.',
    change: (b) =>
      everyNth(b, 17, () => ({
        ...failure(502, { 'content-type': 'text/html' }),
        body: '<h1>Bad Gateway</h1>',
      })),
  },
  'reset-intermittently': {
    difference: 'The connection of every 19th request is reset before a response.',
    change: (b) => everyNth(b, 19, () => ({ ...failure(503), delivery: 'reset' })),
  },
  'cut-intermittently': {
    difference: 'The body of every 17th response is cut off if it is a listing.',
    change: (b) =>
      everyNth(b, 17, async (inner, request) => {
        const answer = await inner();
        return isList(request) ? { ...answer, delivery: 'cut' } : answer;
      }),
  },
  'cut-in-half-intermittently': {
    difference: 'The body of every 29th response is cut off in the middle.',
    change: (b) =>
      everyNth(b, 29, async (inner) => {
        const answer = await inner();
        return { ...answer, body: answer.body.slice(0, answer.body.length / 2), delivery: 'cut' };
      }),
  },
  'answer-lost-intermittently': {
    difference: 'Every 19th request is executed, but the connection breaks before the response.',
    change: (b) => everyNth(b, 19, async (inner) => ({ ...(await inner()), delivery: 'reset' })),
  },
  'gateway-timeout-intermittently': {
    difference: 'Every 19th request is executed, but a proxy answers 504.',
    change: (b) =>
      everyNth(b, 19, async (inner) => {
        await inner();
        return failure(504);
      }),
  },
  restart: {
    difference: 'The service restarts at the 40th request and resets every connection for 1.5 s.',
    change: (b) => {
      let until: number | undefined;
      return {
        around: async (inner, request) => {
          const now = request.world.clock.date();
          if (request.ordinal >= RESTART_AT) until ??= now + RESTART_MS;
          return until !== undefined && now < until
            ? { ...failure(503), delivery: 'reset' }
            : b.around(inner, request);
        },
      };
    },
  },
  outage: {
    difference: 'From the 60th request on, everything is answered with 503 for 400 ms.',
    change: (b) => {
      let until: number | undefined;
      return {
        around: async (inner, request) => {
          const now = request.world.clock.date();
          if (request.ordinal >= OUTAGE_AT) until ??= now + OUTAGE_MS;
          return until !== undefined && now < until
            ? failure(503, { 'retry-after': '1' })
            : b.around(inner, request);
        },
      };
    },
  },
});
