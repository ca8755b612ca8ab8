import { isGating } from '../model/rule-metadata.ts';
import type { Report, ReportOutcome, RuleReport } from './model.ts';
import { type ExitStatus, mayBeAllowed, strictExitStatusOf } from './strict-exit-status.ts';

/**
 * Returns the outcome of a run. The first line of the table that applies decides.
 *
 * | seen | outcome |
 * | --- | --- |
 * | this program failed | broken |
 * | the target cannot be checked | unusable |
 * | a gating rule failed, known or not | nonconformant |
 * | a gating rule is inconclusive or skipped, known or not, or no rule was decided | incomplete |
 * | every gating rule passed | conformant |
 *
 * The outcome describes the service, so a baseline never changes it.
 */
export function outcomeOf(
  rules: readonly RuleReport[],
  { isBroken, isUnusable }: { readonly isBroken: boolean; readonly isUnusable: boolean },
): ReportOutcome {
  if (isBroken) return 'broken';
  if (isUnusable) return 'unusable';
  const gating = rules.filter(isGating);
  if (gating.some(({ verdict }) => verdict === 'fail')) return 'nonconformant';
  const decided = gating.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
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

/** Returns the exit status of a report: that of its standing, or 0 if undecided rules are allowed. */
export function exitStatusOf(report: Report, allowIncomplete: boolean): ExitStatus {
  const strict = strictExitStatusOf(report);
  return strict === 3 && allowIncomplete && mayBeAllowed(report) ? 0 : strict;
}
