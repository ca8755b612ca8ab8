import { isGating } from '../model/rule-metadata.ts';
import { isDecided } from './exit-status.ts';
import type { Report, RuleReport } from './model.ts';

/** A rule now, and in the last earlier run that decided it; `null` without such a run. */
export type Step = ReturnType<typeof stepsOf>[number];

/** Returns the result of a rule for comparison: its verdict, or the observed value; `null` if the run has none. */
export function resultOf(rule: RuleReport): string | null {
  if (isGating(rule)) return isDecided(rule) ? rule.verdict : null;
  return rule.verdict === 'observed' ? `observed ${rule.observation?.value ?? ''}` : null;
}

/** Returns a function that finds the result of a rule in a run. If ids repeat, the first counts, because links lead to it too. */
export function ruleIn({ rules }: Pick<Report, 'rules'>): (rule: RuleReport) => RuleReport | undefined {
  const byId = new Map(rules.toReversed().map((rule) => [rule.id, rule]));
  return ({ id }) => byId.get(id);
}

/**
 * Returns what became of a rule since a run that decided it. A failure that the baseline lists is still a failure. `worse`:
 * it fails, but did not then, or was never decided. `lost`: it passed, and is undecided. `better`: it passes, but failed.
 * `decided`: it passes, and was never decided. `observed`: another value was observed.
 */
function changeOf(rule: RuleReport, last: RuleReport | undefined) {
  const was = last?.verdict;
  if (!isGating(rule)) {
    const isOther = last !== undefined && resultOf(rule) !== null && resultOf(rule) !== resultOf(last);
    return isOther ? 'observed' : 'same';
  }
  if (rule.verdict === 'fail') return was === 'fail' ? 'same' : 'worse';
  if (rule.verdict !== 'pass') return was === 'pass' ? 'lost' : 'same';
  return was === 'pass' ? 'same' : was === 'fail' ? 'better' : 'decided';
}

/** Compares each rule with the last run that decided it. @param earlier reports on the target, the oldest first */
export function stepsOf({ rules }: Pick<Report, 'rules'>, earlier: readonly Report[]) {
  const runs = earlier.map((report) => ({ report, find: ruleIn(report) })).toReversed();
  return rules.map((rule) => {
    for (const { report, find } of runs) {
      const found = find(rule);
      if (found !== undefined && resultOf(found) !== null)
        return { rule, last: { rule: found, report }, change: changeOf(rule, found) };
    }
    return { rule, last: null, change: changeOf(rule, undefined) };
  });
}
