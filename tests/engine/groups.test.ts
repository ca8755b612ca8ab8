import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../src/engine/session.ts';
import { PHASES } from '../../src/model/profile.ts';
import type { Rule } from '../../src/run/rule.ts';
import { rules } from '../../suites/index.ts';

const idsOf = (some: readonly Rule[]): string[] => some.map(({ id }) => id);
const only = (...ids: readonly string[]): Rule[] => rules.filter(({ id }) => ids.includes(id));

describe('the groups of a run', () => {
  it('follow one another as the phases do, each rule in one of them', () => {
    const groups = groupsOf(rules);
    expect(groups.map(({ phase }) => phase)).toEqual(PHASES.map(({ phase }) => phase));
    expect(groups.flatMap((group) => idsOf(group.rules)).toSorted()).toEqual(idsOf(rules).toSorted());
  });

  it('write before anything is read, and look back when all else is done', () => {
    const phases = groupsOf(only('list.ok', 'create.accepted', 'create.rejected-no-effect')).map(
      ({ phase }) => phase,
    );
    expect(phases).toEqual(['write', 'read', 'end']);
  });

  it('are those in which a chosen rule sends anything, for itself or for later', () => {
    expect(groupsOf(only('list.per-page.zero')).map(({ phase }) => phase)).toEqual(['read']);
    // Errors by chance are counted to the end.
    expect(groupsOf(only('list.ok')).map(({ phase }) => phase)).toEqual(['read', 'end']);
    const early = rules.filter((rule) => groupsOf([rule]).length > 1);
    expect(early.length).toBeGreaterThan(0);
    for (const rule of early) {
      const [first, second] = groupsOf([rule]);
      expect([first?.rules, first?.early, second?.rules]).toEqual([[], [rule], [rule]]);
    }
  });

  it('are none where nothing was chosen', () => {
    expect(groupsOf([])).toEqual([]);
  });
});
