import type { LikelyCauseReport, RuleReport } from '../report/model.ts';
import { shown } from '../report/text.ts';

/** Returns the likely causes of a failure that the run names, as sentences without a full stop. */
export const likelyOf = (
  { id }: Pick<RuleReport, 'id'>,
  likely: readonly LikelyCauseReport[],
): readonly string[] => likely.flatMap(({ text, rules }) => (rules.includes(id) ? [shown(text)] : []));
