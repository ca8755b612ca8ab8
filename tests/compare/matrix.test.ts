import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterOf, targetColumns } from '../../src/compare/columns.ts';
import { matrix, mergedOrder } from '../../src/compare/matrix.ts';
import { matrixView } from '../../src/compare/matrix-view.ts';
import { renderMatrix } from '../../src/compare/render.ts';
import type { Entry, ViewBlock } from '../../src/compare/view.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { toneOf } from '../../src/report/view/tones.ts';
import { anyReport } from '../report/any-report.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';
import { GATING_RULES } from '../support/rule-counts.ts';

const terminal = { color: false, width: 80 };
const base = sampleReport('conformant');
const report = (rules: readonly RuleReport[]): Report => sampleReport('conformant', { rules: [...rules] });
const ran = (run: Partial<Report['run']>, target: Partial<Report['target']> = {}): Report =>
  sampleReport('conformant', { run: { ...base.run, ...run }, target: { ...base.target, ...target } });
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
    expect(namesOf(ran({}), ran({}, { bundled: true }), ran({}, { label }))).toEqual([
      'http://127.0.0.1:4010 octo/hello',
      'bundled reference service',
      'Staging, http://127.0.0.1:4010 octo/hello',
    ]);
  });

  it('are headed with the label, shortened, and where they are stands in the table of targets', () => {
    const label = 'A label that is longer than a head';
    const found = matrix([ran({}, { label }), ran({}), ran({}, { bundled: true })]);
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
    const headOf = (label: string) => targetColumns([ran({}, { label })])[0]?.head;
    expect(headOf(' ')).toBe('(blank)');
    expect(headOf(`${'a'.repeat(20)}\u202e`)).toBe(`${'a'.repeat(20)}…`);
  });

  it('say which run they are of where one target is there twice', () => {
    const startedAt = '2025-02-01T06:00:00.000Z';
    expect(namesOf(ran({ id: 'one' }), ran({ id: 'two', startedAt }), ran({}, { repo: 'other' }))).toEqual([
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
  const of = (...rules: readonly RuleReport[][]) => matrix(rules.map(report)).rules[0];

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
    expect(matrix(rules.map((rule) => report([rule]))).observations[0]?.differs).toBe(differs);
  });

  it('stands among the rules where one report judges it', () => {
    const found = matrix([report([{ ...pass, level: 'observed', verdict: 'observed' }]), report([pass])]);
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

const blocksIn = (reports: readonly Report[], key: string): readonly ViewBlock[] =>
  matrixView(matrix(reports)).parts.find((part) => part.key === key)?.blocks ?? [];
const targetsOf = (reports: readonly Report[]) => {
  const [block] = blocksIn(reports, 'targets');
  if (block?.kind !== 'table') throw new Error('targets stand in a table');
  return block.rows.map((cells) =>
    Object.fromEntries(cells.map(({ text }, index) => [block.heads[index] ?? '', text])),
  );
};
const entriesIn = (reports: readonly Report[], key: string): readonly Entry[] =>
  blocksIn(reports, key).flatMap((block) => (block.kind === 'entries' ? block.entries : []));

describe('the count of a target', () => {
  const [ok, array, records] = ['list.ok', 'list.array', 'list.records'] as const;
  const open = (id: (typeof ruleIds)[number]): RuleReport => undecidedRule(id, 'skip', 'Not tried.');

  it('is of rules broken, of those decided, with what is undecided beside it', () => {
    const found = targetsOf([
      report([sampleRule(ok), failing(array), { ...failing(records), known: true }]),
      report([open(ok), failing(array), open(records)]),
      report([sampleRule(ok)]),
    ]);
    expect(found.map(({ broken, undecided }) => [broken, undecided])).toEqual([
      ['2 of 3 decided', '0'],
      ['1 of 1 decided', '2'],
      ['0 of 1 decided', '2'],
    ]);
  });

  it('never has more decided than are judged, and leaves none out, whatever the reports hold', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1, maxLength: 4 }), (reports) => {
        const judged = matrix(reports).rules.length;
        for (const { broken = '', undecided } of targetsOf(reports)) {
          const [, failed, decided] = /^(\d+) of (\d+) decided$/.exec(broken) ?? [];
          expect(Number(failed)).toBeLessThanOrEqual(Number(decided));
          expect(Number(decided) + Number(undecided)).toBe(judged);
        }
      }),
    );
  });
});

describe('the targets', () => {
  it('say what must be known of a run before it is held against another, and once what all have', () => {
    const part = ran({ selection: { only: ['list'], skip: [] }, profile: 'quick', writes: 'none' });
    expect(targetsOf([base, part, base])[1]).toMatchObject({
      outcome: `Conformant, ${GATING_RULES} selected rules`,
      profile: 'quick',
      writes: 'none',
    });
    const all = blocksIn([base, part, base], 'targets').at(-1);
    expect(all?.kind === 'entries' && all.entries[0]?.seen).toContain('median response time 3.2 ms');
  });

  it('know no latency where there is none', () => {
    const { latency: _, ...run } = base.run;
    expect(targetsOf([sampleReport('conformant', { run }), base])[0]).toMatchObject({
      'median response time': 'not known',
    });
  });
});

