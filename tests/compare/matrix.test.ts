import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf, letterOf } from '../../src/compare/columns.ts';
import { matrixPage } from '../../src/compare/html/matrix-page.tsx';
import { matrixMarkdown } from '../../src/compare/markdown/matrix-markdown.ts';
import { matrix } from '../../src/compare/matrix.ts';
import { mergedOrder } from '../../src/compare/merged-order.ts';
import { matrixText } from '../../src/compare/terminal/matrix-text.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { anyReport } from '../report/any-report.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const base = sampleReport('conformant');
const report = (rules: readonly RuleReport[]): Report => sampleReport('conformant', { rules: [...rules] });
const ran = (run: Partial<Report['run']>, target: Partial<Report['target']> = {}): Report =>
  sampleReport('conformant', { run: { ...base.run, ...run }, target: { ...base.target, ...target } });
const namesOf = (...reports: readonly Report[]): string[] => columnsOf(reports).map(({ name }) => name);

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
  it('are called after the target', () => {
    expect(namesOf(ran({}), ran({}, { bundled: true }), ran({}, { repo: 'other' }))).toEqual([
      'http://127.0.0.1:4010 octo/hello',
      'bundled reference service',
      'http://127.0.0.1:4010 octo/other',
    ]);
  });

  it('are called by the label of the target, and by where it is too where two are called alike', () => {
    const label = 'Staging';
    expect(namesOf(ran({}, { label }), ran({}))).toEqual(['Staging', 'http://127.0.0.1:4010 octo/hello']);
    expect(namesOf(ran({}, { label }), ran({}, { label, repo: 'other' }))).toEqual([
      'Staging, http://127.0.0.1:4010 octo/hello',
      'Staging, http://127.0.0.1:4010 octo/other',
    ]);
    expect(namesOf(ran({}, { label }), ran({ startedAt: '2025-02-01T06:00:00.000Z' }, { label }))).toEqual([
      'Staging, 2025-01-31 12:00 UTC',
      'Staging, 2025-02-01 06:00 UTC',
    ]);
  });

  it('are headed with the label, and where they are stands nearby', () => {
    const found = matrix([ran({}, { label: 'A fairly long label' }), ran({}), ran({}, { bundled: true })]);
    const text = matrixText(found, { color: false, width: 100 });
    expect(text).toContain('  A  A fairly long label\n     http://127.0.0.1:4010 octo/hello\n');
    expect(text).toMatch(/\n {2,}A A fairly long…  B +C\n/);
    expect(matrixMarkdown(found)).toContain('| rule | A `A fairly long label` | B | C |');
    expect(matrixMarkdown(found)).toContain('| where | `http://127.0.0.1:4010 octo/hello` |');
    expect(matrixMarkdown(matrix([ran({}), ran({}), ran({})]))).not.toContain('| where |');
    expect(matrixPage(found)).toContain('<span class="letter">A</span> A fairly long label</th>');
  });

  it('have the time in their names where one target is there twice, and the id of the run where the time is the same', () => {
    const [first, , third] = namesOf(
      ran({ id: 'one' }),
      ran({ id: 'two', startedAt: '2025-02-01T06:00:00.000Z' }),
      ran({ id: 'three', startedAt: '2025-02-01T06:00:00.000Z' }),
    );
    expect(first).toBe('http://127.0.0.1:4010 octo/hello, 2025-01-31 12:00 UTC');
    expect(third).toBe('http://127.0.0.1:4010 octo/hello, 2025-02-01 06:00 UTC, run three');
  });

  it('have names of their own where a target is called like a run on another', () => {
    const names = namesOf(
      ran({}, { repo: 'hello, 2025-01-31 12:00 UTC' }),
      ran({ id: 'one' }),
      ran({ id: 'two', startedAt: '2025-02-01T06:00:00.000Z' }),
    );
    expect(names[1]).toBe('http://127.0.0.1:4010 octo/hello, 2025-01-31 12:00 UTC, run one');
    expect(new Set(names).size).toBe(3);
  });

  it('have names and letters of their own, whatever the reports hold', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1, maxLength: 5 }), (reports) => {
        const columns = columnsOf([...reports, ...reports]);
        expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
        expect(new Set(columns.map(({ letter }) => letter)).size).toBe(columns.length);
      }),
    );
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
  const of = (...rules: readonly RuleReport[][]) => matrix(rules.map(report)).rules[0];

  it('says what became of the rule in each report', () => {
    expect(of([pass], [failing(id)], [known], [open], [])?.cells).toEqual([
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
    expect(matrix(rules.map((rule) => report([rule]))).observations[0]?.differs).toBe(differs);
  });

  it('stands among the rules where one report judges it', () => {
    const found = matrix([report([{ ...pass, level: 'observed', verdict: 'observed' }]), report([pass])]);
    expect(found.rules.map(({ cells }) => cells)).toEqual([['observed', 'pass']]);
    expect(found.observations).toEqual([]);
  });

  it('is there for every rule of every report, with a cell for each', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1, maxLength: 4 }), (reports) => {
        const found = matrix(reports);
        const rows = [...found.rules, ...found.observations];
        for (const { cells } of rows) expect(cells).toHaveLength(reports.length);
        reports.forEach(({ rules }, at) => {
          const there = rows.filter(({ cells }) => {
            const cell = cells[at];
            return typeof cell === 'string'
              ? cell !== 'absent'
              : cell?.seen === true || cell?.reason !== null;
          });
          expect(there).toHaveLength(rules.length);
        });
      }),
    );
  });
});

describe('the summary rows', () => {
  it('say what must be known of a run before it is held against another', () => {
    const part = ran({ selection: { only: ['list'], skip: [] }, profile: 'quick', writes: 'none' });
    const rows = Object.fromEntries(
      matrix([base, part, base]).summary.map(({ label, cells }) => [label, cells]),
    );
    expect(rows).toMatchObject({
      outcome: ['Conformant', 'Conformant, 45 chosen rules', 'Conformant'],
      'rules chosen': ['all', '45 chosen rules', 'all'],
      profile: ['standard', 'quick', 'standard'],
      writes: ['all', 'none', 'all'],
      'median latency': ['3.2 ms', '3.2 ms', '3.2 ms'],
    });
  });

  it('counts failures that the baseline lists, and knows no latency where there is none', () => {
    const { latency: _, ...run } = base.run;
    const known = sampleReport('conformant', {
      run,
      rules: [{ ...failing('list.ok'), known: true }, failing('list.array')],
    });
    const rows = matrix([known]).summary;
    expect(rows.find(({ label }) => label === 'fail')?.cells).toEqual(['2 (1 known)']);
    expect(rows.find(({ label }) => label === 'median latency')?.cells).toEqual(['not known']);
  });
});
