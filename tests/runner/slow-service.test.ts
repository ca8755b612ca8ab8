import { expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import { type TriedAll, tryService } from '../support/try-service.ts';

/**
 * Simulates a service with one thread. Each request takes some milliseconds and waits for earlier ones, even
 * if their callers gave up.
 */
const oneByOne = (milliseconds: (request: ServiceRequest) => number): Change => {
  let last: Promise<unknown> = Promise.resolve();
  return (b) => ({
    around: (inner, request) => {
      const answer = last.then(async () => {
        await request.pause(milliseconds(request));
        return b.around(inner, request);
      });
      last = answer.catch(() => undefined);
      return answer;
    },
  });
};

const undecided = ({ tried }: TriedAll): string[] =>
  tried
    .filter(({ rule, verdict }) => rule.level !== 'observed' && verdict.verdict !== 'pass')
    .map(({ rule, verdict }) => `${rule.id} ${'cause' in verdict ? verdict.cause : verdict.verdict}`);

interface Slow {
  readonly profile?: 'quick' | 'standard';
  readonly list: number;
  readonly creation?: number;
  readonly faults?: readonly FaultId[];
  readonly most?: number;
}

it.each<[Slow, left: readonly string[]]>([
  [{ profile: 'quick', list: 200, most: 120 }, []],
  [{ list: 100, most: 460 }, []],
  [{ list: 50, creation: 300 }, ['create.rejected-no-effect unclear', 'create.concurrent unanswered']],
  [{ list: 400, creation: 50 }, []],
  [
    { list: 100, faults: ['per-page-zero-empty'] },
    ['list.per-page.zero fail', 'list.page.effective-size other-rule'],
  ],
  // Creations at once take longer than a request may.
  [{ list: 700 }, ['create.rejected-no-effect unclear', 'create.concurrent unanswered']],
])('a service with one thread is decided: %j', async (slow, left) => {
  const { profile = 'standard', list, creation = list, faults = [], most = 680 } = slow;
  const change = oneByOne(({ method }) => (method === 'POST' ? creation : list));
  const tried = await tryService({ faults, changes: [change], concurrency: 8, timeoutMs: 1000, profile });
  expect(undecided(tried)).toEqual(left);
  expect(tried.requests).toBeLessThan(most);
});
