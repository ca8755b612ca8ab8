import { describe, expect, it } from 'vitest';
import { failure } from '../../proof/changes/answers.ts';
import { noteCreated } from '../../proof/changes/creations.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { isCreate } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { tryOn } from './trying.ts';

const CREATING = ['create.accepted', 'create.listed', 'create.once', 'create.concurrent'] as const;

/** Some lists come from a copy that hears of a creation so many milliseconds later. */
const lagging =
  (lagMs: number, isCopy: (ordinal: number) => boolean): Change =>
  (b) => {
    const storedAt = new WeakMap<Issue, number>();
    return {
      ...noteCreated(b, (issue, _repository, { request }) => storedAt.set(issue, request.world.clock.date())),
      cut: (arranged, window, listing) => {
        const { ordinal, world } = listing.request;
        const since = isCopy(ordinal) ? world.clock.date() - lagMs : Number.POSITIVE_INFINITY;
        return b.cut(
          arranged.filter((issue) => (storedAt.get(issue) ?? 0) <= since),
          window,
          listing,
        );
      },
    };
  };

const every = () => true;
const second = (ordinal: number) => ordinal % 2 === 0;

describe('a copy of the list that lags behind what this run has written', () => {
  it('is no violation as long as LISTED_WITHIN_MS allows it', async () => {
    for (const isCopy of [every, second]) {
      const { failed } = await tryOn({ changes: [lagging(1500, isCopy)] }, gatingIds, {
        listedWithinMs: 2000,
      });
      expect(failed).toEqual([]);
    }
  });

  it('has lost the issues where it takes longer', async () => {
    const { failed } = await tryOn({ changes: [lagging(1500, every)] }, CREATING, { listedWithinMs: 300 });
    expect(failed).toEqual(['create.listed']);
  });

  it('has lost the issues where it never catches up', async () => {
    const { failed } = await tryOn({ changes: [lagging(600_000, every)] }, CREATING);
    expect(failed).toContain('create.listed');
  });
});

describe('a service that takes only one request at a time', () => {
  it('is not accused of turning away what comes beside another', async () => {
    let inFlight = 0;
    const single: Change = (b) => ({
      around: async (inner, request) => {
        inFlight += 1;
        const isAlone = inFlight === 1;
        await request.pause(15);
        inFlight -= 1;
        return isAlone ? b.around(inner, request) : failure(429, { 'retry-after': '0' });
      },
    });
    const { failed } = await tryOn({ changes: [single] }, gatingIds);
    expect(failed).toEqual([]);
  });
});

describe('a creation right after refused ones', () => {
  it('is judged for itself, with nothing between them', async () => {
    const { failed } = await tryOn({ faults: ['problem-carried-over'] }, [
      'create.accepted',
      'create.body-optional',
    ]);
    expect(failed).toContain('create.accepted');
    let wasRefused = 0;
    const touchy: Change = (b) => ({
      around: async (inner, request) => {
        const isTouchy = wasRefused >= 2 && request.body.includes('"title"');
        const answer = isTouchy ? failure(422) : await b.around(inner, request);
        wasRefused = isCreate(request) && answer.status === 422 && !isTouchy ? wasRefused + 1 : 0;
        return answer;
      },
    });
    const seen = await tryOn({ changes: [touchy] }, gatingIds);
    expect(seen.failed).toContain('create.accepted');
    expect(seen.violation('create.accepted').counterexample).toMatchObject({
      before: 'two creations without title',
    });
  });
});
