import { describe, expect, it } from 'vitest';
import type { FaultId } from '../../proof/faults/index.ts';
import type { TriedAll } from '../../src/host/in-process.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { tryService } from '../support/try-service.ts';
import { afterManyRuns, leftByOneRun } from './many-runs.ts';

/**
 * Returns the verdict of each rule and the observed values, except in quick, which observes two pages only.
 */
const saidOf = ({ tried }: TriedAll, profile: ProfileName): string[] =>
  tried.flatMap(({ rule, verdict }) => {
    if (rule.level !== 'observed') return [`${rule.id}: ${verdict.verdict}`];
    return profile === 'quick' || verdict.verdict !== 'observed'
      ? []
      : [`${rule.id}: ${verdict.observation.value}`];
  });

const SEEDS: Readonly<Record<ProfileName, readonly number[]>> = {
  quick: [1, 2, 3, 4, 5],
  standard: [1, 2, 3, 4, 5],
  thorough: [1],
};
const MORE_AT_MOST = 20;

describe('a service on which two hundred runs have left their issues', () => {
  for (const profile of ['quick', 'standard', 'thorough'] as const)
    it(`is judged as conclusively as a fresh one, at hardly more requests (${profile})`, async () => {
      const left = await leftByOneRun(profile);
      expect(left.length).toBeGreaterThan(5);
      for (const seed of SEEDS[profile]) {
        const fresh = await tryService({}, { profile, seed });
        const used = await tryService({ changes: [afterManyRuns(left)] }, { profile, seed });
        expect(saidOf(used, profile)).toEqual(saidOf(fresh, profile));
        expect(used.requests - fresh.requests).toBeLessThanOrEqual(MORE_AT_MOST);
        if (profile === 'quick') expect(used.requests).toBeLessThanOrEqual(90);
      }
    }, 120_000);

  for (const variant of ['record-id-only', 'created-closed-and-untitled'])
    it(`is judged by the ids of its issues if they show no titles (${variant})`, async () => {
      const left = await leftByOneRun('standard');
      const only: RuleId[] = [
        'create.listed',
        'create.once',
        'create.concurrent',
        'create.rejected-no-effect',
      ];
      const { tried } = await tryService({ variants: [variant], changes: [afterManyRuns(left)] }, { only });
      const [passed, open] = (['pass', 'inconclusive'] as const).map((wanted) =>
        tried.filter(({ verdict }) => verdict.verdict === wanted),
      );
      expect(passed?.map(({ rule }) => rule.id)).toEqual(['create.listed']);
      // The run did not read the whole list before, so it does not know which records are new.
      expect(open?.map(({ verdict }) => ('cause' in verdict ? verdict.cause : null))).toEqual([
        'data',
        'data',
        'data',
      ]);
    });

  it('is not accused of a leak where an old public issue says the same as a private one', async () => {
    const left = await leftByOneRun('standard');
    for (const variant of ['record-padded-ids', 'record-title-and-text', 'anonymous-short-records']) {
      const { verdictOf } = await tryService(
        { variants: [variant], changes: [afterManyRuns(left)] },
        { only: ['list.private.anonymous', 'list.private.outsider', 'list.state.default-open'] },
      );
      expect([variant, verdictOf('list.private.anonymous'), verdictOf('list.private.outsider')]).toEqual([
        variant,
        'pass',
        'pass',
      ]);
    }
  });

  const caught: readonly [FaultId, RuleId][] = [
    ['create-stores-nothing', 'create.listed'],
    ['sort-invalid-by-update', 'list.sort.invalid-default-order'],
    ['sort-invalid-all-states', 'list.sort.invalid-default-order'],
    ['sort-invalid-direction-by-update', 'list.sort.invalid-ignores-direction'],
    ['page-last-padded', 'list.page.slices'],
  ];
  for (const [fault, id] of caught)
    it(`does not hide what breaks ${id} (${fault})`, async () => {
      const left = await leftByOneRun('quick');
      const { verdictOf } = await tryService(
        { faults: [fault], changes: [afterManyRuns(left)] },
        { only: [id] },
      );
      expect(verdictOf(id)).toBe('fail');
    });
});
