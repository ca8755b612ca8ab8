import { expect, it } from 'vitest';
import { changesDocument } from '../../src/history/changes-document.ts';
import {
  type ChangeKind,
  changesBetween,
  compareReports,
  lastComparable,
} from '../../src/history/comparison.ts';
import { matrixDocument } from '../../src/history/comparison-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { ends, twelve } from '../report/examples.ts';
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
  judgedElsewhere: { ...sampleRule(ID), level: 'observed', verdict: 'observed' },
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

it.each<[Name, Name, readonly ChangeKind[], boolean, boolean]>([
  ['pass', 'fail', ['newlyFailing'], true, true],
  ['pass', 'known', ['newlyFailing'], true, true],
  ['undecided', 'fail', ['newlyFailing'], true, false],
  ['skipped', 'fail', ['newlyFailing'], true, false],
  ['pass', 'undecided', ['newlyUndecided'], true, false],
  ['pass', 'skipped', ['newlyUndecided'], true, false],
  ['fail', 'undecided', ['newlyUndecided'], false, false],
  ['known', 'skipped', ['newlyUndecided'], false, false],
  ['fail', 'fail', ['stillFailing'], false, false],
  ['known', 'fail', ['stillFailing'], false, false],
  ['fail', 'pass', ['noLongerFailing'], false, true],
  ['known', 'pass', ['noLongerFailing'], false, true],
  ['undecided', 'pass', ['decidedNow'], false, false],
  ['skipped', 'pass', ['decidedNow'], false, false],
  ['skipped', 'undecided', ['stillUndecided'], false, false],
  ['pass', 'pass', ['stillPassing'], false, false],
  ['pass', 'absent', ['onlyBefore'], false, false],
  ['absent', 'fail', ['onlyAfter'], false, false],
  ['judgedElsewhere', 'fail', ['onlyBefore', 'onlyAfter'], false, false],
  ['seen', 'seenOtherwise', ['observed'], false, true],
  ['seen', 'seen', [], false, false],
  ['seen', 'unseen', [], false, false],
  ['unseen', 'seen', [], false, false],
  ['unseen', 'unseen', [], false, false],
])('a rule that was %s and is %s: %j; worse: %s; targets differ: %s', (was, is, kinds, isWorse, differs) => {
  const reports = [withOther(was), withOther(is)] as const;
  const found = changesBetween(...reports);
  expect(found.all.filter((one) => (one.is ?? one.was)?.id !== 'list.ok').map(({ kind }) => kind)).toEqual(
    kinds,
  );
  expect(found.isWorse).toBe(isWorse);
  const { rules, observations } = compareReports(reports);
  expect([...rules, ...observations].some((row) => row.differs)).toBe(differs);
});

it('a run is worse if it is broken or unusable now, and not by counts or times', () => {
  const ended = (outcome: Report['outcome']): Report => ({ ...withOther('absent'), outcome });
  const isWorse = (before: Report, after: Report): boolean => changesBetween(before, after).isWorse;
  expect(isWorse(ended('conformant'), ended('broken'))).toBe(true);
  expect(isWorse(ended('conformant'), ended('unusable'))).toBe(true);
  expect(isWorse(ended('unusable'), ended('broken'))).toBe(false);
  const slow = ended('nonconformant');
  const run = { ...slow.run, durationMs: 1e7, requests: 9999, retries: 99 };
  expect(isWorse(ended('conformant'), { ...slow, run, counts: { ...slow.counts, fail: 9 } })).toBe(false);
});

it.each<[Report, Report, RegExp | null]>([
  [report(), report(), /no gating rule/],
  [withOther('seen'), report('pass', 'seen'), /no gating rule/],
  [report('undecided'), report('skipped'), /decided none/],
  [report('fail'), report('undecided'), /decided none/],
  [report('pass'), report('undecided'), null],
  [report('undecided'), report('pass'), null],
  [report('undecided'), report('fail'), null],
])('two reports can be compared or not (case %#)', (before, after, why) => {
  expect(changesBetween(before, after).incomparable ?? '').toMatch(why ?? /^$/);
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
  expect(lastComparable(earlier, report('fail'))?.run.id).toBe('comparable');
  expect(lastComparable(earlier.slice(1), report('fail'))).toBeNull();
});

it('rules stand in the order of the first report, and targets are named by label or address', () => {
  const { target } = report();
  const at = (part: Partial<Report['target']>): Report => ({
    ...withOther('pass'),
    target: { ...target, ...part },
  });
  const named = [{ label: ' ' }, { label: 'staging' }, { bundled: true }, { label: 'staging' }].map(at);
  const { columns, rules } = compareReports([report('fail'), ...named]);
  expect(rules.map(({ rule, members }) => [rule.id, members.length])).toEqual([
    [ID, 5],
    ['list.ok', 5],
  ]);
  expect(columns.slice(1).map(({ head }) => head)).toEqual([
    expect.stringMatching(/^127\.0\.0\.1:/),
    'staging (3)',
    'bundled service',
    'staging (5)',
  ]);
});

// After an intended change, run: npx vitest run --project tests tests/history -u
it.each([
  ['pair', changesDocument([{ report: newer, changes: changesBetween(older, newer), earlier: 1 }])],
  ['triple', matrixDocument(compareReports([twelve, ...Object.values(ends).slice(1, 3)]))],
] as const)('a %s of reports reads as it did', async (name, document) => {
  await expect(terminal(document, { color: false, width: 80 })).toMatchFileSnapshot(`golden/${name}.txt`);
});
