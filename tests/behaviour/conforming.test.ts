import { describe, expect, it } from 'vitest';
import type { Tried } from '../../src/engine/rule-attempt.ts';
import { gatingIds } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { tryService } from '../support/try-service.ts';

const notPassed = (tried: readonly Tried[]) =>
  tried
    .filter(({ verdict }) => verdict.verdict !== 'pass' && verdict.verdict !== 'observed')
    .map(({ rule, verdict }) => `${rule.id}: ${'reason' in verdict ? verdict.reason : verdict.verdict}`);

describe('a conforming service', () => {
  for (const profile of ['quick', 'standard', 'thorough'] as const) {
    it(`passes every gating rule (${profile})`, async () => {
      const { tried, unusable } = await tryService({}, { profile, only: gatingIds });
      expect(notPassed(tried)).toEqual([]);
      expect([tried.length, unusable]).toEqual([gatingIds.length, null]);
    });
  }

  for (const id of gatingIds) {
    it(`passes ${id} tried alone`, async () => {
      const { tried } = await tryService({}, { profile: 'quick', only: [id] });
      expect(notPassed(tried)).toEqual([]);
    });
  }

  it('passes whatever is asked at once, and however slowly it answers', async () => {
    for (const [concurrency, latencyMs] of [
      [2, 0],
      [32, 200],
    ] as const) {
      const { tried } = await tryService({ latencyMs }, { concurrency, only: gatingIds });
      expect(notPassed(tried)).toEqual([]);
    }
  });

  for (const [profile, writes, most] of [
    ['quick', 'none', 60],
    ['quick', 'all', 90],
    ['standard', 'all', 450],
    ['thorough', 'all', 4000],
  ] as const) {
    it(`is sent at most ${most} requests by ${profile} with writes ${writes}, however many issues there are`, async () => {
      const sent: number[] = [];
      for (const issues of [140, 20_000]) {
        const { requests } = await tryService({ issues }, { profile, writes });
        expect(requests).toBeLessThanOrEqual(most);
        sent.push(requests);
      }
      expect(Math.max(...sent) - Math.min(...sent)).toBeLessThanOrEqual(20);
    });
  }

  it('gets the same verdicts, cases and requests for the same seed', async () => {
    const once = await tryService({}, { seed: 7 });
    const again = await tryService({}, { seed: 7 });
    expect(again.tried).toEqual(once.tried);
    expect(again.requests).toBe(once.requests);
  });

  it('gets the same verdicts for any seed', async () => {
    const verdicts: string[] = [];
    for (const seed of [1, 2, 3]) {
      const { tried } = await tryService({}, { seed, only: gatingIds });
      verdicts.push(JSON.stringify(tried.map(({ rule, verdict }) => [rule.id, verdict.verdict])));
    }
    expect(new Set(verdicts).size).toBe(1);
  });
});

describe('strangers', () => {
  for (const profile of ['quick', 'standard'] as const) {
    it(`ask no more than an hour’s allowance of them (${profile})`, async () => {
      let [anonymous, invalid] = [0, 0];
      const counting: Change = (behaviour) => ({
        around: (inner, request) => {
          const authorization = request.header('authorization');
          const { kind } = behaviour.authenticate(authorization, request);
          if (kind === 'anonymous') anonymous += 1;
          if (kind === 'unknown') invalid += 1;
          return behaviour.around(inner, request);
        },
      });
      await tryService({ changes: [counting] }, { profile });
      expect(anonymous).toBeGreaterThan(0);
      expect(anonymous).toBeLessThanOrEqual(60);
      expect(invalid).toBeGreaterThan(0);
      expect(invalid).toBeLessThanOrEqual(40);
    });
  }
});

describe('a service with too little in it', () => {
  for (const issues of [0, 1, 5, 30, 100]) {
    it(`has what ${issues} issues cannot show left undecided, and nothing failed`, async () => {
      const { tried, verdictOf } = await tryService(
        { issues },
        { profile: 'quick', writes: 'none', only: gatingIds },
      );
      expect(tried.filter(({ verdict }) => verdict.verdict === 'fail')).toEqual([]);
      expect(verdictOf('list.per-page.above-maximum')).toBe('inconclusive');
      if (issues <= 30) {
        expect(verdictOf('list.per-page.default')).toBe('inconclusive');
        expect(verdictOf('list.per-page.zero')).toBe('inconclusive');
      }
      if (issues <= 5) expect(verdictOf('list.page.second')).toBe('inconclusive');
      if (issues <= 1) expect(verdictOf('list.sort.invalid-default-order')).toBe('inconclusive');
    });
  }
});
