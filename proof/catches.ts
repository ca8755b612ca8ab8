import { faults } from './faults/index.ts';
import { frozenVerdicts, rulesWith } from './verdicts.ts';

/** Returns the rules that a fault breaks and that failed on it. */
function caughtIn(id: string, breaks: readonly string[]): readonly string[] {
  const letters = frozenVerdicts.get(`fault ${id} (standard)`) ?? '';
  return rulesWith(letters, 'fail').filter((rule) => breaks.includes(rule));
}

/** Faults that rules are proved to catch. `explain` ships with these data only, without the code of faults. */
export const catches = faults.flatMap(({ id, description, breaks }) => {
  const rules = caughtIn(id, breaks);
  return rules.length === 0 ? [] : [{ id, description, rules }];
});
