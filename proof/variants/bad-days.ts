import type { Answer } from '../../src/service/answer.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, isList } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { noteCreated } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { cachedFor, wholeRequest } from '../changes/lists.ts';
import { answerInstead, atOneOf, everyNth } from '../changes/moments.ts';
import { deviationsOf } from './variant.ts';

/** Number of requests for which a token is valid. */
const LASTING = 150;
const RESTORED_AT = 250;
const IN_AN_HOUR = { 'retry-after': '3600' };
const HTML = { 'content-type': 'text/html' };

const isOneOfTen = atOneOf(10);
const isOneOfEight = atOneOf(8);

/** Answers everything alike for some time, which begins with the `ordinal`th request. */
const away =
  (ordinal: number, milliseconds: number, answer: Answer): Change =>
  (b) => {
    let until: number | undefined;
    return answerInstead((request) => {
      const now = request.world.clock.date();
      if (request.ordinal >= ordinal) until ??= now + milliseconds;
      return until !== undefined && now < until ? answer : undefined;
    })(b);
  };

/** Failures in transport and operation that say nothing about conformance. */
export const badDayVariants = deviationsOf({
  'unavailable-intermittently': {
    difference: 'Every 11th request is answered with 503 and may be repeated immediately.',
    change: everyNth(11, () => failure(503, { 'retry-after': '0' })),
  },
  'error-every-ninth': {
    difference: 'Every 9th request is answered with 500, whatever it is.',
    change: everyNth(9, () => failure(500)),
  },
  'errors-by-chance': {
    difference: 'One request of ten is answered with 500 at random.',
    change: answerInstead((request) => (isOneOfTen(request) ? failure(500) : undefined)),
  },
  'creations-err-at-first': {
    difference: 'The first eight creations are answered with 500.',
    change: (b) => {
      let sent = 0;
      return answerInstead((request) => {
        if (isCreate(request)) sent += 1;
        return isCreate(request) && sent <= 8 ? failure(500) : undefined;
      })(b);
    },
  },
  'creations-err-by-chance': {
    difference: 'One creation of eight is answered with 500 at random.',
    change: answerInstead((request) =>
      isCreate(request) && isOneOfEight(request) ? failure(500) : undefined,
    ),
  },
  'cached-for-too-long': {
    difference: 'A cache keeps each list for four seconds, which exceeds the allowed lag.',
    change: cachedFor(4000, wholeRequest),
  },
  'cached-for-an-hour': {
    difference: 'A cache keeps each list for an hour.',
    change: cachedFor(3_600_000, wholeRequest),
  },
  'token-expires': {
    difference: 'A token is valid for 150 requests.',
    change: (b) => {
      let sent = 0;
      return revise('authenticate', (caller) => {
        if (caller.kind !== 'known') return caller;
        sent += 1;
        return sent > LASTING ? { kind: 'unknown' } : caller;
      })(b);
    },
  },
  'creations-limited-for-an-hour': {
    difference: 'Creations are refused with 403 and a retry time of one hour; listings are answered.',
    change: answerInstead((request) => (isCreate(request) ? failure(403, IN_AN_HOUR) : undefined)),
  },
  'unknown-repositories-limited-for-an-hour': {
    difference: 'Requests for unknown repositories are answered with 429 and a retry time of one hour.',
    change: answerInstead((request, b) => {
      const isKnown = b.findRepository(request.owner, request.repo, request) !== undefined;
      return isKnown ? undefined : failure(429, IN_AN_HOUR);
    }),
  },
  'restored-from-a-copy': {
    difference: 'At the 250th request, all repositories are restored to their initial state.',
    change: (b) => {
      const created = new Set<Issue>();
      return {
        ...noteCreated((issue) => created.add(issue))(b),
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
    change: everyNth(13, () => failure(503)),
  },
  'bad-gateway-intermittently': {
    difference: 'Every 17th request is answered by a proxy with 502 and an HTML page.',
    change: everyNth(17, () => ({ ...failure(502, HTML), body: '<h1>Bad Gateway</h1>' })),
  },
  'reset-intermittently': {
    difference: 'The connection of every 19th request is reset before a response.',
    change: everyNth(19, () => ({ ...failure(503), delivery: 'reset' })),
  },
  'cut-intermittently': {
    difference: 'The body of every 17th response is cut off if it is a listing.',
    change: everyNth(17, async (inner, request) => ({
      ...(await inner()),
      ...(isList(request) && { delivery: 'cut' }),
    })),
  },
  'cut-in-half-intermittently': {
    difference: 'The body of every 29th response is cut off in the middle.',
    change: everyNth(29, async (inner) => {
      const answer = await inner();
      return { ...answer, body: answer.body.slice(0, answer.body.length / 2), delivery: 'cut' };
    }),
  },
  'answer-lost-intermittently': {
    difference: 'Every 19th request is executed, but the connection breaks before the response.',
    change: everyNth(19, async (inner) => ({ ...(await inner()), delivery: 'reset' })),
  },
  'gateway-timeout-intermittently': {
    difference: 'Every 19th request is executed, but a proxy answers 504.',
    change: everyNth(19, async (inner) => {
      await inner();
      return failure(504);
    }),
  },
  restart: {
    difference: 'The service restarts at the 40th request and resets every connection for 1.5 s.',
    change: away(40, 1500, { ...failure(503), delivery: 'reset' }),
  },
  outage: {
    difference: 'From the 60th request on, everything is answered with 503 for 400 ms.',
    change: away(60, 400, failure(503, { 'retry-after': '1' })),
  },
});
