import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { letterOf, targetColumns } from '../../src/compare/columns.ts';
import { matrix, mergedOrder } from '../../src/compare/matrix.ts';
import { matrixView } from '../../src/compare/matrix-view.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { toneOf } from '../../src/results/tones.ts';
import { anyReport } from '../report/any-report.ts';
import { failing, sampleRule, undecidedRule } from '../report/reports.ts';
import { ranAs, withRules } from './targets.ts';

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

it('a cell says what became of the rule', () => {
  const [row] = matrix([[pass], [failing(id)], [known], [open], []].map(withRules)).rules;
  expect(row?.members.map(toneOf)).toEqual(['pass', 'fail', 'known', 'inconclusive', 'absent']);
});

it('rules stand in the order of the first report, those of others between', () => {
  expect(
    mergedOrder([
      ['a', 'c'],
      ['a', 'b', 'c', 'd'],
      ['z', 'a'],
    ]),
  ).toEqual(['z', 'a', 'b', 'c', 'd']);
});

it('columns are named by label, address or run, and lettered', () => {
  const names = targetColumns([
    ranAs({ id: 'one' }, { label: ' ' }),
    ranAs({ id: 'two' }),
    ranAs({ id: 'three' }),
    ranAs({}, { bundled: true }),
  ]).map(({ name }) => name);
  expect(new Set(names).size).toBe(4);
  expect(names[1]).toContain('run two');
  expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

it('any reports have a row for each rule, a cell for each report, and evidence for each failure', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { minLength: 1, maxLength: 4 }), (reports) => {
      const found = matrix(reports);
      const rows = [...found.rules, ...found.observations];
      for (const { members } of rows) expect(members).toHaveLength(reports.length);
      reports.forEach(({ rules }, at) => {
        expect(rows.filter(({ members }) => members[at] !== undefined)).toHaveLength(rules.length);
      });
      const { parts } = matrixView(found);
      const blocksOf = (...keys: readonly string[]) =>
        parts.flatMap(({ key, blocks }) => (keys.includes(key) ? blocks : []));
      const keys = blocksOf('broken', 'undecided').flatMap((block) =>
        block.kind === 'entries' ? block.entries.map(({ key }) => key) : [],
      );
      expect(new Set(keys).size).toBe(keys.length);
      for (const block of blocksOf('rules'))
        for (const { members } of block.kind === 'grid' ? block.topics : [])
          for (const { tone, leadsTo } of members.flatMap(({ cells }) => cells))
            if (!['pass', 'absent', 'observed'].includes(tone) || leadsTo !== '')
              expect(keys).toContain(leadsTo);
    }),
  );
});
