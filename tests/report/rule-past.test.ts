import { expect, it } from 'vitest';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { pastOf } from '../../src/results/past.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from './reports.ts';

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
    const startedAt = new Date(Date.UTC(2025, 0, index + 1)).toISOString();
    Object.assign(report.run, { startedAt, targetVersion: `1.${index}` });
    return report;
  });

/** Day and certainty of the first failure, versions, and changes between pass and fail. */
it.each<[string, string | null, string, number]>([
  ['F..FF', '4', '1.3; last held at 1.2', 2],
  ['FFF', '1 at least', '1.0', 0],
  ['?FF', '2 at least', '1.1', 0],
  ['.F? ?F', '2', '1.1; last held at 1.0', 1],
  ['.F?', '2', '1.1; last held at 1.0', 1],
  ['FF.', null, '', 1],
  ['FF.?', null, '', 1],
  ['??', null, '', 0],
  ['.F.F', '4', '1.3; last held at 1.2', 3],
  ['.?.', null, '', 0],
  ['', null, '', 0],
])('after %j the rule fails since day %s', (signs, since, versions, flips) => {
  const past = pastOf(runs(signs))(RULE);
  const { failing: fails } = past;
  const day = fails === null ? null : String(new Date(fails.since).getUTCDate());
  expect(fails?.atLeast === true ? `${day} at least` : day).toBe(since);
  expect([fails?.versions ?? '', past.flips]).toEqual([versions, flips]);
});

it('a rule has a mark for each run, and changes of what was observed are counted', () => {
  expect(pastOf(runs('.F? '))(RULE).marks).toEqual(['pass', 'fail', 'undecided', 'absent']);
  const seen = ['a', null, 'a', 'b', 'a'].map((value) =>
    sampleReport('conformant', {
      rules: value === null ? [] : [sampleRule('observed.links', { observation: { value, note: 'n' } })],
    }),
  );
  expect(pastOf(seen)('observed.links').changes).toBe(2);
});
