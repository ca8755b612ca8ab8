import { describe, expect, it } from 'vitest';
import type { DataNeed, Rule } from '../../src/run/rule.ts';
import { rules } from '../../suites/index.ts';
import { tryService } from '../support/try-service.ts';

const needOf = (rule: Rule): DataNeed => ('data' in rule ? (rule.data ?? {}) : {});
const openNeeded = (rule: Rule): number => needOf(rule).open ?? 0;
const counts = [...new Set(rules.map(openNeeded))].filter((count) => count > 0).toSorted((a, b) => a - b);

/** Returns the rules that lack data on a service of so many open issues, with closed and private ones. */
async function undecidedWith(issues: number, profile: 'quick' | 'standard'): Promise<Set<string>> {
  const { tried } = await tryService({ issues }, { profile, writes: 'none' });
  return new Set(
    tried.flatMap(({ rule, verdict }) =>
      rule.level !== 'observed' && 'cause' in verdict && verdict.cause === 'data' ? [rule.id] : [],
    ),
  );
}

describe('the data that rules say that they need', () => {
  for (const count of counts)
    it(`is enough with ${count} open issues, and not with one less`, async () => {
      const [quick, standard] = [await undecidedWith(count, 'quick'), await undecidedWith(count, 'standard')];
      const enough = rules.filter((rule) => openNeeded(rule) <= count).map(({ id }) => id);
      expect(enough.filter((id) => quick.has(id) || standard.has(id))).toEqual([]);
      const fewer = await undecidedWith(count - 1, 'quick');
      const exact = rules.filter((rule) => openNeeded(rule) === count).map(({ id }) => id);
      // A record of any listing shows what this rule judges, and the private repository has some.
      expect(exact.filter((id) => !fewer.has(id) && id !== 'list.records')).toEqual([]);
    });

  it('is not named for rules that any target decides', async () => {
    const undecided = await undecidedWith(0, 'standard');
    const without = rules.filter((rule) => Object.keys(needOf(rule)).length === 0).map(({ id }) => id);
    expect(without.filter((id) => undecided.has(id))).toEqual([]);
  });
});
