import { describe, expect, it } from 'vitest';
import { catalogue, ruleIds } from '../../src/catalogue/index.ts';
import { suites } from '../../suites/index.ts';
import { tryReference } from '../support/try-reference.ts';

const GATING = catalogue.filter(({ level }) => level !== 'observed').map(({ id }) => id);
const notPassed = (rules: readonly { id: string; verdict: string; reason?: string | undefined }[]) =>
  rules
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')
    .map(({ id, reason }) => `${id}: ${reason}`);

describe('the catalogue and the suites', () => {
  it('have the same rules', () => {
    expect(suites.map(({ id }) => id).toSorted()).toEqual(ruleIds.toSorted());
  });
});

describe('a conforming service', () => {
  for (const profile of ['quick', 'standard', 'thorough'] as const) {
    it(`passes every rule that decides (${profile})`, async () => {
      const { rules } = await tryReference({}, { profile, only: GATING, maxRequests: 4000 });
      expect(notPassed(rules)).toEqual([]);
    });
  }

  for (const id of GATING) {
    it(`passes ${id} tried alone`, async () => {
      const { rules } = await tryReference({}, { profile: 'quick', only: [id] });
      expect(notPassed(rules)).toEqual([]);
    });
  }

  for (const [profile, writes, most] of [
    ['quick', 'none', 60],
    ['quick', 'all', 90],
    ['standard', 'all', 400],
    ['thorough', 'all', 4000],
  ] as const) {
    it(`is asked at most ${most} questions by ${profile} with writes ${writes}, however many issues there are`, async () => {
      for (const issues of [140, 20_000]) {
        const { tally } = await tryReference({ issues }, { profile, writes, maxRequests: 10_000 });
        expect(tally.requests).toBeLessThanOrEqual(most);
      }
    });
  }

  it('gets the same verdicts, cases and values for the same seed', async () => {
    const once = await tryReference({}, { seed: 7 });
    const again = await tryReference({}, { seed: 7 });
    expect(again.rules).toEqual(once.rules);
  });

  it('gets the same verdicts for any seed', async () => {
    const verdicts: string[] = [];
    for (const seed of [1, 2, 3]) {
      const { rules } = await tryReference({}, { seed, only: GATING });
      verdicts.push(JSON.stringify(rules.map(({ id, verdict }) => [id, verdict])));
    }
    expect(new Set(verdicts).size).toBe(1);
  });
});

describe('a service with too little in it', () => {
  for (const issues of [0, 1, 5, 30, 100]) {
    it(`has what ${issues} issues cannot show left undecided, and nothing failed`, async () => {
      const { rules, verdictOf } = await tryReference(
        { issues },
        { profile: 'quick', writes: 'none', only: GATING },
      );
      expect(rules.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      expect(verdictOf('list.per-page.above-maximum')).toBe('inconclusive');
      if (issues <= 30) {
        expect(verdictOf('list.per-page.default')).toBe('inconclusive');
        expect(verdictOf('list.per-page.zero')).toBe('inconclusive');
      }
      if (issues <= 5) expect(verdictOf('list.page.second')).toBe('inconclusive');
      if (issues <= 1) {
        expect(verdictOf('list.sort.invalid-default-order')).toBe('inconclusive');
        expect(verdictOf('list.page.slices')).toBe('inconclusive');
      }
    });
  }
});
