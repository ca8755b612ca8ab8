import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeKind, changes, type RulePair } from '../../src/compare/changes.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { anyReport } from '../report/any-report.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const ID = 'list.per-page.zero';
const passing = sampleRule(ID);
const failed = failing(ID);
const known: RuleReport = { ...failing(ID), known: true };
const inconclusive = undecidedRule(ID, 'inconclusive', 'Not enough issues.');
const skipped = undecidedRule(ID, 'skip', 'Not tried: set TOKEN.');
/** A rule that passes in both reports, so that they can be compared. */
const other = sampleRule('list.ok');

const run = sampleReport('conformant').run;
const report = (rules: readonly RuleReport[], outcome: Report['outcome'] = 'conformant'): Report =>
  sampleReport(outcome, { rules: [...rules] });
const later = (rules: readonly RuleReport[], outcome: Report['outcome'] = 'conformant'): Report =>
  sampleReport(outcome, {
    rules: [...rules],
    run: { ...run, id: 'later', startedAt: '2025-02-01T12:00:00.000Z' },
  });

const idsOf = (pairs: readonly RulePair[]): string[] => pairs.map(({ after }) => after.id);
/** Returns the kind of change of a rule, and true if the report is worse. */
function became(before: RuleReport, after: RuleReport): [ChangeKind | undefined, boolean] {
  const found = changes(report([before, other]), later([after, other]));
  const kinds = Object.entries(found.rules).filter(([, pairs]) => idsOf(pairs).includes(ID));
  expect(kinds).toHaveLength(1);
  return [kinds[0]?.[0] as ChangeKind | undefined, found.worse];
}

describe('what became of a rule', () => {
  it.each<[string, RuleReport, RuleReport, ChangeKind, boolean]>([
    ['passed, fails', passing, failed, 'newlyFailing', true],
    ['passed, fails as the baseline lists', passing, known, 'newlyFailing', true],
    ['undecided, fails', inconclusive, failed, 'newlyFailing', true],
    ['not tried, fails', skipped, failed, 'newlyFailing', true],
    ['passed, is undecided', passing, inconclusive, 'newlyUndecided', true],
    ['passed, is not tried', passing, skipped, 'newlyUndecided', true],
    ['failed, is undecided', failed, inconclusive, 'newlyUndecided', false],
    ['failed, is not tried', known, skipped, 'newlyUndecided', false],
    ['failed, fails', failed, failed, 'stillFailing', false],
    ['failed as listed, fails unlisted', known, failed, 'stillFailing', false],
    ['failed, passes', failed, passing, 'noLongerFailing', false],
    ['failed as listed, passes', known, passing, 'noLongerFailing', false],
    ['undecided, passes', inconclusive, passing, 'decidedNow', false],
    ['not tried, passes', skipped, passing, 'decidedNow', false],
    ['not tried, is undecided', skipped, inconclusive, 'stillUndecided', false],
    ['passed, passes', passing, passing, 'stillPassing', false],
  ])('%s', (_, before, after, kind, worse) => {
    expect(became(before, after)).toEqual([kind, worse]);
  });

  it('treats an implied rule as a required one', () => {
    const implied = (rule: RuleReport): RuleReport => ({ ...rule, level: 'implied' });
    expect(became(implied(passing), implied(failed))).toEqual(['newlyFailing', true]);
  });
});

describe('what makes it worse beside the rules', () => {
  it.each(['broken', 'unusable'] as const)('an outcome that went to %s', (outcome) => {
    expect(changes(report([other]), later([other], outcome)).worse).toBe(true);
  });

  it('no outcome that was broken or unusable before', () => {
    expect(changes(report([other], 'unusable'), later([other], 'broken')).worse).toBe(false);
  });

  it('no other outcome, count, latency or duration', () => {
    const slow = later([other], 'nonconformant');
    slow.run = { ...slow.run, durationMs: 1e7, requests: 9999, retries: 99 };
    slow.counts = { pass: 0, fail: 9, inconclusive: 9, skip: 9, observed: 0 };
    expect(changes(report([other]), slow)).toMatchObject({ worse: false, incomparable: null });
  });
});

describe('observations', () => {
  const seen = (value: string): RuleReport =>
    sampleRule('observed.page.zero', { observation: { value, note: 'So it is.' } });
  const unseen = (reason: string): RuleReport => undecidedRule('observed.page.zero', 'inconclusive', reason);
  const between = (before: RuleReport, after: RuleReport) =>
    changes(report([before, other]), later([after, other]));

  it.each([
    ['another value', seen('200'), seen('422'), { seen: true, value: '200' }, { seen: true, value: '422' }],
    [
      'a value no more',
      seen('200'),
      unseen('No.'),
      { seen: true, value: '200' },
      { seen: false, reason: 'No.' },
    ],
    [
      'a value at last',
      unseen('No.'),
      seen('200'),
      { seen: false, reason: 'No.' },
      { seen: true, value: '200' },
    ],
  ])('changed: %s', (_, before, after, was, is) => {
    const found = between(before, after);
    expect(found.observations).toMatchObject([{ was, is }]);
    expect(found.worse).toBe(false);
  });

  it.each([
    ['the same value', seen('200'), seen('200')],
    ['no value either time, for another reason', unseen('No.'), unseen('Nor now.')],
  ])('did not change: %s', (_, before, after) => {
    expect(between(before, after).observations).toEqual([]);
  });
});

