import { isHarmless } from '../client/undecided-reason.ts';
import { isGating } from '../model/rule-metadata.ts';
import type { Report, RuleReport } from './model.ts';
import type { VerdictStyle } from './verdict-styles.ts';

export const isDecided = ({ verdict }: Pick<RuleReport, 'verdict'>): boolean =>
  verdict === 'pass' || verdict === 'fail';

/** Returns the rules that need attention, and what the baseline says of them. */
export function rulesByState({ rules }: Pick<Report, 'rules'>) {
  const failed = rules.filter(({ verdict }) => verdict === 'fail');
  const undecided = rules.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skip');
  return {
    failures: failed.filter(({ known }) => known !== true),
    /** Failed rules that the baseline lists, which do not change the exit status. */
    knownFailures: failed.filter(({ known }) => known === true),
    undecided: undecided.filter((rule) => isGating(rule) && rule.known !== true),
    knownUndecided: undecided.filter(({ known }) => known === true),
    /** Rules whose entries are past their dates, expect a failure, or expect an undecided rule that passes. */
    expired: rules.filter(({ listed }) => listed?.state === 'expired'),
    stale: rules.filter(({ listed }) => listed?.state === 'stale'),
    needless: rules.filter(({ listed }) => listed?.state === 'passes'),
    heldPins: rules.filter(({ pin }) => pin?.state === 'held'),
    changedPins: rules.filter(({ pin }) => pin?.state === 'changed'),
    missedPins: rules.filter(({ pin }) => pin?.state === 'unobserved'),
  };
}

/** True if at least one rule was decided: a run that decided nothing is never green. */
export const isAnyDecided = ({ counts }: Report): boolean => counts.pass + counts.fail > 0;

/** True if a report says something about the service. */
export const isResult = ({ outcome }: Pick<Report, 'outcome'>): boolean =>
  outcome !== 'unusable' && outcome !== 'broken';

/** True if a run decided a gating rule and was not cut short. */
export const isDecidedRun = (report: Report): boolean =>
  isResult(report) && report.run.interrupted !== true && isAnyDecided(report);

export type ExitStatus = 0 | 1 | 2 | 3 | 4;

/** True if `--allow-incomplete` lets an incomplete run exit with 0. Other causes may hide a dead service. */
function mayBeAllowed(report: Report): boolean {
  const { undecided, missedPins } = rulesByState(report);
  const isAllHarmless = undecided.every(({ cause }) => cause !== undefined && isHarmless(cause));
  return isDecidedRun(report) && missedPins.length === 0 && isAllHarmless;
}

/** Returns the exit status of a run without failures: 3 if something is undecided that neither the baseline nor a flag allows. */
export function statusOfRest(report: Report, allowIncomplete: boolean): 0 | 3 {
  const { undecided, knownUndecided, missedPins } = rulesByState(report);
  const isOpen =
    undecided.length + missedPins.length > 0 ||
    !isAnyDecided(report) ||
    (knownUndecided.length > 0 ? report.run.interrupted === true : report.outcome === 'incomplete');
  return isOpen && !(allowIncomplete && mayBeAllowed(report)) ? 3 : 0;
}

/** Returns the exit status of a run, in which the baseline excuses what it lists. @param allowIncomplete by default, what the run was given */
export function exitStatusOf(
  report: Report,
  allowIncomplete = report.run.allowIncomplete === true,
): ExitStatus {
  const { outcome } = report;
  if (outcome === 'broken') return 4;
  if (outcome === 'unusable') return 2;
  const { failures, knownFailures, stale, expired, changedPins } = rulesByState(report);
  // The worst is assumed if a report is nonconformant but names no failure.
  const isUnexplained = outcome === 'nonconformant' && knownFailures.length === 0;
  const isRed = isUnexplained || [failures, stale, expired, changedPins].some(({ length }) => length > 0);
  return isRed ? 1 : statusOfRest(report, allowIncomplete);
}

/**
 * Returns the mark of a run: that of its exit status, but `known` if the baseline excuses something, and undecided if only
 * the baseline is out of date or a pin changed, because the service itself violates no rule.
 */
export function runMark(report: Report): VerdictStyle {
  const { failures, knownFailures, knownUndecided } = rulesByState(report);
  const status = exitStatusOf(report, false);
  if (status === 0) return knownFailures.length + knownUndecided.length > 0 ? 'known' : 'pass';
  const isHeld = status === 1 && report.outcome !== 'nonconformant' && failures.length === 0;
  return status === 3 || isHeld ? 'inconclusive' : 'fail';
}
