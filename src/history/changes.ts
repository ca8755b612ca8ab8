import { isGating } from '../model/rule-metadata.ts';
import { countOf } from '../model/text.ts';
import { isDecided, isDecidedRun, isResult } from '../report/exit-status.ts';
import type { Report } from '../report/model.ts';
import { ruleIn, type Step, stepsOf } from '../report/rule-history.ts';

/** A run compared with an earlier one on the same target. */
export interface Changes {
  /** `null` if no earlier run can be compared. */
  readonly before: Report | null;
  readonly after: Report;
  /** Gating rules that both judge, and observations. `last` is `null` if the earlier run did not decide the rule. */
  readonly steps: readonly Step[];
  /** `fail`: it got worse. `inconclusive`: nothing follows. `absent`: there is no earlier run. */
  readonly mark: 'fail' | 'inconclusive' | 'pass' | 'absent';
  readonly result: string;
}

/**
 * Compares two reports. The newer is worse if a rule that both judge got worse, or if it produced no result. Observations,
 * counts and times never make it worse.
 */
export function changesBetween(before: Report, after: Report): Changes {
  const find = ruleIn(before);
  const steps = stepsOf({ rules: after.rules.filter((rule) => find(rule) !== undefined) }, [before]);
  const changed = (mark: Changes['mark'], result: string) => ({ before, after, steps, mark, result });
  const judged = steps.filter(({ rule }) => isGating(rule));
  if (judged.length === 0)
    return changed(
      'inconclusive',
      'The two reports have no gating rule in common. Give two reports of runs that tried the same rules.',
    );
  const worse = judged.filter(({ change }) => change === 'worse' || change === 'lost').length;
  if (isResult(before) && !isResult(after) && worse === 0)
    return changed('fail', 'The newer run produced no result.');
  if (worse === 0 && !judged.some(({ rule }) => isDecided(rule)))
    return changed(
      'inconclusive',
      'The newer report decided none of the common rules, so a comparison proves nothing. Give the report of a run that decided some.',
    );
  const result = `${worse || 'None'} of the ${countOf(judged.length, 'rule')} in both reports got worse.`;
  return changed(worse > 0 ? 'fail' : 'pass', result);
}

/** Compares the last run of a target with the last earlier one that decided rules and came to its end. @param earlier the oldest first */
export function changesSince(earlier: readonly Report[], after: Report): Changes {
  const before = earlier.findLast(isDecidedRun);
  if (before !== undefined) return changesBetween(before, after);
  const none = { before: null, after, steps: [] };
  if (earlier.length === 0) return { ...none, mark: 'absent', result: 'Only one run.' };
  const result = `None of the runs before the last (${earlier.length}) can be compared with it: each was unusable, broken or interrupted, or decided nothing.`;
  return { ...none, mark: 'inconclusive', result };
}
