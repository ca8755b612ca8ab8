import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { matrix } from '../../src/history/matrix.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { anyReport } from '../report/any-report.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const withRules = (rules: readonly RuleReport[]): Report => sampleReport('conformant', { rules });

const id = 'list.per-page.zero';
const pass = sampleRule(id);
const known: RuleReport = { ...failing(id), known: true };
const open = undecidedRule(id, 'inconclusive', 'r');
const seen = (value: string): RuleReport =>
  sampleRule('observed.caching', { observation: { value, note: '' } });

it.each<[string, readonly (readonly RuleReport[])[], boolean]>([
  ['pass ? fail', [[pass], [open], [failing(id)]], true],
  ['pass known', [[pass], [known]], true],
  ['fail known', [[failing(id)], [known]], false],
  ['pass ?', [[pass], [open]], false],
  ['pass absent', [[pass], []], false],
  ['a b', [[seen('a')], [seen('b')]], true],
  ['a a', [[seen('a')], [seen('a')]], false],
  ['a ?', [[seen('a')], [undecidedRule('observed.caching', 'skip', 'r')]], false],
])('targets differ in a row only if they are known to: %s', (_, rules, differs) => {
  const found = matrix(rules.map(withRules));
  expect([...found.rules, ...found.observations].map((row) => row.differs)).toEqual([differs]);
});

it('rules stand in the order of the first report, then those that only others have', () => {
  const ids = (...all: readonly (typeof id | 'list.ok' | 'list.array')[]) =>
    withRules(all.map((one) => sampleRule(one)));
  const { rules } = matrix([ids(id, 'list.ok'), ids('list.array', 'list.ok')]);
  expect(rules.map(({ rule }) => rule.id)).toEqual([id, 'list.ok', 'list.array']);
});

it('columns are named by label or address, and numbered where two have one name', () => {
  const { target } = sampleReport('conformant');
  const targets = [{ label: ' ' }, { label: 'staging' }, { bundled: true }, { label: 'staging' }];
  const { columns } = matrix(
    targets.map((part) => sampleReport('conformant', { target: { ...target, ...part } })),
  );
  expect(columns.map(({ head }) => head)).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:/),
    'staging (2)',
    'bundled service',
    'staging (4)',
  ]);
});

it('any reports have a row for each rule, and a cell for each report', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { minLength: 1, maxLength: 4 }), (reports) => {
      const found = matrix(reports);
      const rows = [...found.rules, ...found.observations];
      for (const { members } of rows) expect(members).toHaveLength(reports.length);
      reports.forEach(({ rules }, at) => {
        const ids = new Set(rules.map((rule) => rule.id));
        expect(rows.filter(({ members }) => members[at] !== undefined)).toHaveLength(ids.size);
      });
    }),
  );
});
