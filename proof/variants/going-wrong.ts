import type { Answer } from '../../src/service/answer.ts';
import type { Behaviour } from '../../src/service/behaviour.ts';
import { failure } from '../changes/answers.ts';
import { together } from '../changes/decisions.ts';
import { cachedFor, wholeRequest } from '../changes/lists.ts';
import { byTheClock, createOne, meanwhile, removeOldestOpen } from '../changes/other-people.ts';
import { deviationsOf } from './variant.ts';

const FROM = 60;
const AWAY_MS = 1500;
const ONE_AT_A_TIME_MS = 15;

/** Answers everything alike from a request on. */
const from = (b: Behaviour, answer: Answer): Pick<Behaviour, 'around'> => ({
  around: async (inner, request) => (request.ordinal >= FROM ? answer : b.around(inner, request)),
});

/** Services that go wrong as a whole in the middle of a run, and lists that never rest. */
export const goingWrongVariants = deviationsOf({
  'refused-halfway': {
    difference: 'From the 60th request on, everything is answered with 401.',
    change: (b) => from(b, failure(401)),
  },
  'gone-for-good': {
    difference: 'From the 60th request on, every connection is reset.',
    change: (b) => from(b, { ...failure(503), delivery: 'reset' }),
  },
  'token-lasts-thirty-requests': {
    difference: 'A token is valid for 30 requests.',
    change: (b) => {
      let sent = 0;
      return {
        authenticate: (authorization, request) => {
          const caller = b.authenticate(authorization, request);
          if (caller.kind !== 'known') return caller;
          sent += 1;
          return sent > 30 ? { kind: 'unknown' } : caller;
        },
      };
    },
  },
  'token-lasts-twelve-creations': {
    difference: 'A token is valid until twelve issues were created.',
    change: (b) => {
      let created = 0;
      return {
        authenticate: (authorization, request) => {
          const caller = b.authenticate(authorization, request);
          return caller.kind === 'known' && created >= 12 ? { kind: 'unknown' } : caller;
        },
        createdAnswer: (issue, record, call) => {
          created += 1;
          return b.createdAnswer(issue, record, call);
        },
      };
    },
  },
  'invalid-token-locks-out': {
    difference: 'For 1.5 s after an invalid credential every connection is reset.',
    change: (b) => {
      let until = 0;
      return {
        around: async (inner, request) => {
          const now = request.world.clock.date();
          const isInvalid = b.authenticate(request.header('authorization'), request).kind === 'unknown';
          if (isInvalid && now >= until) until = now + AWAY_MS;
          return now < until ? { ...failure(503), delivery: 'reset' } : b.around(inner, request);
        },
      };
    },
  },
  'one-request-at-a-time': {
    difference: 'A request that comes while another one is under way is answered with 429.',
    change: (b) => {
      let underWay = 0;
      return {
        around: async (inner, request) => {
          underWay += 1;
          const isAlone = underWay === 1;
          await request.pause(ONE_AT_A_TIME_MS);
          underWay -= 1;
          return isAlone ? b.around(inner, request) : failure(429, { 'retry-after': '0' });
        },
      };
    },
  },
  'third-creation-429': {
    difference: 'Every third creation is answered with 429 and a retry time of one second.',
    change: (b) => {
      let creations = 0;
      return {
        around: async (inner, request) => {
          if (request.method === 'POST') creations += 1;
          return request.method === 'POST' && creations % 3 === 0
            ? failure(429, { 'retry-after': '1' })
            : b.around(inner, request);
        },
      };
    },
  },
  'cached-while-somebody-creates': {
    difference: 'A cache keeps each list for 0.6 s, and somebody else creates an issue every 100 ms.',
    change: together(byTheClock(100, createOne), cachedFor(600, wholeRequest)),
  },
  'cached-in-secret-while-somebody-creates': {
    difference:
      'A cache that states no age keeps each list for 1.5 s, and somebody else creates an issue every 170 ms.',
    change: together(byTheClock(170, createOne), cachedFor(1500, wholeRequest), (b) => ({
      around: async (inner, request) => {
        const answer = await b.around(inner, request);
        const { age: _age, 'cache-control': _kept, ...headers } = answer.headers;
        return { ...answer, headers };
      },
    })),
  },
  'somebody-creates-each-time': {
    difference: 'Somebody else creates an issue before every request.',
    change: meanwhile(1, createOne),
  },
  'somebody-deletes-often': {
    difference: 'Somebody else deletes an old issue before every 7th request.',
    change: meanwhile(7, removeOldestOpen),
  },
  'somebody-creates-and-deletes-with-each-creation': {
    difference: 'Whenever an issue is to be created, somebody else creates one and deletes an old one.',
    change: (b) => ({
      around: (inner, request) => {
        const [repository] = request.world.repositories;
        if (request.method === 'POST' && repository !== undefined) {
          createOne(repository, request.world);
          removeOldestOpen(repository);
        }
        return b.around(inner, request);
      },
    }),
  },
});
