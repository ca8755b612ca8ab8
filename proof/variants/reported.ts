import type { Change } from '../../src/service/behaviour.ts';
import { failure } from '../changes/answers.ts';
import { callerOf } from '../changes/callers.ts';
import { refusePayloads } from '../changes/creations.ts';
import { answerInstead, late } from '../changes/moments.ts';
import { deviationsOf } from './variant.ts';

/** Answers everybody a status once a number of invalid credentials were refused. */
const lockingOut =
  (most: number, status: number, forMs = Infinity): Change =>
  (b) => {
    const at: number[] = [];
    return answerInstead((request) => {
      const now = request.world.clock.date();
      const last = at[most - 1];
      if (last !== undefined && now < last + forMs) return failure(status);
      if (last !== undefined) at.length = 0;
      if (callerOf(b, request).kind === 'unknown') at.push(now);
      return undefined;
    })(b);
  };

/** Lets requests wait until a time after the first one. */
const coldFor = (milliseconds: number): Change => {
  let startedAt: number | undefined;
  return late(({ world }) => {
    const now = world.clock.date();
    startedAt ??= now;
    return startedAt + milliseconds - now;
  });
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Odd services after public bug reports. */
export const reportedVariants = deviationsOf({
  'locked-out-after-8-by-403': {
    difference: 'After eight invalid credentials everybody is answered with 403.',
    change: lockingOut(8, 403),
  },
  'locked-out-after-5-by-401': {
    difference: 'After five invalid credentials everybody is answered with 401.',
    change: lockingOut(5, 401),
  },
  'locked-out-for-a-minute': {
    difference: 'After ten invalid credentials everybody is answered with 403 for a minute.',
    change: lockingOut(10, 403, 60_000),
  },
  'title-control-characters-422': {
    difference: 'Titles with control characters or half a pair of UTF-16 are refused with 422.',
    change: refusePayloads(({ title }) => isText(title) && /[\p{Cc}\p{Cs}]/u.test(title)),
  },
  'title-255-characters-422': {
    difference: 'Titles of more than 254 characters are refused with 422.',
    change: refusePayloads(({ title }) => isText(title) && title.length > 254),
  },
  'cold-start-21-s': {
    difference: 'Nothing is answered within 21 seconds after the first request.',
    change: coldFor(21_000),
  },
  'cold-start-50-s': {
    difference: 'Nothing is answered within 50 seconds after the first request.',
    change: coldFor(50_000),
  },
});
