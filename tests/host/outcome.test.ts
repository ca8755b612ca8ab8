import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsOf, exitStatusOf, outcomeOf, type RunFacts } from '../../src/host/outcome.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { reported, reportWith } from './reported.ts';

const PASS = reported('list.ok', 'pass');
const FAIL = reported('list.array', 'fail');
const KNOWN = reported('list.array', 'fail', { known: true });
const UNDECIDED = reported('list.records', 'inconclusive');
const SKIP = reported('list.token', 'skip');
const LISTED = reported('list.records', 'inconclusive', { known: true });
const OBSERVED = reported('observed.content-type', 'observed');
const pinned = (state: NonNullable<RuleReport['pin']>['state'], verdict: RuleReport['verdict']) =>
  reported('observed.links', verdict, { pin: { value: 'none', reason: 'why', state } });
const HELD = pinned('held', 'observed');
const CHANGED = pinned('changed', 'observed');
const MISSED = pinned('unobserved', 'inconclusive');
const EXPIRED = reported('list.ok', 'pass', { listed: { expect: 'skip', state: 'expired' } });
const UNOBSERVED = reported('observed.content-type', 'inconclusive');
const SMALL = reported('list.per-page.maximum', 'inconclusive', { cause: 'data' });
const UNSET = reported('list.token', 'skip', { cause: 'setting' });
const UNASKED = reported('observed.auth.schemes', 'skip');

const outcome = (rules: Parameters<typeof outcomeOf>[0], facts: Partial<RunFacts> = {}) =>
  outcomeOf(rules, { unusable: null, broken: false, stale: [], ...facts });

describe('the outcome of a run', () => {
  it('is broken where this program failed', () => {
    expect(outcome([PASS], { broken: true })).toBe('broken');
  });

  it('is unusable where the target cannot be checked', () => {
    expect(outcome([PASS], { unusable: 'It is down.' })).toBe('unusable');
  });

  it('is nonconformant where a gating rule failed', () => {
    expect(outcome([PASS, FAIL])).toBe('nonconformant');
  });

  it('is nonconformant for an implied rule as for a required one', () => {
    expect(outcome([PASS, reported('list.records', 'fail')])).toBe('nonconformant');
  });

  it('is nonconformant where a baseline entry is stale, though every rule passed', () => {
    expect(outcome([PASS], { stale: ['list.ok'] })).toBe('nonconformant');
  });

  it('is incomplete where a gating rule is inconclusive or skipped', () => {
    expect(outcome([PASS, UNDECIDED])).toBe('incomplete');
    expect(outcome([PASS, SKIP])).toBe('incomplete');
  });

  it('is incomplete where nothing was decided', () => {
    expect(outcome([])).toBe('incomplete');
    expect(outcome([OBSERVED])).toBe('incomplete');
    expect(outcome([SKIP, UNDECIDED])).toBe('incomplete');
  });

  it('is conformant where every gating rule passed', () => {
    expect(outcome([PASS])).toBe('conformant');
  });

  it('is nonconformant where a rule failed as the baseline says, and incomplete where one is undecided so', () => {
    expect(outcome([PASS, KNOWN])).toBe('nonconformant');
    expect(outcome([PASS, LISTED])).toBe('incomplete');
  });

  it('does not depend on observations, whatever became of them', () => {
    expect(outcome([PASS, OBSERVED, UNOBSERVED, UNASKED])).toBe('conformant');
  });
});

describe('the order of the lines', () => {
  it('puts a fault of this program before a target that cannot be checked', () => {
    expect(outcome([FAIL], { broken: true, unusable: 'It is down.', stale: ['list.ok'] })).toBe('broken');
  });

  it('puts a target that cannot be checked before a failure', () => {
    expect(outcome([FAIL], { unusable: 'It is down.', stale: ['list.ok'] })).toBe('unusable');
  });

  it('puts a failure before what is undecided', () => {
    expect(outcome([UNDECIDED, FAIL, SKIP])).toBe('nonconformant');
  });

  it('puts a stale entry before what is undecided', () => {
    expect(outcome([UNDECIDED], { stale: ['list.ok'] })).toBe('nonconformant');
  });

  it('puts a failure that the baseline lists before what is undecided, too', () => {
    expect(outcome([KNOWN, UNDECIDED])).toBe('nonconformant');
  });
});

