import { isHarmless } from '../client/undecided-reason.ts';
import { isGating } from '../model/rule-metadata.ts';
import type { Report, RuleReport } from './model.ts';
import type { VerdictStyle } from './verdict-styles.ts';

type Judged = Pick<RuleReport, 'verdict' | 'known'>;

/** Returns the failed rules that no baseline lists. */
export const unexpectedFailures = <Rule extends Judged>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known !== true);

/** Returns the failed rules that the baseline lists, which do not change the exit status. */
export const knownFailures = <Rule extends Judged>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known === true);

export const isDecided = ({ verdict }: Pick<RuleReport, 'verdict'>): boolean =>
  verdict === 'pass' || verdict === 'fail';

export const isUndecided = ({ verdict }: Judged): boolean => verdict === 'inconclusive' || verdict === 'skip';

/** Returns the report's advice on deciding a rule or making an observation. */
export const reasonIn = ({ reason }: Pick<RuleReport, 'reason'>): string => reason ?? 'No reason was given.';

/** Returns the undecided gating rules that no baseline lists as undecided. */
export const unexpectedUndecided = (rules: readonly RuleReport[]): RuleReport[] =>
  rules.filter((rule) => isGating(rule) && isUndecided(rule) && rule.known !== true);

export const knownUndecided = (rules: readonly RuleReport[]): RuleReport[] =>
  rules.filter((rule) => isUndecided(rule) && rule.known === true);

export const listedRules = (
  rules: readonly RuleReport[],
  state: NonNullable<RuleReport['listed']>['state'],
): RuleReport[] => rules.filter(({ listed }) => listed?.state === state);

export const pinnedRules = (
  rules: readonly RuleReport[],
  state: NonNullable<RuleReport['pin']>['state'],
): RuleReport[] => rules.filter(({ pin }) => pin?.state === state);

/** True if at least one rule was decided: a run that decided nothing is never green. */
export const isAnyDecided = ({ counts }: Report): boolean => counts.pass + counts.fail > 0;

/** True if a report says something about the service. */
export const isResult = ({ outcome }: Pick<Report, 'outcome'>): boolean =>
  outcome !== 'unusable' && outcome !== 'broken';

/** The exit status of a run. */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

/**
 * Returns the exit status of a run, in which the baseline excuses what it lists. The first line that applies decides.
 *
 * | in the report | status |
 * | --- | --- |
 * | the outcome is broken | 4 |
 * | the outcome is unusable | 2 |
 * | a new failure, a stale or expired baseline entry, a pinned observation that changed | 1 |
 * | an undecided gating rule that the baseline does not list, a pinned observation not made, no rule decided, an interruption before all were | 3 |
 * | none of these | 0 |
 */
export function strictExitStatusOf(report: Report): ExitStatus {
  const { outcome, rules, staleBaseline = [] } = report;
  if (outcome === 'broken') return 4;
  if (outcome === 'unusable') return 2;
  const unexpected =
    unexpectedFailures(rules).length +
    staleBaseline.length +
    listedRules(rules, 'expired').length +
    pinnedRules(rules, 'changed').length;
  // The worst is assumed if a report is nonconformant but names no failure.
  if (unexpected > 0 || (outcome === 'nonconformant' && knownFailures(rules).length === 0)) return 1;
  const undecided = knownUndecided(rules).length;
  if (unexpectedUndecided(rules).length + pinnedRules(rules, 'unobserved').length > 0) return 3;
  if (outcome === 'incomplete' && (undecided === 0 || !isAnyDecided(report))) return 3;
  return undecided > 0 && report.run.interrupted === true ? 3 : 0;
}

export const statusMarks: Readonly<Record<ExitStatus, VerdictStyle>> = {
  0: 'pass',
  1: 'fail',
  2: 'fail',
  3: 'inconclusive',
  4: 'fail',
};

/**
 * Returns the mark of a run: that of its exit status, but `known` if the baseline excuses something, and undecided if only
 * the baseline is out of date or a pin changed, because the service itself violates no rule.
 */
export function runMark(report: Report): VerdictStyle {
  const { rules, outcome } = report;
  const status = strictExitStatusOf(report);
  if (status === 1 && outcome !== 'nonconformant' && unexpectedFailures(rules).length === 0)
    return 'inconclusive';
  const excused = knownFailures(rules).length + knownUndecided(rules).length;
  return status === 0 && excused > 0 ? 'known' : statusMarks[status];
}

/** True if `--allow-incomplete` accepts the cause. Any other cause may hide a dead service. */
export const isAcceptable = ({ cause }: RuleReport): boolean => cause !== undefined && isHarmless(cause);

/** True if `--allow-incomplete` lets an incomplete run exit with 0. */
export function mayBeAllowed(report: Report): boolean {
  const { rules, run } = report;
  return (
    isAnyDecided(report) &&
    run.interrupted !== true &&
    pinnedRules(rules, 'unobserved').length === 0 &&
    unexpectedUndecided(rules).every(isAcceptable)
  );
}

/** Returns the exit status of a report: that of its standing, or 0 if undecided rules are allowed. */
export function exitStatusOf(report: Report, allowIncomplete: boolean): ExitStatus {
  const strict = strictExitStatusOf(report);
  return strict === 3 && allowIncomplete && mayBeAllowed(report) ? 0 : strict;
}
