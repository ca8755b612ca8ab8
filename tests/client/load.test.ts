import { describe, expect, it } from 'vitest';
import { AdaptiveConcurrency } from '../../src/client/concurrency.ts';
import { Load } from '../../src/client/load.ts';

type Step = 'refused' | 'together' | 'two' | number;

/** Returns the limit after each step; a number is a count of good answers. */
function limits(most: number, steps: readonly Step[]): readonly number[] {
  const concurrency = new AdaptiveConcurrency(most);
  let now = 0;
  return steps.map((step) => {
    if (step === 'two') concurrency.allowTwo();
    else if (step === 'refused') concurrency.refused(now, (now += 1));
    else if (step === 'together') concurrency.refused(0, (now += 1));
    else for (let nth = 0; nth < step; nth += 1) concurrency.wentWell();
    return concurrency.limit;
  });
}

describe('the concurrency', () => {
  it.each<[string, number, readonly Step[], readonly number[]]>([
    ['is all while nothing is refused', 8, [500], [8]],
    ['ignores single refusals', 8, ['refused', 10, 'refused', 10, 'refused', 10], [8, 8, 8, 8, 8, 8]],
    ['is halved by the second in a row', 8, ['refused', 'refused', 'refused', 'refused'], [8, 4, 2, 1]],
    ['is halved once by those sent together', 16, ['together', 'together', 'together'], [16, 8, 8]],
    ['grows by one', 4, ['refused', 'refused', 16, 15, 'refused', 15, 200], [4, 2, 3, 3, 3, 3, 4]],
    [
      'is two again if a request was refused alone',
      8,
      ['refused', 'refused', 'refused', 'refused', 'refused', 'refused'],
      [8, 4, 2, 1, 2, 2],
    ],
    ['is one if one is allowed', 1, ['refused', 'refused', 'refused', 100, 'two'], [1, 1, 1, 1, 1]],
    ['is two on request', 8, ['refused', 'refused', 'refused', 'refused', 'two'], [8, 4, 2, 1, 2]],
  ])('%s', (_, most, steps, seen) => {
    expect(limits(most, steps)).toEqual(seen);
  });
});

const TIMEOUT_MS = 1000;

type Answer = readonly [ms: number, taken: number];

/** A load after successive responses; `taken` is the number of concurrent requests. */
function answering(answers: readonly Answer[], once = false) {
  const load = new Load(TIMEOUT_MS);
  for (const [at, [ms, taken]] of answers.entries()) load.answered({ ms, taken, at, once });
  return load;
}

const repeated = (times: number, answer: Answer) => Array.from({ length: times }, () => answer);
/** Responses of a target that takes 400 ms for each request, one after the other. */
const QUEUE: readonly Answer[] = [
  [400, 1],
  [800, 2],
];
/** Responses of a target that takes any number of requests at once. */
const SIDE_BY_SIDE = repeated(8, [400, 8]);

describe('the load', () => {
  it.each<[string, readonly Answer[], peak: number, fewer: boolean, most: number]>([
    ['that explains it', QUEUE, 8, true, 2],
    ['that does not: answers side by side', SIDE_BY_SIDE, 8, false, 8],
    ['that does not: quick answers', repeated(8, [2, 8]), 8, false, 8],
    ['of which nothing is known', [], 8, false, 8],
    ['of one request alone', QUEUE, 1, false, 8],
  ])('allows fewer after a time-out under a load %s', (_, answers, peak, fewer, most) => {
    const load = answering(answers);
    expect([load.most(8, false), load.hasTimeForTwo]).toEqual([8, true]);
    expect([load.timedOut({ peak, once: false }, 0), load.most(8, false)]).toEqual([fewer, most]);
  });

  it.each<[string, readonly Answer[], answeredOnce: boolean, most: number]>([
    ['unknown', [], false, 8],
    ['queue', QUEUE, true, 2],
    ['side by side', SIDE_BY_SIDE, true, 8],
    ['reading takes 50 ms', [[50, 1]], false, 2],
    ['reading takes 5 ms', [[5, 1]], false, 8],
  ])('leaves a request that is sent once its time: %s', (_, answers, answeredOnce, most) => {
    const load = answering(answers, answeredOnce);
    expect([load.most(8, true), load.most(8, false)]).toEqual([most, 8]);
  });

  it('holds such a request back no longer if one timed out unexplained', () => {
    const load = answering(repeated(8, [200, 8]));
    expect(load.most(8, true)).toBe(1);
    expect([load.timedOut({ peak: 4, once: true }, 0), load.most(8, true)]).toEqual([false, 8]);
  });
});
