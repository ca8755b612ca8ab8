import type { Issue } from '../../src/service/world/repository.ts';
import { noteCreated } from '../changes/creations.ts';
import { together } from '../changes/decisions.ts';
import { cachedFor, listRows, wholeRequest } from '../changes/lists.ts';
import { late } from '../changes/moments.ts';
import { deviationsOf } from './variant.ts';

const LAG_MS = 500;

/** Slow responses, late listing and stale copies. */
export const lagVariants = deviationsOf({
  slow: {
    difference: 'Each answer takes 30 ms.',
    change: late(() => 30),
  },
  'out-of-order': {
    difference: 'Responses take 0 to 20 ms, so that requests overtake each other.',
    change: late(({ ordinal }) => (ordinal * 7) % 21),
  },
  jitter: {
    difference: 'Responses take 0 to 120 ms, mostly little.',
    change: late(({ ordinal }) => ((ordinal * 37) % 50) ** 2 / 20),
  },
  'stalls-intermittently': {
    difference: 'Every 23rd request takes 400 ms.',
    change: late(({ ordinal }) => (ordinal % 23 === 0 ? 400 : 0)),
  },
  'stalls-long-intermittently': {
    difference: 'Every 101st request takes two seconds.',
    change: late(({ ordinal }) => (ordinal % 101 === 0 ? 2000 : 0)),
  },
  'cold-start': {
    difference: 'The first four requests take a second each.',
    change: late(({ ordinal }) => (ordinal <= 4 ? 1000 : 0)),
  },
  'copy-lags-behind': {
    difference: 'Every second list comes from a copy that is half a second behind.',
    change: (b) => {
      const storedAt = new WeakMap<Issue, number>();
      return together(
        noteCreated((issue, _repository, { request }) => storedAt.set(issue, request.world.clock.date())),
        listRows((arranged, { request: { ordinal, world } }) => {
          const since = world.clock.date() - LAG_MS;
          return arranged.filter((issue) => ordinal % 2 === 0 || (storedAt.get(issue) ?? 0) <= since);
        }),
      )(b);
    },
  },
  'cached-briefly': {
    difference: 'A cache keeps each list for 0.8 s, separately for each caller, and states its age.',
    change: cachedFor(800, wholeRequest),
  },
  'cached-for-long': {
    difference: 'A cache keeps each list for 1.8 s, separately for each caller, and states its age.',
    change: cachedFor(1800, wholeRequest),
  },
});
