import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectRules } from '../../src/host/selection.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';

const select = (only = '', skip = '') => selectRules(only, skip);

describe('the rules of a run', () => {
  it('are all, in their order, where nothing is said', () => {
    expect(select()).toEqual({ rules: ruleIds, only: [], skip: [], problems: [] });
  });

  it('are those that begin like one of --only', () => {
    const { rules } = select('list.page');
    expect(rules.length).toBeGreaterThan(1);
    expect(rules).toEqual(ruleIds.filter((id) => id.startsWith('list.page')));
  });

  it('are without those that begin like one of --skip', () => {
    const { rules } = select('', 'observed create.');
    expect(rules).toEqual(ruleIds.filter((id) => id.startsWith('list.')));
  });

  it('are without what both name', () => {
    expect(select('list.ok list.array', 'list.ok').rules).toEqual(['list.array']);
  });

  it('may be named with blanks, commas and line breaks between them', () => {
    expect(select(' list.ok,list.array\n,\tlist.records ').rules).toEqual([
      'list.ok',
      'list.array',
      'list.records',
    ]);
  });

  it('stand in the order of the catalogue, each once, however they are named', () => {
    expect(select('list.records,list.ok,list.ok,list.o').rules).toEqual(['list.ok', 'list.records']);
  });

  it('are any choice of ids', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...ruleIds], { minLength: 1 }), (chosen) => {
        const { rules, problems } = select(chosen.join(','));
        expect(problems).toEqual([]);
        for (const id of chosen) expect(rules).toContain(id);
        for (const id of rules) expect(chosen.some((one) => id.startsWith(one))).toBe(true);
      }),
    );
  });
});

describe('a choice', () => {
  it('that matches nothing is a problem, named by its setting', () => {
    const { problems } = select('list.ok nonsense', 'list.OK other');
    expect(problems.map(({ setting }) => setting)).toEqual(['ONLY', 'SKIP', 'SKIP']);
    expect(problems.map(({ message }) => /"(.*?)"/.exec(message)?.[1])).toEqual([
      'nonsense',
      'list.OK',
      'other',
    ]);
  });

  it('that matches in the middle of an id matches nothing', () => {
    expect(select('page').problems).toHaveLength(1);
  });

  it('that leaves nothing over is a problem', () => {
    expect(select('list.ok', 'list')).toMatchObject({ rules: [], problems: [{ setting: 'SKIP' }] });
    expect(select('', 'list create observed').problems).toHaveLength(1);
  });
});