describe('the exit status', () => {
  it('is the one of the outcome', () => {
    const statuses = (['conformant', 'nonconformant', 'unusable', 'incomplete', 'broken'] as const).map(
      (one) => exitStatusOf(reportWith(one), false),
    );
    expect(statuses).toEqual([0, 1, 2, 3, 4]);
  });

  it('is 0 for an incomplete run only where that is allowed', () => {
    expect(exitStatusOf(reportWith('incomplete'), true)).toBe(0);
    expect(exitStatusOf(reportWith('incomplete'), false)).toBe(3);
  });

  it('is 0 where that is allowed and every open rule lacks a setting, or data in the target', () => {
    const rules = [PASS, SMALL, UNSET, UNOBSERVED, UNASKED];
    expect(exitStatusOf(reportWith('incomplete', { rules }), true)).toBe(0);
    expect(exitStatusOf(reportWith('incomplete', { rules }), false)).toBe(3);
  });

  it('is 3, allowed or not, where anything else leaves one rule open', () => {
    const causes = [
      'access',
      'other-rule',
      'unanswered',
      'unstable',
      'limit',
      'interrupted',
      'unclear',
    ] as const;
    for (const cause of causes) {
      const rules = [PASS, SMALL, UNSET, reported('list.ok', 'inconclusive', { cause })];
      expect([cause, exitStatusOf(reportWith('incomplete', { rules }), true)]).toEqual([cause, 3]);
    }
  });

  it('is 3, allowed or not, where an older report does not say what leaves a rule open', () => {
    expect(exitStatusOf(reportWith('incomplete', { rules: [PASS, UNDECIDED] }), true)).toBe(3);
    expect(exitStatusOf(reportWith('incomplete', { rules: [PASS, SKIP] }), true)).toBe(3);
  });

  it('is softened for no other outcome', () => {
    const statuses = (['nonconformant', 'unusable', 'broken'] as const).map((one) =>
      exitStatusOf(reportWith(one), true),
    );
    expect(statuses).toEqual([1, 2, 4]);
  });

  it('is 3 for an incomplete run that decided nothing, allowed or not', () => {
    const nothing = reportWith('incomplete', {
      counts: { pass: 0, fail: 0, inconclusive: 5, skip: 5, observed: 9 },
    });
    expect(exitStatusOf(nothing, true)).toBe(3);
  });

  it('is 3 for an incomplete run that was interrupted, allowed or not', () => {
    const { run } = reportWith('incomplete');
    expect(exitStatusOf(reportWith('incomplete', { run: { ...run, interrupted: true } }), true)).toBe(3);
  });

  it('is 1 for a fault of the specification, or of the team, that nobody expects', () => {
    const status = (part: Partial<Report>, allow: boolean) =>
      exitStatusOf(reportWith('conformant', part), allow);
    for (const allow of [false, true]) {
      expect(status({ rules: [PASS, CHANGED] }, allow)).toBe(1);
      expect(status({ rules: [KNOWN, FAIL] }, allow)).toBe(1);
      expect(status({ rules: [KNOWN, EXPIRED] }, allow)).toBe(1);
      expect(status({ rules: [KNOWN, PASS], staleBaseline: ['list.ok'] }, allow)).toBe(1);
    }
  });

  it('is 0 where all failures are known, whatever the outcome says, and where nothing else is undecided', () => {
    const status = (rules: RuleReport[], allow = false) =>
      exitStatusOf(reportWith(outcome(rules), { counts: countsOf(rules), rules }), allow);
    expect(status([PASS, KNOWN, HELD])).toBe(0);
    expect(status([PASS, LISTED])).toBe(0);
    expect(status([KNOWN, LISTED])).toBe(0);
    expect(status([KNOWN, UNDECIDED])).toBe(3);
    expect(status([KNOWN, UNDECIDED], true)).toBe(3);
    expect(status([KNOWN, SMALL])).toBe(3);
    expect(status([KNOWN, SMALL], true)).toBe(0);
    expect(status([PASS, LISTED, SKIP])).toBe(3);
    expect(status([LISTED])).toBe(3);
    expect(status([LISTED], true)).toBe(3);
  });

  it('is 3 where a pinned observation was not made, incomplete or not, allowed or not', () => {
    for (const rules of [
      [PASS, MISSED],
      [KNOWN, MISSED],
      [PASS, SMALL, MISSED],
    ])
      for (const allow of [false, true])
        expect(exitStatusOf(reportWith(outcome(rules), { counts: countsOf(rules), rules }), allow)).toBe(3);
  });

  it('is 3 for an interrupted run, though the baseline lists what it left undecided', () => {
    const { run } = reportWith('incomplete');
    for (const rules of [
      [PASS, LISTED],
      [KNOWN, LISTED],
    ]) {
      const part = { counts: countsOf(rules), rules, run: { ...run, interrupted: true } };
      expect(exitStatusOf(reportWith(outcome(rules), part), true)).toBe(3);
    }
  });

  it('is never 0 where nothing was decided, whatever the rules and the settings', () => {
    const rule = fc.constantFrom(
      PASS,
      FAIL,
      KNOWN,
      UNDECIDED,
      SMALL,
      UNSET,
      LISTED,
      SKIP,
      OBSERVED,
      UNOBSERVED,
      UNASKED,
      HELD,
      CHANGED,
      MISSED,
    );
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), fc.boolean(), (rules, allow) => {
        const report = reportWith(outcome(rules), { counts: countsOf(rules), rules });
        const decided = rules.some((one) => one === PASS || one === FAIL || one === KNOWN);
        const green = exitStatusOf(report, allow) === 0;
        const isBad = [FAIL, CHANGED, MISSED].some((one) => rules.includes(one));
        if (!decided || isBad) expect(green).toBe(false);
        if (rules.includes(UNDECIDED) || rules.includes(SKIP)) expect(green).toBe(false);
        if (!allow && (rules.includes(SMALL) || rules.includes(UNSET))) expect(green).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the counts of a run', () => {
  it('are how often each verdict was given', () => {
    expect(countsOf([PASS, PASS, FAIL, KNOWN, UNDECIDED, SKIP, OBSERVED, UNOBSERVED])).toEqual({
      pass: 2,
      fail: 2,
      inconclusive: 2,
      skip: 1,
      observed: 1,
    });
  });
});
