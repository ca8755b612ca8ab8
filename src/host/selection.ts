import { type RuleId, ruleIds } from '../model/rule-ids.ts';
import type { Report } from '../report/model.ts';
import { nearest } from './nearest.ts';

/** The rules of a run, and the selection for its report. */
export interface Selection {
  readonly rules: readonly RuleId[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly problems: readonly { readonly setting: 'ONLY' | 'SKIP'; readonly message: string }[];
}

const words = (list: string): string[] => list.split(/[\s,]+/).filter((word) => word !== '');

/** True if a rule id starts with the pattern. */
const means = (pattern: string) => (id: RuleId) => id.startsWith(pattern);

/** Rule ids and their shared prefixes, such as `list.per-page`. */
export const RULE_NAMES: readonly string[] = [
  ...new Set(ruleIds.flatMap((id) => [id.split('.').slice(0, -1).join('.'), id])),
];

/** Returns a hint for a pattern that matches nothing. */
function meant(pattern: string): string {
  const near = nearest(pattern, RULE_NAMES);
  return near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`;
}

/**
 * Selects rules by ids or prefixes (`--only`, `--skip`), separated by spaces or commas. A pattern without
 * match, or an empty selection, is a problem.
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

/** Returns the selection for a report; `null` if all rules take part. */
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
