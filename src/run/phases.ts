import { entryOf, type Phase, type RuleId } from '../catalogue/index.ts';
import type { Rule } from '../trial/rule.ts';

const ORDER: readonly Phase[] = ['read', 'refuse', 'create', 'after'];

/** Rules in the groups in which they are tried: one group after the other, the rules of a group at the same time. */
export function phasesOf(
  rules: readonly Rule[],
  chosen: readonly RuleId[],
): { readonly phase: Phase; readonly rules: readonly Rule[] }[] {
  const taken = new Set(chosen);
  return ORDER.map((phase) => ({
    phase,
    rules: rules.filter(({ id }) => taken.has(id) && entryOf(id).phase === phase),
  })).filter((group) => group.rules.length > 0);
}
