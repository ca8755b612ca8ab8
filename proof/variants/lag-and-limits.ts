import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, type Reply } from '../../src/service/request.ts';
import type { Issue, World } from '../../src/service/world.ts';
import { failure, RESET } from '../changes/answers.ts';
import { cachedFor } from '../changes/caches.ts';
import { isAnonymous, isUnknown } from '../changes/callers.ts';
import { noteCreated } from '../changes/creations.ts';
import {
  type Applies,
  answerInstead,
  answerWith,
  atEvery,
  atOneOf,
  combine,
  everyNth,
  late,
  limitRate,
  onlyWhere,
  revise,
} from '../changes/decisions.ts';
import { listRows } from '../changes/lists.ts';
import { listsLater } from './creation.ts';
import { differs, variantsOf, variationOf } from './variant.ts';

const MINUTE_MS = 60_000;

const takes = variationOf((milliseconds: (ordinal: number) => number) =>
  late(({ ordinal }) => milliseconds(ordinal)),
);

/** Lets requests wait until a time after the first one. */
const coldFor = variationOf(
  (milliseconds: number): Change =>
    (b) => {
      let startedAt: number | undefined;
      return late(({ world }) => {
        const now = world.clock.date();
        startedAt ??= now;
        return startedAt + milliseconds - now;
      })(b);
    },
);

export const caches = (milliseconds: number) =>
  differs(
    `A cache states its age, and keeps each list for ${milliseconds / 1000} s.`,
    cachedFor(milliseconds),
  );

/** One of some copies, which take turns, lists new issues late. */
const copies = variationOf(
  (count: number, lagMs: number): Change =>
    (b) => {
      const storedAt = new WeakMap<Issue, number>();
      return combine(
        noteCreated((issue, _repository, { request }) => storedAt.set(issue, request.world.clock.date())),
        listRows((arranged, { request: { ordinal, world } }) => {
          const since = world.clock.date() - lagMs;
          return arranged.filter((issue) => ordinal % count !== 1 || (storedAt.get(issue) ?? 0) <= since);
        }),
      )(b);
    },
);

const inSeconds = ({ clock }: World, seconds: number): Date => new Date(clock.date() + seconds * 1000);

const soon = failure(429, { 'retry-after': '1' });

/** Every `n`th request gets a 429; what it says of the wait is named. */
const refuseEvery = (n: number, hint: string, answer: (world: World) => Reply) =>
  differs(
    `Every ${n}th request gets a 429 ${hint}.`,
    everyNth(n, (_inner, { world }) => answer(world)),
  );

/** At most so many requests, perhaps of a kind, are accepted within a time. */
const accepts = (
  [most, windowMs]: readonly [most: number, windowMs: number],
  tooMany: Parameters<typeof limitRate>[2],
  [kind, applies]: readonly [kind: string, applies?: Parameters<typeof limitRate>[3]] = ['requests'],
) =>
  differs(
    `At most ${most} ${kind} are accepted within ${windowMs / 1000} s.`,
    limitRate(most, windowMs, tooMany, applies),
  );
const CREATIONS = ['creations', isCreate] as const;

/** Returns a 429 with the number of seconds until requests are accepted again. */
const tellWhen = (freeAt: number, now: number) =>
  failure(429, { 'retry-after': String(Math.ceil((freeAt - now) / 1000)) });

/** Answers everybody a status once a number of invalid credentials were refused. */
interface Lockout {
  readonly forMs?: number;
  readonly whom?: Applies;
}
const lockOut =
  (most: number, status: number, { forMs = Infinity, whom = () => true }: Lockout = {}): Change =>
  (b) => {
    const at: number[] = [];
    return answerInstead((request) => {
      const now = request.world.clock.date();
      const last = at[most - 1];
      if (last !== undefined && now < last + forMs) return whom(request, b) ? failure(status) : undefined;
      if (last !== undefined) at.length = 0;
      if (isUnknown(request, b)) at.push(now);
      return undefined;
    })(b);
  };

const locks = (most: number, status: number, lockout: Lockout = {}) => {
  const whom = lockout.whom === undefined ? 'everybody' : 'each further one';
  const forMs = lockout.forMs === undefined ? '' : ` for ${lockout.forMs / 1000} s`;
  const difference = `After ${most} invalid credentials ${whom} gets ${status}${forMs}.`;
  return differs(difference, lockOut(most, status, lockout));
};

