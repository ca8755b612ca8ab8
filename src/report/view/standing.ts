import { isHarmless } from '../../client/doubt.ts';
import { isGating } from '../../engine/words.ts';
import type { Report, RuleReport } from '../model.ts';

type Judged = Pick<RuleReport, 'verdict' | 'known'>;

/** Rules that are broken and that no baseline lists. */
export const newFailures = <Rule extends Judged>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known !== true);

/** Rules that are broken as the baseline says, so that they do not count against the exit status. */
export const knownFailures = <Rule extends Judged>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known === true);

/** What would decide a rule, or make an observation, as the report says. */
export const reasonIn = ({ reason }: Pick<RuleReport, 'reason'>): string => reason ?? 'No reason was given.';

const isUndecided = ({ verdict }: Judged): boolean => verdict === 'inconclusive' || verdict === 'skip';

/** Gating rules that are undecided, and that no baseline lists as such. */
export const openRules = (rules: readonly RuleReport[]): RuleReport[] =>
  rules.filter((rule) => isGating(rule) && isUndecided(rule) && rule.known !== true);

/** Rules that are undecided as the baseline says. */
export const knownUndecided = (rules: readonly RuleReport[]): RuleReport[] =>
  rules.filter((rule) => isUndecided(rule) && rule.known === true);

/** Rules whose entry in the baseline is in a state. */
export const listedRules = (
  rules: readonly RuleReport[],
  state: NonNullable<RuleReport['listed']>['state'],
): RuleReport[] => rules.filter(({ listed }) => listed?.state === state);

/** Observations whose pin is in a state. */
export const pinnedRules = (
  rules: readonly RuleReport[],
  state: NonNullable<RuleReport['pin']>['state'],
): RuleReport[] => rules.filter(({ pin }) => pin?.state === state);

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

/**
 * Whether `--allow-incomplete` accepts that a rule is open: a setting is missing, or the target holds no data that would
 * decide it. Anything else may be a service that is dead or broken, and so may a cause that an older report does not name.
 */
export const isAcceptable = ({ cause }: RuleReport): boolean => cause !== undefined && isHarmless(cause);

/**
 * Whether `--allow-incomplete` lets a run that is open exit with 0: never one that was interrupted, that decided nothing, in
 * which something is open that may not be accepted, or that did not observe what a team relies on.
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

/** How many of the rules that are open lack a setting, or data in the target; behind "… are undecided". */
export function lackingText(report: Report): string {
  const open = openRules(report.rules);
  const lacking = open.filter(isAcceptable).length;
  const why = 'because settings or data in the target are missing';
  if (lacking === 0) return '';
  if (lacking < open.length) return `, ${lacking} of them ${why}`;
  return mayBeAllowed(report) ? ` ${why}` : '';
}

/** Why `--allow-incomplete` changes nothing, for a run that was given it, without a full stop. */
export function notAllowedText(report: Report): string {
  const others = openRules(report.rules).filter((rule) => !isAcceptable(rule)).length;
  return others === 0
    ? '--allow-incomplete accepts no run that was interrupted, decided nothing, or did not observe what is pinned'
    : `--allow-incomplete accepts only missing settings and data, and ${others} of the undecided ${others === 1 ? 'rules has another reason' : 'rules have other reasons'}`;
}
