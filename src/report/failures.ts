import type { RuleReport } from './model.ts';

type Failing = Pick<RuleReport, 'verdict' | 'known'>;

/** Rules that are broken and that no baseline lists. */
export const newFailures = <Rule extends Failing>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known !== true);

/** Rules that are broken and that the baseline lists, so that they do not count against the outcome. */
export const knownFailures = <Rule extends Failing>(rules: readonly Rule[]): Rule[] =>
  rules.filter(({ verdict, known }) => verdict === 'fail' && known === true);