export const lagAndLimitVariants = variantsOf('bad-day', {
  slow: takes('Each answer takes 30 ms.', () => 30),
  'out-of-order': takes(
    'Responses take 0 to 20 ms, so that requests overtake each other.',
    (n) => (n * 7) % 21,
  ),
  jitter: takes('Responses take 0 to 120 ms, mostly little.', (n) => ((n * 37) % 50) ** 2 / 20),
  'stalls-intermittently': takes('Every 23rd request takes 400 ms.', (n) => (n % 23 === 0 ? 400 : 0)),
  'stalls-long-intermittently': takes('Every 101st request takes two seconds.', (n) =>
    n % 101 === 0 ? 2000 : 0,
  ),
  'cold-start': takes('The first four requests take a second each.', (n) => (n <= 4 ? 1000 : 0)),
  'cold-start-21-s': coldFor('Nothing is answered within 21 seconds after the first request.', 21_000),
  'cold-start-50-s': coldFor('Nothing is answered within 50 seconds after the first request.', 50_000),
  'copy-lags-behind': copies('Every second list comes from a copy that is half a second behind.', 2, 500),
  'copy-of-three-lags-behind': copies('Every third list comes from a copy that is 0.3 s behind.', 3, 300),
  'cached-briefly': caches(800),
  'cached-for-long': caches(1800),
  'cached-if-anonymous': differs(
    'A cache keeps each list that is read without a credential for 1.8 s.',
    onlyWhere(isAnonymous)(cachedFor(1800)),
  ),
  'too-many-intermittently': refuseEvery(60, 'and is to wait a second', () => soon),
  'too-many-until-a-date': refuseEvery(90, 'and the date to try again', (world) =>
    failure(429, { 'retry-after': inSeconds(world, 1).toUTCString() }),
  ),
  'too-many-without-hint': refuseEvery(30, 'without a retry time', () => failure(429)),
  'too-many-until-reset': refuseEvery(90, 'and a reset time', (world) => {
    const reset = Math.ceil(inSeconds(world, 0).getTime() / 1000);
    return failure(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) });
  }),
  'limit-a-second': accepts([100, 1000], () => soon),
  'limit-25-a-second-without-hint': accepts([1, 40], () => failure(429)),
  'limit-200-in-20-s-without-hint': accepts([200, 20_000], () => failure(429)),
  'limit-300-a-minute': accepts([300, MINUTE_MS], tellWhen),
  'limit-30-a-minute': accepts([30, MINUTE_MS], tellWhen),
  'limit-as-forbidden': accepts([100, 10_000], (freeAt) =>
    failure(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(freeAt / 1000)) }),
  ),
  'limit-creations': accepts([12, 1000], () => soon, CREATIONS),
  'limit-creations-without-hint': accepts([10, MINUTE_MS], () => failure(403), CREATIONS),
  'limit-anonymous': differs(
    'Every third request without a credential gets a 429 and may be repeated immediately.',
    atEvery(3, isAnonymous)(answerWith(failure(429, { 'retry-after': '0' }))),
  ),
  'third-creation-429': differs(
    'Every third creation is answered with 429 and is to wait a second.',
    atEvery(3, isCreate)(answerWith(soon)),
  ),
  'locked-out-after-8-by-403': locks(8, 403),
  'locked-out-after-5-by-401': locks(5, 401),
  'locked-out-for-a-minute': locks(10, 403, { forMs: MINUTE_MS }),
  'listed-after-4-s': listsLater(4000),
  'creations-reset-intermittently': differs(
    'The connections of one in three creations are reset.',
    answerWith(RESET, (request) => isCreate(request) && atOneOf(3)(request)),
  ),
  'locked-out-if-invalid-after-10-by-403': locks(10, 403, { whom: isUnknown }),
  'creations-err-for-a-while': differs(
    'Creations get 500 for 0.8 s from the first one on, while lists are read elsewhere.',
    (b) => {
      let since: number | undefined;
      return answerWith(failure(500), (request) => {
        const now = request.world.clock.date();
        if (isCreate(request)) since ??= now;
        return isCreate(request) && now < (since ?? now) + 800;
      })(b);
    },
  ),
  'private-hidden-for-a-while': differs(
    'From the 75th request on, the private repository is hidden from everybody for 0.2 s.',
    (b) => {
      let since: number | undefined;
      return revise('mayUse', (may, _caller, { isPrivate }, { ordinal, world }) => {
        const now = world.clock.date();
        if (ordinal >= 75) since ??= now;
        return may && !(isPrivate && since !== undefined && now < since + 200);
      })(b);
    },
  ),
});
