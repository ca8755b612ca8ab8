import { expect, it } from 'vitest';
import { blocksIn, plain } from '../../src/render/document.ts';
import { historyPart } from '../../src/render/parts.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { failing, onDay, sampleReport, sampleRule, undecidedRule } from './reports.ts';

const RULE = 'list.per-page.zero';
const made: Readonly<Record<string, readonly RuleReport[]>> = {
  '.': [sampleRule(RULE)],
  F: [failing(RULE)],
  '?': [undecidedRule(RULE, 'inconclusive', 'r')],
  ' ': [],
};

/** Returns one run a day, by sign: `.` passes, `F` fails, `?` is undecided, and a blank lacks the rule. */
const runs = (signs: string): Report[] =>
  [...signs].map((sign, index) => {
    const report = sampleReport('conformant', { rules: [...(made[sign] ?? [])] });
    return onDay(index + 1, report, { targetVersion: `1.${index}` });
  });

/** Since when the rule fails, and how often its result changed. */
it.each([
  ['F..FF', 'fails since 4 Jan 2026, 00:00 UTC, version 1.3; changed 2 times'],
  ['FFF', 'fails at least since 1 Jan 2026, 00:00 UTC, version 1.0'],
  ['?FF', 'fails at least since 2 Jan 2026, 00:00 UTC, version 1.1'],
  ['.F? ?F', 'fails since 2 Jan 2026, 00:00 UTC, version 1.1; changed 1 time'],
  ['FF.?', 'changed 1 time'],
  ['.F.F', 'fails since 4 Jan 2026, 00:00 UTC, version 1.3; changed 3 times'],
  ['.?.', ''],
])('after %j a rule %s', (signs, story) => {
  const all = runs(signs);
  const { blocks } = historyPart(all.at(-1) ?? sampleReport('broken'), all.slice(0, -1));
  const [first] = blocksIn('page', blocks);
  const [cells = []] = first?.is === 'table' && first.name !== 'Runs' ? first.rows : [];
  expect(plain(cells[2]?.words ?? [])).toBe(story);
});
