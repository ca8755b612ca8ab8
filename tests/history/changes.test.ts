import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeKind, changes, lastComparable } from '../../src/history/changes.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { anyReport } from '../report/any-report.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const ID = 'list.per-page.zero';
const SIGNS: Readonly<Record<string, RuleReport>> = {
  pass: sampleRule(ID),
  fail: failing(ID),
  known: { ...failing(ID), known: true },
  undecided: undecidedRule(ID, 'inconclusive', 'r'),
  skipped: undecidedRule(ID, 'skip', 'r'),
};
/** A rule that passes in both reports, so that they can be compared. */
const other = sampleRule('list.ok');

const report = (...rules: readonly (RuleReport | string)[]): Report =>
  sampleReport('conformant', {
    rules: rules.flatMap((rule) => (typeof rule === 'string' ? (SIGNS[rule] ?? []) : [rule])),
  });
const base = report(other);
const ended = (outcome: Report['outcome']): Report => sampleReport(outcome, { rules: [other] });

it.each<[string, string, ChangeKind, boolean]>([
  ['pass', 'fail', 'newlyFailing', true],
  ['pass', 'known', 'newlyFailing', true],
  ['undecided', 'fail', 'newlyFailing', true],
  ['skipped', 'fail', 'newlyFailing', true],
  ['pass', 'undecided', 'newlyUndecided', true],
  ['pass', 'skipped', 'newlyUndecided', true],
  ['fail', 'undecided', 'newlyUndecided', false],
  ['known', 'skipped', 'newlyUndecided', false],
  ['fail', 'fail', 'stillFailing', false],
  ['known', 'fail', 'stillFailing', false],
  ['fail', 'pass', 'noLongerFailing', false],
  ['known', 'pass', 'noLongerFailing', false],
  ['undecided', 'pass', 'decidedNow', false],
  ['skipped', 'pass', 'decidedNow', false],
  ['skipped', 'undecided', 'stillUndecided', false],
  ['pass', 'pass', 'stillPassing', false],
])('a rule that was %s and is %s is %s; worse: %s', (before, after, kind, worse) => {
  const found = changes(report(before, other), report(after, other));
  const kinds = Object.entries(found.rules).filter(([, steps]) => steps.some(({ rule }) => rule.id === ID));
  expect(kinds.map(([name]) => name)).toEqual([kind]);
  expect(found.worse).toBe(worse);
});

it('a run is worse if it is broken or unusable now, and not by counts or times', () => {
  const worse = (before: Report, after: Report): boolean => changes(before, after).worse;
  expect((['broken', 'unusable'] as const).map((end) => worse(ended('conformant'), ended(end)))).toEqual([
    true,
    true,
  ]);
  expect(worse(ended('unusable'), ended('broken'))).toBe(false);
  const slow = ended('nonconformant');
  const run = { ...slow.run, durationMs: 1e7, requests: 9999, retries: 99 };
  expect(worse(ended('conformant'), { ...slow, run, counts: { ...slow.counts, fail: 9 } })).toBe(false);
});

it('an observation changes with its value, and is never worse', () => {
  const seen = (value: string): RuleReport =>
    sampleRule('observed.page.zero', { observation: { value, note: 'n' } });
  const unseen = (reason: string): RuleReport => undecidedRule('observed.page.zero', 'inconclusive', reason);
  const isChange = (before: RuleReport, after: RuleReport): boolean => {
    const found = changes(report(before, other), report(after, other));
    expect(found.worse).toBe(false);
    return found.observations.length > 0;
  };
  expect(isChange(seen('200'), seen('422'))).toBe(true);
  expect(isChange(seen('200'), unseen('r'))).toBe(false);
  expect(isChange(unseen('r'), seen('200'))).toBe(false);
  expect(isChange(seen('200'), seen('200'))).toBe(false);
  expect(isChange(unseen('r'), unseen('s'))).toBe(false);
});

describe('rules of one report only', () => {
  it('are named and not judged', () => {
    const found = changes(report(other, 'pass'), report(other, failing('list.array')));
    expect([found.onlyBefore, found.onlyAfter].map(([rule]) => rule?.id)).toEqual([ID, 'list.array']);
    expect(found).toMatchObject({ worse: false, judged: 1 });
  });

  it('are those too that one version judges and another observes', () => {
    const observed = { ...sampleRule(ID), level: 'observed', verdict: 'observed' } as const;
    expect(changes(report(other, observed), report(other, 'fail'))).toMatchObject({
      worse: false,
      judged: 1,
    });
  });
});

const observation = sampleRule('observed.page.zero');

it.each<[Report, Report, RegExp | null]>([
  [report(), report(), /no gating rule/],
  [report(other, observation), report('pass', observation), /no gating rule/],
  [report('undecided'), report('skipped'), /decided none/],
  [report('fail'), report('undecided'), /decided none/],
  [report('pass'), report('undecided'), null],
  [report('undecided'), report('pass'), null],
  [report('undecided'), report('fail'), null],
])('two reports can be compared or not (case %#)', (before, after, why) => {
  const { incomparable } = changes(before, after);
  if (why === null) expect(incomparable).toBeNull();
  else expect(incomparable).toMatch(why);
});

/** Two reports that share many rules with different verdicts, each rule once. */
const related = fc
  .tuple(anyReport, anyReport, fc.infiniteStream(fc.constantFrom('pass', 'fail', 'skip')))
  .map(([one, two, verdicts]): [Report, Report] => {
    const once = (rules: readonly RuleReport[]): RuleReport[] => [
      ...new Map(rules.map((rule) => [rule.id, rule])).values(),
    ];
    const rules = one.rules.map(
      (rule): RuleReport => ({ ...rule, verdict: verdicts.next().value ?? 'pass' }),
    );
    return [
      { ...one, rules: once(one.rules) },
      { ...two, rules: once([...rules.slice(1), ...two.rules]) },
    ];
  });

it('any two reports have each rule in one place, and no changes if they are equal', () => {
  fc.assert(
    fc.property(related, ([before, after]) => {
      const found = changes(before, after);
      const judged = Object.values(found.rules).flat();
      expect(judged).toHaveLength(found.judged);
      const shared = after.rules.length - found.onlyAfter.length;
      expect(before.rules.length - found.onlyBefore.length).toBe(shared);
      expect(shared - judged.length).toBeGreaterThanOrEqual(found.observations.length);
      const same = changes(before, structuredClone(before));
      expect(same).toMatchObject({ worse: false, observations: [], onlyBefore: [], onlyAfter: [] });
      expect(same.rules).toMatchObject({
        newlyFailing: [],
        newlyUndecided: [],
        noLongerFailing: [],
        decidedNow: [],
      });
    }),
  );
});

it('a run is compared with the last that decided a rule of its own', () => {
  const at = (id: string, one: Report): Report => ({ ...one, run: { ...one.run, id } });
  const earlier = [
    at('comparable', report('pass')),
    at('lost', { ...report('pass'), outcome: 'unusable' }),
    at('interrupted', { ...report('pass'), run: { ...base.run, interrupted: true } }),
    at('undecided', report('undecided')),
    at('other rules', report(other)),
  ];
  expect(lastComparable(earlier, report('fail'))?.run.id).toBe('comparable');
  expect(lastComparable(earlier.slice(1), report('fail'))).toBeNull();
});
