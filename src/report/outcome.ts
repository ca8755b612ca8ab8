import { isGating } from '../model/rule-metadata.ts';
import { countOf } from '../model/text.ts';
import { isDecided, rulesByState } from './exit-status.ts';
import type { Report, RuleReport } from './model.ts';

/** Returns what tells a target from others. The bundled service is the same on any port. */
export const targetName = ({ bundled, faults = [], baseUrl, owner, repo }: Report['target']): string =>
  bundled ? ['bundled reference service', ...faults].join(' with ') : `${baseUrl} ${owner}/${repo}`;

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
  const entries = countOf(outdated, 'baseline entry is', 'baseline entries are');
  return [
    TITLES[report.outcome],
    ...when(known, countOf(known, 'known failure')),
    ...when(changedPins.length, `${countOf(changedPins.length, 'pinned observation')} changed`),
    ...when(missedPins.length, `${countOf(missedPins.length, 'pinned observation')} not made`),
    ...(report.run.selection === null ? [] : [countOf(chosen, 'selected rule')]),
    ...when(outdated, `but ${entries} out of date`),
  ].join(', ');
}

/** Returns the result as a sentence: `33 of 45 gating rules passed, 9 failed (2 known), 3 undecided (1 skipped)`. */
export function sentenceOf({ outcome, rules }: Report): string {
  if (outcome === 'unusable') return 'the target could not be checked';
  if (outcome === 'broken') return 'issue-conformance itself failed; this says nothing about the target';
  const gating = rules.filter(isGating);
  if (gating.length === 0) return 'no gating rule was tried';
  const { knownFailures, knownUndecided } = rulesByState({ rules: gating });
  const { fail, pass, inconclusive, skip } = countsOf(gating);
  const counted = (count: number, word: string, notes: readonly string[] = []): string[] =>
    when(count, `${count.toLocaleString('en')} ${word}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`);
  const notes = [...counted(skip, 'skipped'), ...counted(knownUndecided.length, 'known')];
  return [
    `${pass.toLocaleString('en')} of ${countOf(gating.length, 'gating rule')} passed`,
    ...counted(fail, 'failed', counted(knownFailures.length, 'known')),
    ...counted(inconclusive + skip, 'undecided', notes),
  ].join(', ');
}
