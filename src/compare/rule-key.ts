import type { RuleReport } from '../report/model.ts';

/**
 * Rules by a key under which the same rule is found in another report: its id and which rule of that id it is, so that
 * a report in which an id stands twice loses none.
 */
export function keyed(rules: readonly RuleReport[]): ReadonlyMap<string, RuleReport> {
  const seen = new Map<string, number>();
  const byKey = new Map<string, RuleReport>();
  for (const rule of rules) {
    const earlier = seen.get(rule.id) ?? 0;
    seen.set(rule.id, earlier + 1);
    byKey.set(`${earlier} ${rule.id}`, rule);
  }
  return byKey;
}
