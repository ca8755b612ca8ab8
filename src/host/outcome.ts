import { newFailures } from '../report/failures.ts';
import type { Report, ReportOutcome, RuleReport } from '../report/model.ts';

/** What decides the outcome of a run, beside its rules. */
export interface RunFacts {
  /** Why the target cannot be checked at all; `null` where it can. */
  readonly unusable: string | null;
  /** Whether this program failed. */
  readonly broken: boolean;
  /** Baseline entries whose rules hold now. */
  readonly stale: readonly string[];
}

/**
 * The outcome of a run. Read as a table: the first line that applies decides.
 *
 * | seen | outcome |
 * | --- | --- |
 * | this program failed | broken |
 * | the target cannot be checked | unusable |
 * | a gating rule failed that the baseline does not list, or a baseline entry is stale | nonconformant |
 * | a gating rule is inconclusive or skipped, or no rule was decided | incomplete |
 * | every gating rule passed, or failed as the baseline says | conformant |
 */
export function outcomeOf(rules: readonly RuleReport[], facts: RunFacts): ReportOutcome {
  if (facts.broken) return 'broken';
  if (facts.unusable !== null) return 'unusable';
  const gating = rules.filter(({ level }) => level !== 'observed');
  if (facts.stale.length > 0 || newFailures(gating).length > 0) return 'nonconformant';
  const decided = gating.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  return decided.length < gating.length || decided.length === 0 ? 'incomplete' : 'conformant';
}

export function countsOf(rules: readonly RuleReport[]): Report['counts'] {
  const counts = { pass: 0, fail: 0, inconclusive: 0, skip: 0, observed: 0 };
  for (const { verdict } of rules) counts[verdict] += 1;
  return counts;
}

/** The exit status that goes with a report. */
export function exitStatusOf(report: Report, allowIncomplete: boolean): 0 | 1 | 2 | 3 | 4 {
  switch (report.outcome) {
    case 'conformant':
      return 0;
    case 'nonconformant':
      return 1;
    case 'unusable':
      return 2;
    case 'broken':
      return 4;
    case 'incomplete': {
      // An interrupted run, or one that decided nothing, is never taken for a green one.
      const decided = report.counts.pass + report.counts.fail > 0;
      return allowIncomplete && decided && report.run.interrupted !== true ? 0 : 3;
    }
  }
}
