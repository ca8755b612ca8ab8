import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../src/compare/matrix.ts';
import { matrixView } from '../../src/compare/matrix-view.ts';
import { renderMatrix } from '../../src/compare/render.ts';
import type { Entry, ViewBlock } from '../../src/compare/view.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { anyReport } from '../report/any-report.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';
import { GATING_RULES } from '../support/rule-counts.ts';
import { base, ranAs, terminal, withRules } from './targets.ts';

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
      withRules([sampleRule(ok), failing(array), { ...failing(records), known: true }]),
      withRules([open(ok), failing(array), open(records)]),
      withRules([sampleRule(ok)]),
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
    const part = ranAs({ selection: { only: ['list'], skip: [] }, profile: 'quick', writes: 'none' });
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
      withRules([
        sampleRule('list.ok'),
        failing('list.array'),
        failing('list.records'),
        sampleRule('list.token'),
      ]),
      withRules([
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
    const reports = ['0 results', '1 result', '0 results'].map((actual) =>
      withRules([failing(id, { actual })]),
    );
    expect(entriesIn(reports, 'broken').map(({ about, seen }) => [about.length, seen])).toEqual([
      [2, '0 results, not 30'],
      [1, '1 result, not 30'],
    ]);
  });

  it('counts the rules that are undecided for one reason where they are many', () => {
    const ids = ruleIds.slice(0, 7);
    const rules = ids.map((id) => undecidedRule(id, 'skip', 'Not tried.'));
    const [entry] = entriesIn([withRules(rules), base], 'undecided');
    expect(entry).toMatchObject({ about: [], change: '7 rules', seen: 'Not tried.' });
    expect(entry?.details[0]?.text).toContain(ids.at(-1));
  });
});

describe('answers to an observation', () => {
  const answering = (...values: readonly string[]) =>
    entriesIn(
      values.map((value) =>
        withRules([sampleRule('observed.caching', { observation: { value, note: '' } })]),
      ),
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
    ranAs({ id: `${index}` }, { label: `target ${index}` }),
  );

  it('have a column each on a terminal of 80 columns', () => {
    const failed = withRules([...base.rules.slice(1), failing('list.sort.invalid-ignores-direction')]);
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
