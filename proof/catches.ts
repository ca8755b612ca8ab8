import { faults } from './faults/index.ts';
import { frozenVerdicts, rulesWith } from './verdicts.ts';

/** Faults that rules are proved to catch. `explain` ships with these data only, without the code of faults. */
export const catches = faults.flatMap(({ id, description, breaks }) => {
  const failed = rulesWith(frozenVerdicts.get(`fault ${id} (standard)`) ?? '', 'fail');
  const rules = failed.filter((rule) => breaks.includes(rule));
  return rules.length === 0 ? [] : [{ id, description, rules }];
});
