import type { Report, RuleReport } from './model.ts';

/** Rules that one thing would decide. */
export interface UndecidedGroup {
  /** What would decide them, as a sentence. */
  readonly reason: string;
  readonly rules: readonly RuleReport[];
}

/**
 * Rules that were not decided, but for those that the baseline lists as such, those that share a reason together, in the order of the catalogue.
 *
 * @param verdict which of the two kinds
 */
export function undecidedGroups(
  { rules }: Pick<Report, 'rules'>,
  verdict: 'inconclusive' | 'skip',
): readonly UndecidedGroup[] {
  const groups = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    if (rule.verdict !== verdict || rule.known === true) continue;
    const reason = rule.reason ?? 'No reason was given.';
    const group = groups.get(reason);
    if (group === undefined) groups.set(reason, [rule]);
    else group.push(rule);
  }
  return [...groups].map(([reason, members]) => ({ reason, rules: members }));
}
