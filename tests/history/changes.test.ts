import { expect, it } from 'vitest';
import { changesBetween, changesSince } from '../../src/history/changes.ts';
import { changesDocument, matrixDocument } from '../../src/history/comparison-documents.ts';
import { plain } from '../../src/render/document.ts';
import { terminal } from '../../src/render/terminal.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { conformant, incomplete, twelve } from '../report/examples.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';
import { newer, older } from './fixed-runs.ts';

const ID = 'list.per-page.zero';
const seen = (value: string): RuleReport =>
  sampleRule('observed.page.zero', { observation: { value, note: '' } });
const RULES = {
  pass: sampleRule(ID),
  fail: failing(ID),
  known: { ...failing(ID), known: true },
  undecided: undecidedRule(ID, 'inconclusive', 'r'),
  skipped: undecidedRule(ID, 'skip', 'r'),
  seen: seen('200'),
  seenOtherwise: seen('422'),
  unseen: undecidedRule('observed.page.zero', 'inconclusive', 'r'),
} as const satisfies Record<string, RuleReport>;
type Name = keyof typeof RULES | 'absent';

/** A rule that passes in both reports, so that they can be compared. */
const other = sampleRule('list.ok');
const rulesOf = (name: Name): RuleReport[] => (name === 'absent' ? [] : [RULES[name]]);
const report = (...names: readonly Name[]): Report =>
  sampleReport('conformant', { rules: names.flatMap(rulesOf) });
const withOther = (name: Name): Report => ({ ...report(name), rules: [other, ...rulesOf(name)] });

it.each<[Name, Name, kind: string, differs: boolean]>([
  ['pass', 'fail', 'worse', true],
  ['pass', 'known', 'worse', true],
  ['undecided', 'fail', 'worse', false],
  ['pass', 'undecided', 'lost', false],
  ['fail', 'undecided', 'same', false],
  ['fail', 'fail', 'same', false],
  ['known', 'fail', 'same', false],
  ['fail', 'pass', 'better', true],
  ['undecided', 'pass', 'decided', false],
  ['skipped', 'undecided', 'same', false],
  ['pass', 'pass', 'same', false],
  ['pass', 'absent', '', false],
  ['absent', 'fail', '', false],
  ['seen', 'seenOtherwise', '', true],
  ['seen', 'seen', '', false],
  ['seen', 'unseen', '', false],
])('a rule that was %s and is %s: %s; targets differ: %s', (was, is, kind, differs) => {
  const reports = [withOther(was), withOther(is)] as const;
  const { steps, mark } = changesBetween(...reports);
  const kinds = steps.filter(({ rule }) => rule.id === ID).map(({ change }) => change);
  expect([kinds.join(), mark]).toEqual([kind, ['worse', 'lost'].includes(kind) ? 'fail' : 'pass']);
  expect(JSON.stringify(matrixDocument(reports)).includes('"≠ "')).toBe(differs);
});

it('a run is worse if it is broken or unusable now, and not by counts or times', () => {
  const ended = (outcome: Report['outcome']): Report => ({ ...withOther('absent'), outcome });
  const markOf = (before: Report, after: Report): string => changesBetween(before, after).mark;
  expect(markOf(ended('conformant'), ended('broken'))).toBe('fail');
  expect(markOf(ended('conformant'), ended('unusable'))).toBe('fail');
  expect(markOf(ended('unusable'), ended('broken'))).toBe('pass');
  const slow = ended('nonconformant');
  const run = { ...slow.run, durationMs: 1e7, requests: 9999, retries: 99 };
  expect(markOf(ended('conformant'), { ...slow, run, counts: { ...slow.counts, fail: 9 } })).toBe('pass');
});

it.each<[Report, Report, mark: string]>([
  [report(), report(), 'inconclusive'],
  [withOther('seen'), report('pass', 'seen'), 'inconclusive'],
  [report('undecided'), report('skipped'), 'inconclusive'],
  [report('fail'), report('undecided'), 'inconclusive'],
  [report('pass'), report('undecided'), 'fail'],
  [report('undecided'), report('pass'), 'pass'],
])('two reports can be compared or not (case %#)', (before, after, mark) => {
  expect(changesBetween(before, after).mark).toBe(mark);
});

it('a run is compared with the last that decided a rule of its own', () => {
  const at = (id: string, one: Report): Report => ({ ...one, run: { ...one.run, id } });
  const { run } = report();
  const earlier = [
    at('comparable', report('pass')),
    at('lost', { ...report('pass'), outcome: 'unusable' }),
    at('interrupted', { ...report('pass'), run: { ...run, interrupted: true } }),
    at('undecided', report('undecided')),
    at('other rules', withOther('absent')),
  ];
  expect(changesSince(earlier, report('fail')).before?.run.id).toBe('comparable');
  expect(changesSince(earlier.slice(1), report('fail'))).toMatchObject({
    before: null,
    mark: 'inconclusive',
  });
});

it('rules stand in the order of the first report, and targets are named by label or address', () => {
  const { target } = report();
  const at = (part: Partial<Report['target']>): Report => ({
    ...withOther('fail'),
    target: { ...target, ...part },
  });
  const named = [{ label: ' ' }, { label: 'staging' }, { bundled: true }, { label: 'staging' }].map(at);
  const { parts } = matrixDocument([
    { ...report('fail'), rules: [RULES.fail, failing('list.ok')] },
    ...named,
  ]);
  const grid = parts.find(({ id }) => id === 'rules')?.blocks.find((block) => block.is === 'table');
  expect(grid?.rows.map(([first]) => plain(first?.words ?? []))).toEqual([ID, '≠ list.ok']);
  expect(grid?.heads.slice(2).map(plain)).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:/),
    'staging (3)',
    'bundled service',
    'staging (5)',
  ]);
});

// After an intended change, run: npx vitest run --project tests tests/history -u
it.each([
  ['pair', changesDocument([changesBetween(older, newer)])],
  ['triple', matrixDocument([twelve, conformant, incomplete])],
] as const)('a %s of reports reads as it did', async (name, document) => {
  await expect(terminal(document, { color: false, width: 80 })).toMatchFileSnapshot(`golden/${name}.txt`);
});
