import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { exitStatusOf } from '../../src/report/exit-status.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { countsOf, outcomeOf, sentenceOf } from '../../src/report/outcome.ts';
import { conformant } from '../report/examples.ts';
import { sampleReport, sampleRule } from '../report/reports.ts';

const CAUSES = ['access', 'other-rule', 'unanswered', 'unstable', 'limit', 'interrupted', 'unclear'] as const;

const pinned = (state: NonNullable<RuleReport['pin']>['state'], verdict: RuleReport['verdict']) =>
  sampleRule('observed.links', { verdict, pin: { value: 'none', reason: 'why', state } });

/** Rules by a letter. */
const RULES = {
  P: sampleRule('list.ok', { verdict: 'pass' }),
  F: sampleRule('list.array', { verdict: 'fail' }),
  /** A failure that the baseline lists. */
  K: sampleRule('list.array', { verdict: 'fail', known: true }),
  U: sampleRule('list.records', { verdict: 'inconclusive' }),
  S: sampleRule('list.token', { verdict: 'skip' }),
  /** An undecided rule that the baseline lists. */
  L: sampleRule('list.records', { verdict: 'inconclusive', known: true }),
  /** Lacks data. */
  D: sampleRule('list.per-page.maximum', { verdict: 'inconclusive', cause: 'data' }),
  /** Lacks a setting. */
  T: sampleRule('list.token', { verdict: 'skip', cause: 'setting' }),
  /** Passes, but its entry has expired, or expects a failure. */
  X: sampleRule('list.ok', { verdict: 'pass', listed: { expect: 'skip', state: 'expired' } }),
  A: sampleRule('list.ok', { verdict: 'pass', listed: { expect: 'fail', state: 'stale' } }),
  o: sampleRule('observed.content-type', { verdict: 'observed' }),
  u: sampleRule('observed.content-type', { verdict: 'inconclusive' }),
  s: sampleRule('observed.auth.schemes', { verdict: 'skip' }),
  /** Pinned observations: held, changed, missed. */
  h: pinned('held', 'observed'),
  c: pinned('changed', 'observed'),
  m: pinned('unobserved', 'inconclusive'),
} as const;
type Letter = keyof typeof RULES;
const isLetter = (text: string): text is Letter => text in RULES;
const rulesOf = (letters: string): RuleReport[] =>
  [...letters].filter(isLetter).map((letter) => RULES[letter]);

type Facts = Partial<Parameters<typeof outcomeOf>[1]>;
const outcome = (rules: readonly RuleReport[], facts: Facts = {}) =>
  outcomeOf(rules, { isBroken: false, isUnusable: false, ...facts });

/** Returns the exit statuses of a run, without and with `--allow-incomplete`. */
function statusesOf(rules: RuleReport[], interrupted = false): readonly number[] {
  const { run } = sampleReport('incomplete', { rules });
  const report = sampleReport(outcome(rules), {
    rules,
    run: interrupted ? { ...run, interrupted } : run,
  });
  return [false, true].map((allow) => exitStatusOf(report, allow));
}

type Decided = readonly [rules: string, outcome: Report['outcome'], status: number, allowed: number];

it.each<Decided>([
  ['P', 'conformant', 0, 0],
  ['Pous', 'conformant', 0, 0],
  ['Ph', 'conformant', 0, 0],
  ['PF', 'nonconformant', 1, 1],
  ['UFS', 'nonconformant', 1, 1],
  ['KF', 'nonconformant', 1, 1],
  ['PK', 'nonconformant', 0, 0],
  ['PKh', 'nonconformant', 0, 0],
  ['KL', 'nonconformant', 0, 0],
  ['KU', 'nonconformant', 3, 3],
  ['KD', 'nonconformant', 3, 0],
  ['KX', 'nonconformant', 1, 1],
  ['PX', 'conformant', 1, 1],
  ['PA', 'conformant', 1, 1],
  ['KA', 'nonconformant', 1, 1],
  ['AU', 'incomplete', 1, 1],
  ['XD', 'incomplete', 1, 1],
  ['PU', 'incomplete', 3, 3],
  ['PS', 'incomplete', 3, 3],
  ['PD', 'incomplete', 3, 0],
  ['PDTus', 'incomplete', 3, 0],
  ['PL', 'incomplete', 0, 0],
  ['PLS', 'incomplete', 3, 3],
  // Nothing was decided.
  ['', 'incomplete', 3, 3],
  ['o', 'incomplete', 3, 3],
  ['SU', 'incomplete', 3, 3],
  ['L', 'incomplete', 3, 3],
  ['DT', 'incomplete', 3, 3],
  // Pins.
  ['Pc', 'conformant', 1, 1],
  ['Pm', 'conformant', 3, 3],
  ['Km', 'nonconformant', 3, 3],
  ['PDm', 'incomplete', 3, 3],
])('outcome and status of the rules %s', (letters, expected, ...statuses) => {
  expect([outcome(rulesOf(letters)), statusesOf(rulesOf(letters))]).toEqual([expected, statuses]);
});

it.each(CAUSES)('outcome and status are incomplete and 3 if a rule is open for the cause %s', (cause) => {
  const rules = [...rulesOf('PDT'), sampleRule('list.ok', { verdict: 'inconclusive', cause })];
  expect([outcome(rules), statusesOf(rules)]).toEqual(['incomplete', [3, 3]]);
});

it.each(['PL', 'KL', 'PD'])('outcome and status are 3 if the run was interrupted (%s)', (letters) => {
  expect(statusesOf(rulesOf(letters), true)).toEqual([3, 3]);
});

it.each<[string, Facts, Report['outcome'], status: number]>([
  ['P', { isBroken: true }, 'broken', 4],
  ['F', { isBroken: true, isUnusable: true }, 'broken', 4],
  ['P', { isUnusable: true }, 'unusable', 2],
  ['FA', { isUnusable: true }, 'unusable', 2],
])('outcome and status of the rules %s and of %j', (letters, facts, expected, status) => {
  const rules = rulesOf(letters);
  expect(outcome(rules, facts)).toBe(expected);
  const report = sampleReport(expected, { rules });
  for (const allow of [false, true]) expect(exitStatusOf(report, allow)).toBe(status);
});

it('outcome and status are never 0 if nothing was decided or something is bad, whatever the rules and the settings', () => {
  const letters = fc.array(fc.constantFrom(...Object.keys(RULES)), { maxLength: 6 });
  fc.assert(
    fc.property(letters, (all) => {
      const [strict, allowed] = statusesOf(rulesOf(all.join('')));
      const has = (some: string): boolean => [...some].some((letter) => all.includes(letter));
      if (!has('PFKXA') || has('FcmXAUS')) expect([strict === 0, allowed === 0]).toEqual([false, false]);
      if (has('DT')) expect(strict).not.toBe(0);
    }),
    { numRuns: 500 },
  );
});

it('the counts of a run are of gating rules by verdict, and of observations that were made or not', () => {
  const counts = { pass: 2, fail: 2, inconclusive: 1, skip: 1, observed: 1, unobserved: 1 };
  expect(countsOf(rulesOf('PPFKUSou'))).toEqual(counts);
});

it('a report without a gating rule says so', () => {
  expect(sentenceOf({ ...conformant, outcome: 'incomplete', rules: [] })).toBe('no gating rule was tried');
});
