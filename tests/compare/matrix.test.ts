import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterOf, targetColumns } from '../../src/compare/columns.ts';
import { matrix, mergedOrder } from '../../src/compare/matrix.ts';
import { renderMatrix } from '../../src/compare/render.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { toneOf } from '../../src/report/view/tones.ts';
import { anyReport } from '../report/any-report.ts';
import { failing, sampleRule, undecidedRule } from '../report/reports.ts';
import { ranAs, terminal, withRules } from './targets.ts';

const namesOf = (...reports: readonly Report[]): string[] => targetColumns(reports).map(({ name }) => name);

describe('the order of rules', () => {
  it('follows the reports, with what only a later one has where it stands there', () => {
    expect(
      mergedOrder([
        ['a', 'c'],
        ['a', 'b', 'c', 'd'],
        ['z', 'a'],
      ]),
    ).toEqual(['z', 'a', 'b', 'c', 'd']);
  });

  it('has each once, and those of the first in its order', () => {
    const lists = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefgh')));
    fc.assert(
      fc.property(lists, (some) => {
        const order = mergedOrder(some);
        expect(order.toSorted()).toEqual([...new Set(some.flat())].toSorted());
        const [first = []] = some;
        expect(order.filter((key) => first.includes(key))).toEqual(first);
      }),
    );
  });
});

describe('columns', () => {
  it('are called after the target: by the label, and by where it is', () => {
    const label = 'Staging';
    expect(namesOf(ranAs({}), ranAs({}, { bundled: true }), ranAs({}, { label }))).toEqual([
      'http://127.0.0.1:4010 octo/hello',
      'bundled reference service',
      'Staging, http://127.0.0.1:4010 octo/hello',
    ]);
  });

  it('are headed with the label, shortened, and where they are stands in the table of targets', () => {
    const label = 'A label that is longer than a head';
    const found = matrix([ranAs({}, { label }), ranAs({}), ranAs({}, { bundled: true })]);
    expect(found.columns.map(({ head }) => head)).toEqual([
      'A label that is longer…',
      '127.0.0.1:4010',
      'bundled reference servi…',
    ]);
    expect(renderMatrix.text(found, terminal)).toContain(`A ${label}, http://127.0.0.1:4010 octo/hello`);
    expect(renderMatrix.html(found, terminal)).toContain(
      '<span class="letter">A</span> <span>A label that is longer…</span>',
    );
  });

  it('have a head that is to be seen, and no half of an escape', () => {
    const headOf = (label: string) => targetColumns([ranAs({}, { label })])[0]?.head;
    expect(headOf(' ')).toBe('(blank)');
    expect(headOf(`${'a'.repeat(20)}\u202e`)).toBe(`${'a'.repeat(20)}…`);
  });

  it('say which run they are of where one target is there twice', () => {
    const startedAt = '2025-02-01T06:00:00.000Z';
    expect(
      namesOf(ranAs({ id: 'one' }), ranAs({ id: 'two', startedAt }), ranAs({}, { repo: 'other' })),
    ).toEqual([
      'http://127.0.0.1:4010 octo/hello, 2025-01-31 12:00 UTC, run one',
      'http://127.0.0.1:4010 octo/hello, 2025-02-01 06:00 UTC, run two',
      'http://127.0.0.1:4010 octo/other',
    ]);
  });

  it('have two letters from the 27th on', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});

describe('a row', () => {
  const id = 'list.per-page.zero';
  const pass = sampleRule(id);
  const known: RuleReport = { ...failing(id), known: true };
  const open = undecidedRule(id, 'inconclusive', 'Not enough issues.');
  const of = (...rules: readonly RuleReport[][]) => matrix(rules.map(withRules)).rules[0];

  it('says what became of the rule in each report', () => {
    expect(of([pass], [failing(id)], [known], [open], [])?.members.map(toneOf)).toEqual([
      'pass',
      'fail',
      'known',
      'inconclusive',
      'absent',
    ]);
  });

  it.each([
    ['one passes and another fails', [[pass], [open], [failing(id)]], true],
    ['one passes and another fails as its baseline says', [[pass], [known]], true],
    ['both fail, one as its baseline says', [[failing(id)], [known]], false],
    ['one is not decided', [[pass], [open]], false],
    ['one does not have it', [[pass], []], false],
  ])('differs only where targets are known to: %s', (_, rules, differs) => {
    expect(of(...rules)?.differs).toBe(differs);
  });

  const seen = (value: string): RuleReport =>
    sampleRule('observed.caching', { observation: { value, note: '' } });
  const unseen = (reason: string): RuleReport => undecidedRule('observed.caching', 'skip', reason);

  it.each([
    ['another value', [seen('a'), seen('b')], true],
    ['the same value', [seen('a'), seen('a')], false],
    [
      'values that are alike when they are shortened',
      [seen(`${'a'.repeat(500)}b${'a'.repeat(500)}`), seen('a'.repeat(1001))],
      true,
    ],
    ['no value', [seen('a'), unseen('No.')], false],
  ])('of observations too: %s', (_, rules, differs) => {
    expect(matrix(rules.map((rule) => withRules([rule]))).observations[0]?.differs).toBe(differs);
  });

  it('stands among the rules where one report judges it', () => {
    const found = matrix([
      withRules([{ ...pass, level: 'observed', verdict: 'observed' }]),
      withRules([pass]),
    ]);
    expect(found.rules.map(({ members }) => members.map(toneOf))).toEqual([['observed', 'pass']]);
    expect(found.observations).toEqual([]);
  });

  it('is there for every rule of every report, with a cell for each', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1, maxLength: 4 }), (reports) => {
        const found = matrix(reports);
        const rows = [...found.rules, ...found.observations];
        for (const { members } of rows) expect(members).toHaveLength(reports.length);
        reports.forEach(({ rules }, at) => {
          const there = rows.filter(({ members }) => members[at] !== undefined);
          expect(there).toHaveLength(rules.length);
        });
      }),
    );
  });
});
