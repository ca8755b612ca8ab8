import { type RuleId, ruleIds } from '../engine/rule-ids.ts';
import type { Report } from '../report/model.ts';
import { nearest } from './nearest.ts';

/** The rules of a run, and what the report says about a run that leaves some out. */
export interface Selection {
  readonly rules: readonly RuleId[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly problems: readonly { readonly setting: 'ONLY' | 'SKIP'; readonly message: string }[];
}

const words = (list: string): string[] => list.split(/[\s,]+/).filter((word) => word !== '');

/** Whether a rule id is meant by a pattern: the id itself, or a beginning of it. */
const means = (pattern: string) => (id: RuleId) => id.startsWith(pattern);

/** Rules by their ids, and the beginnings that several share: `list.per-page`. */
export const RULE_NAMES: readonly string[] = [
  ...new Set(ruleIds.flatMap((id) => [id.split('.').slice(0, -1).join('.'), id])),
];

/** What may have been meant by a pattern that matches nothing. */
function meant(pattern: string): string {
  const near = nearest(pattern, RULE_NAMES);
  return near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
}

/**
 * Chooses rules by ids or their beginnings (`--only`, `--skip`; blanks or commas between them). A pattern that matches
 * nothing is a problem, and so is a selection that leaves no rule.
 */
export function selectRules(onlyText: string, skipText: string): Selection {
  const only = words(onlyText);
  const skip = words(skipText);
  const problems: { setting: 'ONLY' | 'SKIP'; message: string }[] = [];
  for (const [setting, patterns] of [['ONLY', only] as const, ['SKIP', skip] as const]) {
    for (const pattern of patterns.filter((one) => !ruleIds.some(means(one)))) {
      problems.push({
        setting,
        message: `rule ids or their beginnings; "${pattern}" matches none${meant(pattern)} ("issue-conformance rules" lists them)`,
      });
    }
  }
  const rules = ruleIds
    .filter((id) => only.length === 0 || only.some((pattern) => means(pattern)(id)))
    .filter((id) => !skip.some((pattern) => means(pattern)(id)));
  if (problems.length === 0 && rules.length === 0)
    problems.push({ setting: 'SKIP', message: 'a selection that leaves at least one rule' });
  return { rules, only, skip, problems };
}

/** What a report says of the selection; `null` where all rules take part. */
export function selectionOf({
  ONLY,
  SKIP,
}: {
  readonly ONLY: string;
  readonly SKIP: string;
}): Report['run']['selection'] {
  const { only, skip } = selectRules(ONLY, SKIP);
  return only.length + skip.length === 0 ? null : { only: [...only], skip: [...skip] };
}
