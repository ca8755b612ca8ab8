import { faults } from '../faults/index.ts';
import { isCaught, record } from './record.ts';

/**
 * Faults that rules are proved to catch. `explain` ships with these data only, without the record and the
 * code of faults.
 */
export const catches = faults.flatMap((fault) => {
  const { id, description, breaks } = fault;
  const failed = record.faults[id]?.standard ?? [];
  const rules = breaks.filter((rule) => failed.includes(rule));
  return rules.length === 0 ? [] : [{ id, description, rules, inQuick: isCaught(record, fault, 'quick') }];
});
