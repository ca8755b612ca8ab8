import { countOf } from './count-of.ts';
import type { RuleReport } from './model.ts';

/** `3 rules and 1 observation`: what counts, and what does not, apart. */
export function countOfRules(rules: readonly Pick<RuleReport, 'level'>[]): string {
  const observed = rules.filter(({ level }) => level === 'observed').length;
  const parts = [
    ...(observed < rules.length ? [countOf(rules.length - observed, 'rule')] : []),
    ...(observed > 0 ? [countOf(observed, 'observation')] : []),
  ];
  return parts.join(' and ');
}
