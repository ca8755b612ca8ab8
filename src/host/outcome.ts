import { isGating } from '../engine/words.ts';
import type { Report, ReportOutcome, RuleReport } from '../report/model.ts';
import { mayBeAllowed, type Standing, standingOf } from '../report/view/standing.ts';

/** What decides the outcome of a run, beside its rules. */
export interface RunFacts {
  /** Why the target cannot be checked at all; `null` where it can. */
  readonly unusable: string | null;
  /** Whether this program failed. */
  readonly broken: boolean;
  /** Baseline entries whose rules hold now, or whose date is past. */
  readonly stale: readonly string[];
}

/**
 * The outcome of a run. Read as a table: the first line that applies decides.
 *
 * | seen | outcome |
 * | --- | --- |
 * | this program failed | broken |
 * | the target cannot be checked | unusable |
 * | a gating rule failed, known or not, or a baseline entry is stale or past its date | nonconformant |
 * | a gating rule is inconclusive or skipped, known or not, or no rule was decided | incomplete |
 * | every gating rule passed | conformant |
 */
export function outcomeOf(rules: readonly RuleReport[], facts: RunFacts): ReportOutcome {
  if (facts.broken) return 'broken';
  if (facts.unusable !== null) return 'unusable';
  const gating = rules.filter(isGating);
  if (facts.stale.length > 0 || gating.some(({ verdict }) => verdict === 'fail')) return 'nonconformant';
  const decided = gating.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  return decided.length < gating.length || decided.length === 0 ? 'incomplete' : 'conformant';
}

export function countsOf(rules: readonly RuleReport[]): Report['counts'] {
  const counts = { pass: 0, fail: 0, inconclusive: 0, skip: 0, observed: 0 };
  for (const { verdict } of rules) counts[verdict] += 1;
  return counts;
}

const EXIT_STATUSES = {
  held: 0,
  known: 0,
  unexpected: 1,
  unusable: 2,
  open: 3,
  broken: 4,
} as const satisfies Record<Standing, number>;

/**
 * The exit status that goes with a report: that of its standing, or 0 where what is open is allowed to be.
 *
 * | standing | exit status |
 * | --- | --- |
 * | nothing broken, undecided or changed; or nothing but what the baseline lists | 0 |
 * | something broken or changed that the baseline does not list, or an entry of it that is out of date | 1 |
 * | the target cannot be checked | 2 |
 * | something undecided that the baseline does not list, or a pinned observation not made | 3 |
 * | this program failed | 4 |
 */
export function exitStatusOf(report: Report, allowIncomplete: boolean): 0 | 1 | 2 | 3 | 4 {
  const standing = standingOf(report);
  return standing === 'open' && allowIncomplete && mayBeAllowed(report) ? 0 : EXIT_STATUSES[standing];
}
