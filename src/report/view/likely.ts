import type { LikelyCauseReport, RuleReport } from '../model.ts';

/** What is likely to be the cause of a failure, if the run tells one: a sentence without a full stop. */
export const likelyOf = (
  { id }: Pick<RuleReport, 'id'>,
  likely: readonly LikelyCauseReport[],
): readonly string[] => likely.flatMap(({ text, rules }) => (rules.includes(id) ? [text] : []));