describe('rules that are not in both', () => {
  it('are named and not judged', () => {
    const found = changes(report([other, passing]), later([other, failing('list.array')]));
    expect(found.onlyBefore.map(({ id }) => id)).toEqual([ID]);
    expect(found.onlyAfter.map(({ id }) => id)).toEqual(['list.array']);
    expect(found).toMatchObject({ worse: false, judged: 1 });
  });

  it('nor are those that one version judges and the other observes', () => {
    const found = changes(
      report([other, { ...passing, level: 'observed', verdict: 'observed' }]),
      later([other, failed]),
    );
    expect(idsOf(found.judgedInOne)).toEqual([ID]);
    expect(found).toMatchObject({ worse: false, judged: 1, observations: [] });
  });

  it('loses none where an id stands twice', () => {
    const found = changes(report([passing, passing]), later([passing, failed, failed]));
    expect(idsOf(found.rules.newlyFailing)).toEqual([ID]);
    expect(idsOf(found.rules.stillPassing)).toEqual([ID]);
    expect(found.onlyAfter).toEqual([failed]);
  });
});

describe('reports that cannot be compared', () => {
  const observation = sampleRule('observed.page.zero');

  it.each([
    ['no rule at all', report([]), later([])],
    ['no rule in common', report([other]), later([passing])],
    ['only observations in common', report([other, observation]), later([passing, observation])],
  ])('%s', (_, before, after) => {
    expect(changes(before, after).incomparable).toMatch(/no gating rule in common/);
  });

  it.each([
    ['the newer one decided nothing, nor did the older one', inconclusive, skipped],
    ['the newer one decided nothing, and what failed is undecided', failed, inconclusive],
  ])('%s', (_, before, after) => {
    expect(changes(report([before]), later([after])).incomparable).toMatch(/decided none/);
  });

  it('but not where it is worse all the same, or where the older one alone decided nothing', () => {
    expect(changes(report([passing]), later([inconclusive]))).toMatchObject({
      worse: true,
      incomparable: null,
    });
    expect(changes(report([inconclusive]), later([passing]))).toMatchObject({
      worse: false,
      incomparable: null,
    });
    expect(changes(report([inconclusive]), later([failed]))).toMatchObject({
      worse: true,
      incomparable: null,
    });
  });
});

describe('any two reports', () => {
  const still = new Set(['stillFailing', 'stillUndecided', 'stillPassing']);

  it('has no change and is not worse where both are the same', () => {
    fc.assert(
      fc.property(anyReport, (one) => {
        const found = changes(one, structuredClone(one));
        expect(found.worse).toBe(false);
        expect(found.observations).toEqual([]);
        expect([...found.onlyBefore, ...found.onlyAfter, ...found.judgedInOne]).toEqual([]);
        for (const [kind, pairs] of Object.entries(found.rules))
          if (!still.has(kind)) expect(pairs).toEqual([]);
      }),
    );
  });

  /** Two reports that share many rules with different verdicts. */
  const related = fc
    .tuple(anyReport, anyReport, fc.infiniteStream(fc.constantFrom('pass', 'fail', 'skip')))
    .map(([one, two, verdicts]): [Report, Report] => {
      const rules = one.rules.map(
        (rule): RuleReport => ({ ...rule, verdict: verdicts.next().value ?? 'pass' }),
      );
      return [one, { ...two, rules: [...rules.slice(1), ...two.rules] }];
    });

  it('has each rule in one place', () => {
    fc.assert(
      fc.property(related, ([before, after]) => {
        const found = changes(before, after);
        const judged = Object.values(found.rules).flat();
        expect(judged).toHaveLength(found.judged);
        const isObserved = ({ level }: RuleReport): boolean => level === 'observed';
        const shared = after.rules.length - found.onlyAfter.length;
        expect(before.rules.length - found.onlyBefore.length).toBe(shared);
        // All other shared rules are observations in both reports.
        const rest = shared - judged.length - found.judgedInOne.length;
        expect(rest).toBeGreaterThanOrEqual(found.observations.length);
        expect(rest).toBeLessThanOrEqual(after.rules.filter(isObserved).length);
      }),
    );
  });

  it('has what newly fails fail no longer when it is turned round, and the other way round', () => {
    fc.assert(
      fc.property(related, ([before, after]) => {
        const there = changes(before, after);
        const back = changes(after, before);
        const passed = there.rules.newlyFailing.filter((pair) => pair.before.verdict === 'pass');
        expect(idsOf(back.rules.noLongerFailing).toSorted()).toEqual(idsOf(passed).toSorted());
        const noLongerFailing = idsOf(there.rules.noLongerFailing).toSorted();
        const failedBack = back.rules.newlyFailing.filter((pair) => pair.before.verdict === 'pass');
        expect(idsOf(failedBack).toSorted()).toEqual(noLongerFailing);
      }),
    );
  });
});
