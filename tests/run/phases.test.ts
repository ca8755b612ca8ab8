import { describe, expect, it } from 'vitest';
import { entryOf, ruleIds } from '../../src/catalogue/index.ts';
import { phasesOf } from '../../src/run/phases.ts';
import { suites } from '../../suites/index.ts';

const names = (...settings: Parameters<typeof phasesOf>[2][]) =>
  settings.map((one) => phasesOf(suites, ruleIds, one).map(({ name }) => name));

describe('the order of a run', () => {
  it('reads, writes, looks back, and reads once more', () => {
    const [standard, thorough] = names(
      { profile: 'standard', writes: 'all' },
      { profile: 'thorough', writes: 'all' },
    );
    expect(standard).toEqual([
      'read',
      'create',
      'refuse',
      'after',
      'read again',
      'later',
      'unusual',
      'overview',
    ]);
    expect(thorough).toEqual(standard);
  });

  it('reads last in the quick profile, where each question is asked once', () => {
    const [quick] = names({ profile: 'quick', writes: 'all' });
    expect(quick).toEqual(['create', 'refuse', 'after', 'read', 'later', 'unusual', 'overview']);
  });

  it('reads once where nothing may be written, or no chosen rule writes', () => {
    const [nothing] = names({ profile: 'standard', writes: 'none' });
    expect(nothing).not.toContain('read again');
    const lists = phasesOf(suites, ['list.ok', 'list.array'], { profile: 'standard', writes: 'all' });
    expect(lists.map(({ name }) => name)).toEqual(['read']);
  });

  it('tries again what decides, and nothing that is only observed', () => {
    const again = phasesOf(suites, ruleIds, { profile: 'standard', writes: 'rejected' }).find(
      (group) => group.again,
    );
    const ids = again?.rules.map(({ id }) => id) ?? [];
    expect(ids).toContain('list.per-page.zero');
    expect(
      ids.map((id) => entryOf(id)).filter(({ level, phase }) => level === 'observed' || phase !== 'read'),
    ).toEqual([]);
  });

  it('leaves no rule out', () => {
    for (const profile of ['quick', 'standard', 'thorough'] as const) {
      const tried = phasesOf(suites, ruleIds, { profile, writes: 'all' }).filter(({ again }) => !again);
      expect(tried.flatMap(({ rules }) => rules.map(({ id }) => id)).toSorted()).toEqual(ruleIds.toSorted());
    }
  });
});