describe('rows', () => {
  const rowsIn = (reports: readonly Report[]) =>
    blocksIn(reports, 'rules').map((block) => {
      const grids = block.kind === 'rest' ? block.blocks : [block];
      return grids.flatMap((each) =>
        each.kind === 'grid' ? each.topics.flatMap(({ members }) => members.map(({ id }) => id)) : [],
      );
    });

  it('are left out where no target is known to break them, and never where one is', () => {
    const reports = [
      report([
        sampleRule('list.ok'),
        failing('list.array'),
        failing('list.records'),
        sampleRule('list.token'),
      ]),
      report([
        undecidedRule('list.ok', 'skip', 'No.'),
        failing('list.array'),
        undecidedRule('list.records', 'skip', 'No.'),
        failing('list.token'),
      ]),
    ];
    expect(rowsIn(reports)).toEqual([[], ['list.array', 'list.records', 'list.token'], ['list.ok']]);
    expect(matrixView(matrix(reports)).sentences.join(' ')).toBe(
      '1 of 4 rules differs. Undecided and skipped rules are not compared.',
    );
  });

  it('hold every rule once, and lead from each failure to what was seen, whatever the reports hold', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1, maxLength: 3 }), (reports) => {
        expect(rowsIn(reports).flat()).toHaveLength(matrix(reports).rules.length);
        const entries = [...entriesIn(reports, 'broken'), ...entriesIn(reports, 'undecided')];
        const keys = new Set(entries.map(({ key }) => key));
        expect(keys.size).toBe(entries.length);
        for (const block of blocksIn(reports, 'rules'))
          for (const { members } of block.kind === 'grid' ? block.topics : [])
            for (const { tone, leadsTo } of members.flatMap(({ cells }) => cells))
              if (!['pass', 'absent', 'observed'].includes(tone) || leadsTo !== '')
                expect(keys.has(leadsTo)).toBe(true);
      }),
    );
  });
});

describe('the evidence', () => {
  it('has those together that break a rule in the same way', () => {
    const id = 'list.per-page.zero';
    const reports = ['0 results', '1 result', '0 results'].map((actual) => report([failing(id, { actual })]));
    expect(entriesIn(reports, 'broken').map(({ about, seen }) => [about.length, seen])).toEqual([
      [2, '0 results, not 30'],
      [1, '1 result, not 30'],
    ]);
  });

  it('counts the rules that are undecided for one reason where they are many', () => {
    const ids = ruleIds.slice(0, 7);
    const rules = ids.map((id) => undecidedRule(id, 'skip', 'Not tried.'));
    const [entry] = entriesIn([report(rules), base], 'undecided');
    expect(entry).toMatchObject({ about: [], change: '7 rules', seen: 'Not tried.' });
    expect(entry?.details[0]?.text).toContain(ids.at(-1));
  });
});

describe('answers to an observation', () => {
  const answering = (...values: readonly string[]) =>
    entriesIn(
      values.map((value) => report([sampleRule('observed.caching', { observation: { value, note: '' } })])),
      'observed',
    )[0]?.details;

  it('stand with those who gave them', () => {
    expect(answering('ETag', 'none', 'ETag')?.map(({ text }) => text)).toEqual(['ETag', 'none']);
  });

  it('show where they begin to differ, however long they are', () => {
    const common = 'a'.repeat(500);
    for (const { text } of answering(`${common}b${common}`, `${common}c${common}`) ?? [])
      expect(text).toMatch(/^…a{16}[bc]a+…$/);
  });
});

describe('thirteen targets', () => {
  const targets = Array.from({ length: 13 }, (_, index) =>
    ran({ id: `${index}` }, { label: `target ${index}` }),
  );

  it('have a column each on a terminal of 80 columns', () => {
    const failed = report([...base.rules.slice(1), failing('list.sort.invalid-ignores-direction')]);
    const text = renderMatrix.text(matrix([failed, ...targets.slice(1)]), terminal);
    expect(text).toMatch(/^ +A {2}B {2}C {2}D {2}E {2}F {2}G {2}H {2}I {2}J {2}K {2}L {2}M$/m);
  });

  it('fit into a comment of GitHub as Markdown, which counts what it leaves out', () => {
    const long = 'long '.repeat(100);
    const wordy = targets.map((target, index) => ({
      ...target,
      rules: ruleIds.map((id) =>
        id.startsWith('observed')
          ? sampleRule(id, { observation: { value: `${index} ${long}`, note: '' } })
          : failing(id, { actual: `${index} ${long}` }),
      ),
    }));
    const markdown = renderMatrix.markdown(matrix(wordy), terminal);
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(60_000);
    expect(markdown).toMatch(/\n\d+ lines more: --format html has them all\.\n$/);
    expect(renderMatrix.markdown(matrix(targets), terminal)).not.toContain('more:');
  });
});
