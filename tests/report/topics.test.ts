import { describe, expect, it } from 'vitest';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { byTopic } from '../../src/report/view/topics.ts';

const titlesOf = (ids: readonly string[]): string[] => byTopic(ids, String).map(({ title }) => title);

describe('topics', () => {
  it.each(ruleIds)('has one for %s', (id) => {
    const titles = titlesOf([id]);
    expect(titles).toHaveLength(1);
    expect(titles).not.toContain('Other');
  });

  it('is in the catalogue’s order, whatever the order of the rules, with each rule once', () => {
    const shuffled = ruleIds.toReversed();
    expect(titlesOf(shuffled)).toEqual([
      'Answer and state',
      'per_page',
      'page',
      'sort and direction',
      'Who may list',
      'Creating: refused',
      'Creating',
      'Issues and states',
      'Answers and headers',
    ]);
    const held = byTopic(shuffled, String).flatMap(({ members }) => members);
    expect(held.toSorted()).toEqual(ruleIds.toSorted());
  });

  it('has what a creation is refused for apart from what an accepted one does', () => {
    const { members } = byTopic(ruleIds, String).find(({ title }) => title === 'Creating') ?? { members: [] };
    const gating = members.filter((id) => !id.startsWith('observed.'));
    expect(gating).toEqual([
      'create.accepted',
      'create.body-optional',
      'create.listed',
      'create.once',
      'create.concurrent',
    ]);
  });

  it('is "Other" for a rule of another version', () => {
    expect(byTopic(['list.gone', 'list.ok'], String)).toEqual([
      { title: 'Answer and state', members: ['list.ok'] },
      { title: 'Other', members: ['list.gone'] },
    ]);
  });
});
