import type { RuleReport } from './model.ts';

type Judged = Pick<RuleReport, 'verdict' | 'known'>;

/** Rules that are broken and that no baseline lists. */
export const newFailures = <Rule extends Judged>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known !== true);

/** Rules that are broken as the baseline says, so that they do not count against the exit status. */
export const knownFailures = <Rule extends Judged>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known === true);

const isUndecided = ({ verdict }: Judged): boolean => verdict === 'inconclusive' || verdict === 'skip';

/** Gating rules that are undecided, and that no baseline lists as such. */
export const openRules = (rules: readonly RuleReport[]): RuleReport[] =>
  rules.filter((rule) => rule.level !== 'observed' && isUndecided(rule) && rule.known !== true);

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
