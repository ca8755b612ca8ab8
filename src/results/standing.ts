import { isHarmless } from '../client/doubt.ts';
import { isGating } from '../model/words.ts';
import type { Report, RuleReport } from '../report/model.ts';

type Judged = Pick<RuleReport, 'verdict' | 'known'>;

/** Returns the broken rules that no baseline lists. */
export const newFailures = <Rule extends Judged>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known !== true);

/** Returns the broken rules that the baseline lists, so that they do not count against the exit status. */
export const knownFailures = <Rule extends Judged>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known === true);

/** Returns the report's advice on deciding a rule or making an observation. */
export const reasonIn = ({ reason }: Pick<RuleReport, 'reason'>): string => reason ?? 'No reason was given.';

const isUndecided = ({ verdict }: Judged): boolean => verdict === 'inconclusive' || verdict === 'skip';

/** Returns the undecided gating rules that no baseline lists as undecided. */
export const openRules = (rules: readonly RuleReport[]): RuleReport[] =>
  rules.filter((rule) => isGating(rule) && isUndecided(rule) && rule.known !== true);

/** Returns the undecided rules that the baseline lists as undecided. */
export const knownUndecided = (rules: readonly RuleReport[]): RuleReport[] =>
  rules.filter((rule) => isUndecided(rule) && rule.known === true);

/** Returns the rules whose baseline entry has this state. */
export const listedRules = (
  rules: readonly RuleReport[],
  state: NonNullable<RuleReport['listed']>['state'],
): RuleReport[] => rules.filter(({ listed }) => listed?.state === state);

/** Returns the observations whose pin has this state. */
export const pinnedRules = (
  rules: readonly RuleReport[],
  state: NonNullable<RuleReport['pin']>['state'],
): RuleReport[] => rules.filter(({ pin }) => pin?.state === state);

/** The standing of a run, from which colours, signs and the exit status follow. */
export type Standing = 'broken' | 'unusable' | 'unexpected' | 'open' | 'known' | 'held';

/** True if at least one rule was decided: a run that decided nothing is never green. */
export const isAnyDecided = ({ counts }: Report): boolean => counts.pass + counts.fail > 0;

/**
 * Returns the standing of a run, in which the baseline excuses what it lists. The first line that applies decides.
 *
 * | in the report | standing |
 * | --- | --- |
 * | the outcome is broken or unusable | the outcome |
 * | a new failure, a stale or expired baseline entry, a pinned observation that changed | unexpected |
 * | an undecided gating rule that the baseline does not list, a pinned observation not made, no rule decided, an interruption before all were | open |
 * | failures or undecided rules, all in the baseline | known |
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
  // The worst is assumed if a report is nonconformant but names no failure.
  if (unexpected > 0 || (outcome === 'nonconformant' && known === 0)) return 'unexpected';
  const undecided = knownUndecided(rules).length;
  if (openRules(rules).length + pinnedRules(rules, 'unobserved').length > 0) return 'open';
  if (outcome === 'incomplete' && (undecided === 0 || !isAnyDecided(report))) return 'open';
  if (undecided > 0 && report.run.interrupted === true) return 'open';
  return known + undecided > 0 ? 'known' : 'held';
}

/**
 * True if `--allow-incomplete` accepts an undecided rule: a setting is missing, or the target holds too
 * little data. Any other cause, or none in an older report, may hide a dead or broken service.
 */
export const isAcceptable = ({ cause }: RuleReport): boolean => cause !== undefined && isHarmless(cause);

/**
 * True if `--allow-incomplete` lets an incomplete run exit with 0. It must not be interrupted, must have
 * decided a rule and observed all pins, and all its undecided rules must be acceptable.
 */
export function mayBeAllowed(report: Report): boolean {
  const { rules, run } = report;
  return (
    isAnyDecided(report) &&
    run.interrupted !== true &&
    pinnedRules(rules, 'unobserved').length === 0 &&
    openRules(rules).every(isAcceptable)
  );
}

/** Returns the number of undecided rules that lack a setting or data; follows "… are undecided". */
export function lackingText(report: Report): string {
  const open = openRules(report.rules);
  const lacking = open.filter(isAcceptable).length;
  if (lacking === 0) return '';
  const isSetting = open.every(({ cause }) => cause === 'setting');
  const why = `because ${isSetting ? 'settings' : 'settings or data in the target'} are missing`;
  if (lacking < open.length) return `, ${lacking} of them ${why}`;
  return mayBeAllowed(report) ? ` ${why}` : '';
}

/** Returns the reason that `--allow-incomplete` did not apply, without a full stop. */
export function notAllowedText(report: Report): string {
  const others = openRules(report.rules).filter((rule) => !isAcceptable(rule)).length;
  return others === 0
    ? '--allow-incomplete accepts no run that was interrupted, decided nothing, or did not observe what is pinned'
    : `--allow-incomplete accepts only missing settings and data, and ${others} of the undecided ${others === 1 ? 'rules has another reason' : 'rules have other reasons'}`;
}
