import { expect, it } from 'vitest';
import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import { selectRules } from '../../src/settings/selection.ts';
import { SETTINGS } from '../../src/settings/table.ts';

const beginning = (start: string) => ruleIds.filter((id) => id.startsWith(start));

it.each<[only: string, skip: string, rules: readonly RuleId[], problems: readonly string[]]>([
  ['', '', ruleIds, []],
  ['list.page', '', beginning('list.page'), []],
  ['', 'observed create.', beginning('list.'), []],
  ['list.ok list.array', 'list.ok', ['list.array'], []],
  [' list.records,list.ok\n,\tlist.ok ', '', ['list.ok', 'list.records'], []],
  ['list.ok nonsense', 'list.OK other', ['list.ok'], ['ONLY "nonsense"', 'SKIP "list.OK"', 'SKIP "other"']],
  ['page', '', [], ['ONLY "page"']],
  ['list.ok', 'list', [], ['SKIP']],
  ['', 'list create observed', [], ['SKIP']],
])('--only "%s" --skip "%s" selects rules by their beginnings', (only, skip, rules, problems) => {
  const selected = selectRules(SETTINGS.ONLY.schema.parse(only), SETTINGS.SKIP.schema.parse(skip));
  expect(selected.problems.map(({ setting }) => setting)).toEqual(problems.map((one) => one.split(' ')[0]));
  for (const [index, { message }] of selected.problems.entries())
    expect(message).toContain(problems[index]?.split(' ')[1] ?? '');
  if (problems.length === 0 || rules.length === 0) expect(selected.rules).toEqual(rules);
});
