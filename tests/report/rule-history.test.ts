import { expect, it } from 'vitest';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { better, observedOtherwise, ruleHistoryOf, stepsOf, worse } from '../../src/report/rule-history.ts';
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

/** Day of the first failure, and changes between pass and fail. */
it.each<[string, number | null, number]>([
  ['F..FF', 4, 2],
  ['FFF', 1, 0],
  ['?FF', 2, 0],
  ['.F? ?F', 2, 1],
  ['.F?', 2, 1],
  ['FF.', null, 1],
  ['FF.?', null, 1],
  ['??', null, 0],
  ['.F.F', 4, 3],
  ['.?.', null, 0],
  ['', null, 0],
])('after %j the rule fails since day %s', (signs, since, count) => {
  const { failsSince, changes } = ruleHistoryOf(runs(signs))(RULE);
  expect(failsSince === null ? null : new Date(failsSince.run.startedAt).getUTCDate()).toBe(since);
  expect(changes).toBe(count);
});

/** The last decision before now, and what became of the rule. */
it.each<[string, 'pass' | 'fail' | null, 'worse' | 'better' | '']>([
  ['.', null, ''],
  ['F', null, 'worse'],
  ['.F', 'pass', 'worse'],
  ['.? F', 'pass', 'worse'],
  ['F?F', 'fail', ''],
  ['F .', 'fail', 'better'],
  ['F?', 'fail', ''],
])('%j is compared with the last run that decided the rule', (signs, decision, what) => {
  const all = runs(signs);
  const steps = stepsOf(all.at(-1) ?? { rules: [] }, all.slice(0, -1));
  expect(steps[0]?.last?.rule.verdict ?? null).toBe(decision);
  expect([worse(steps).length > 0, better(steps).length > 0]).toEqual([what === 'worse', what === 'better']);
});

it('an observation is compared with the last run that made it', () => {
  const [first, second, third] = ['a', null, 'b'].map((given) =>
    sampleReport('conformant', {
      rules:
        given === null
          ? [undecidedRule('observed.links', 'inconclusive', 'r')]
          : [sampleRule('observed.links', { observation: { value: given, note: 'n' } })],
    }),
  );
  if (first === undefined || second === undefined || third === undefined) throw new Error('no runs');
  expect(observedOtherwise(stepsOf(third, [first, second]))).toHaveLength(1);
  expect(observedOtherwise(stepsOf(second, [first]))).toHaveLength(0);
  expect(observedOtherwise(stepsOf(first, [first]))).toHaveLength(0);
  expect(ruleHistoryOf([first, second, third])('observed.links').changes).toBe(1);
});
