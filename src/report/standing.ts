import {
  knownFailures,
  knownUndecided,
  listedRules,
  newFailures,
  openRules,
  pinnedRules,
} from './failures.ts';
import type { Report } from './model.ts';

/** How a run stands: what colours, signs and the exit status go by. */
export type Standing = 'broken' | 'unusable' | 'unexpected' | 'open' | 'known' | 'held';

/** Whether at least one rule was decided: a run that decided nothing is never green. */
export const isAnyDecided = ({ counts }: Report): boolean => counts.pass + counts.fail > 0;

/**
 * How a run stands once what the baseline expects is set apart. Read as a table: the first line that applies decides.
 *
 * | marked in the report | standing |
 * | --- | --- |
 * | the outcome is broken or unusable | that |
 * | a failure that is not known, an entry that is stale or past its date, a pinned observation that changed | unexpected |
 * | an undecided gating rule that is not known, a pinned observation that was not made, nothing decided, an interruption before all was | open |
 * | failures or undecided rules, all of them known | known |
 * | none of these | held |
 */
export function standingOf(report: Report): Standing {
  const { outcome, rules, staleBaseline = [] } = report;
  if (outcome === 'broken' || outcome === 'unusable') return outcome;
  const known = knownFailures(rules).length;
  const unexpected =
    newFailures(rules).length +
    staleBaseline.length +
    listedRules(rules, 'expired').length +
    pinnedRules(rules, 'changed').length;
  // Of a report that says that something is broken, and not what, the worst is supposed.
  if (unexpected > 0 || (outcome === 'nonconformant' && known === 0)) return 'unexpected';
  const undecided = knownUndecided(rules).length;
  if (openRules(rules).length + pinnedRules(rules, 'unobserved').length > 0) return 'open';
  if (outcome === 'incomplete' && (undecided === 0 || !isAnyDecided(report))) return 'open';
  if (undecided > 0 && report.run.interrupted === true) return 'open';
  return known + undecided > 0 ? 'known' : 'held';
}
