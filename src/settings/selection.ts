import { type RuleId, ruleIds } from '../model/rule-ids.ts';
import { sanitise } from '../model/text.ts';
import { pasteable } from './invocation.ts';
import { didYouMean } from './spelling.ts';

const selects = (patterns: readonly string[], id: RuleId): boolean =>
  patterns.some((pattern) => id.startsWith(pattern));

/** Rule ids and their shared prefixes, such as `list.per-page`. */
const RULE_NAMES = [...new Set(ruleIds.flatMap((id) => [id.split('.').slice(0, -1).join('.'), id]))];

/** Selects rules by ids or prefixes (`--only`, `--skip`). A pattern without match, or an empty selection, is a problem. */
export function selectRules(only: readonly string[], skip: readonly string[]) {
  const problems = (['ONLY', 'SKIP'] as const).flatMap((setting) =>
    (setting === 'ONLY' ? only : skip)
      .filter((pattern) => !ruleIds.some((id) => selects([pattern], id)))
      .map((pattern) => ({
        setting,
        message: `rule ids or their beginnings; "${sanitise(pattern, 60)}" matches none${didYouMean(pattern, RULE_NAMES)} ("${pasteable('rules')}" lists them)`,
      })),
  );
  const rules = ruleIds.filter((id) => (only.length === 0 || selects(only, id)) && !selects(skip, id));
  if (problems.length === 0 && rules.length === 0)
    problems.push({ setting: 'SKIP', message: 'a selection that leaves at least one rule' });
  return { rules, problems };
}
