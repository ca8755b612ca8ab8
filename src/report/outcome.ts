import { isGating } from '../model/rule-metadata.ts';
import { countOf } from '../model/text.ts';
import { isDecided, mayBeAllowed, rulesByState } from './exit-status.ts';
import type { Report, RuleReport } from './model.ts';

/** Returns the outcome of a run. It describes the service, so a baseline never changes it. */
export function outcomeOf(
  rules: readonly RuleReport[],
  { isBroken, isUnusable }: { readonly isBroken: boolean; readonly isUnusable: boolean },
): Report['outcome'] {
  if (isBroken) return 'broken';
  if (isUnusable) return 'unusable';
  const gating = rules.filter(isGating);
  if (gating.some(({ verdict }) => verdict === 'fail')) return 'nonconformant';
  const decided = gating.filter(isDecided);
  return decided.length < gating.length || decided.length === 0 ? 'incomplete' : 'conformant';
}

/** Counts the gating rules by verdict, and the observations by whether they were made. */
export function countsOf(rules: readonly RuleReport[]): Report['counts'] & { unobserved: number } {
  const counts = { pass: 0, fail: 0, inconclusive: 0, skip: 0, observed: 0, unobserved: 0 };
  for (const rule of rules) {
    const { verdict } = rule;
    counts[verdict === 'observed' || isGating(rule) ? verdict : 'unobserved'] += 1;
  }
  return counts;
}

const isAre = (count: number): string => (count === 1 ? 'is' : 'are');
const when = (count: number, words: string): string[] => (count === 0 ? [] : [words]);

const TITLES: Readonly<Record<Report['outcome'], string>> = {
  conformant: 'Conformant',
  nonconformant: 'Not conformant',
  incomplete: 'Incomplete',
  unusable: 'Unusable',
  broken: 'Broken',
};

/** Returns the headline of a report. It tells selected rules from all rules, and known failures from new ones. */
export function headlineOf(report: Report): string {
  const { failures, knownFailures, stale, expired, changedPins, missedPins } = rulesByState(report);
  const isAllKnown = failures.length === 0;
  const known = isAllKnown ? knownFailures.length : 0;
  const outdated = isAllKnown ? expired.length + stale.length : 0;
  const chosen = report.rules.filter(isGating).length;
  const entries = `${countOf(outdated, 'baseline entry', 'baseline entries')} ${isAre(outdated)}`;
  return [
    TITLES[report.outcome],
    ...when(known, countOf(known, 'known failure')),
    ...when(changedPins.length, `${countOf(changedPins.length, 'pinned observation')} changed`),
    ...when(missedPins.length, `${countOf(missedPins.length, 'pinned observation')} not made`),
    ...(report.run.selection === null ? [] : [countOf(chosen, 'selected rule')]),
    ...when(outdated, `but ${entries} out of date`),
  ].join(', ');
}

/** Returns the outcome as a sentence without a full stop. The headline says the rest. */
export function sentenceOf(report: Report): string {
  const { outcome, rules, run } = report;
  const { failures, knownFailures, undecided, knownUndecided } = rulesByState(report);
  const gating = rules.filter(isGating).length;
  const [known, left] = [knownFailures.length, undecided.length || knownUndecided.length];
  const why = mayBeAllowed(report) ? ' because settings or data are missing' : '';
  const open = `${countOf(left, 'gating rule')} ${isAre(left)} undecided${undecided.length > 0 ? why : ', as the baseline says'}`;
  switch (outcome) {
    case 'conformant': {
      const chosen = run.selection === null ? 'gating' : 'selected';
      return gating === 1 ? `the ${chosen} rule holds` : `all ${gating} ${chosen} rules hold`;
    }
    case 'nonconformant': {
      const besides = known === 0 ? '' : ` besides ${countOf(known, 'known failure')}`;
      if (failures.length > 0) return `${countOf(failures.length, 'rule')} failed${besides}`;
      const what = known > 0 ? 'the baseline lists every failure' : 'not all rules hold';
      return [what, ...when(undecided.length, open)].join(', but ');
    }
    case 'incomplete':
      if (gating > 0) return `no rule failed, but ${open}`;
      return run.selection === null ? 'no rule was tried' : 'no gating rule was selected';
    case 'unusable':
      return 'the target could not be checked';
    case 'broken':
      return 'issue-conformance itself failed; this says nothing about the target';
  }
}

/** Returns the counts: `45 gating rules: 9 fail (2 known), 33 pass, 3 undecided (1 skipped) · 39 of 41 observations made`. */
export function tally(rules: readonly RuleReport[]): string {
  const gating = rules.filter(isGating);
  const { knownFailures, knownUndecided } = rulesByState({ rules: gating });
  const { fail, pass, inconclusive, skip, observed, unobserved } = countsOf(rules);
  const counted = (count: number, word: string, notes: readonly string[] = []): string[] =>
    when(count, `${count.toLocaleString('en')} ${word}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`);
  const counts = [
    ...counted(fail, 'fail', counted(knownFailures.length, 'known')),
    ...counted(pass, 'pass'),
    ...counted(inconclusive + skip, 'undecided', [
      ...counted(skip, 'skipped'),
      ...counted(knownUndecided.length, 'known'),
    ]),
  ];
  const all = observed + unobserved;
  return [
    ...when(gating.length, `${countOf(gating.length, 'gating rule')}: ${counts.join(', ')}`),
    ...when(all, `${observed.toLocaleString('en')} of ${countOf(all, 'observation')} made`),
  ].join(' · ');
}
