import { isCreate } from '../../src/service/request.ts';
import type { World } from '../../src/service/world/world.ts';
import { failure } from '../changes/answers.ts';
import { isAnonymous } from '../changes/callers.ts';
import { everyNth, limitRate } from '../changes/moments.ts';
import { deviationsOf } from './variant.ts';

const inSeconds = ({ clock }: World, seconds: number): Date => new Date(clock.date() + seconds * 1000);

const MINUTE_MS = 60_000;

/** Returns a 429 with the number of seconds until requests are accepted again. */
const tellWhen = (freeAt: number, now: number) =>
  failure(429, { 'retry-after': String(Math.ceil((freeAt - now) / 1000)) });

/** Rate limits; a client that waits is served. */
export const limitVariants = deviationsOf({
  'too-many-intermittently': {
    difference: 'Every 60th request is answered with 429 and a retry time of one second.',
    change: everyNth(60, () => failure(429, { 'retry-after': '1' })),
  },
  'too-many-until-a-date': {
    difference: 'Every 90th request is answered with 429 and the date of the next attempt.',
    change: everyNth(90, (_inner, { world }) =>
      failure(429, { 'retry-after': inSeconds(world, 1).toUTCString() }),
    ),
  },
  'too-many-without-hint': {
    difference: 'Every 30th request is answered with 429 without a retry time.',
    change: everyNth(30, () => failure(429)),
  },
  'too-many-until-reset': {
    difference: 'Every 90th request is answered with 429 and the second in which the limit is reset.',
    change: everyNth(90, (_inner, { world }) => {
      const reset = Math.ceil(inSeconds(world, 0).getTime() / 1000);
      return failure(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) });
    }),
  },
  'limit-a-second': {
    difference: 'At most 100 requests are accepted within a second.',
    change: limitRate(100, 1000, () => failure(429, { 'retry-after': '1' })),
  },
  'limit-300-a-minute': {
    difference: 'At most 300 requests are accepted within a minute; others get a retry time.',
    change: limitRate(300, MINUTE_MS, tellWhen),
  },
  'limit-30-a-minute': {
    difference: 'At most 30 requests are accepted within a minute; others get a retry time.',
    change: limitRate(30, MINUTE_MS, tellWhen),
  },
  'limit-as-forbidden': {
    difference: 'At most 100 requests are accepted within ten seconds; others get 403 and a reset time.',
    change: limitRate(100, 10_000, (freeAt) =>
      failure(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(freeAt / 1000)) }),
    ),
  },
  'limit-creations': {
    difference: 'At most 12 creations are accepted within a second.',
    change: limitRate(12, 1000, () => failure(429, { 'retry-after': '1' }), isCreate),
  },
  'limit-anonymous': {
    difference: 'Every third request without a credential gets a 429 and may be repeated immediately.',
    change: (b) => {
      let anonymous = 0;
      return {
        around: async (inner, request) => {
          if (isAnonymous(b, request)) anonymous += 1;
          else return b.around(inner, request);
          return anonymous % 3 === 0 ? failure(429, { 'retry-after': '0' }) : b.around(inner, request);
        },
      };
    },
  },
});
