import { isGating } from '../model/rule-metadata.ts';
import { countOf } from '../model/text.ts';
import { joined, name, type RichText } from '../render/document.ts';
import { isDecided, isDecidedRun, isResult } from '../report/exit-status.ts';
import type { Report } from '../report/model.ts';
import { targetName } from '../report/outcome.ts';
import { ruleIn, type Step, stepsOf } from '../report/rule-history.ts';

/** A run compared with an earlier one. */
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

/** Compares the rules that two reports have. */
function stepsBetween(before: Report, { rules }: Report): readonly Step[] {
  const find = ruleIn(before);
  return stepsOf({ rules: rules.filter((rule) => find(rule) !== undefined) }, [before]);
}

/** Compares two reports. The newer is worse if a rule that both judge got worse, or if it produced no result. */
export function changesBetween(before: Report, after: Report): Changes {
  const steps = stepsBetween(before, after);
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

/** True if an earlier run was not cut short, and decided a rule that both judge. */
const isComparable = (earlier: Report, report: Report): boolean =>
  isDecidedRun(earlier) &&
  stepsBetween(earlier, report).some(({ rule, last }) => isGating(rule) && last !== null);

/** Compares the last run of a target with the last earlier one that can be compared. @param earlier the oldest first */
export function changesSince(earlier: readonly Report[], after: Report): Changes {
  const before = earlier.findLast((run) => isComparable(run, after));
  if (before !== undefined) return changesBetween(before, after);
  const none = { before: null, after, steps: [] };
  if (earlier.length === 0) return { ...none, mark: 'absent', result: 'Only one run.' };
  const result = `None of the runs before the last (${earlier.length}) can be compared with it: each was unusable, broken or interrupted, decided nothing, or tried other rules.`;
  return { ...none, mark: 'inconclusive', result };
}

const settingsOf = ({ tool, target, run: { profile, writes, settings } }: Report) =>
  new Map([
    ['target', targetName(target)],
    ['version of this program', tool.version],
    ['PROFILE', profile],
    ['WRITES', writes],
    ...Object.entries(settings ?? {}),
  ]);

const SWAPPED = 'The first report is of a later run than the second. Swap them if that was not meant.';

/** Returns remarks that may explain or weaken changes, the most important first. */
export function remarksOn({ before, after }: Changes): readonly RichText[] {
  if (before === null) return [];
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const differences = [...new Map([...was, ...is]).keys()]
    .filter((key) => was.get(key) !== is.get(key))
    .map((key): RichText => {
      const [old, now] = [was.get(key) ?? 'not set', is.get(key) ?? 'not set'];
      return [name(key), ' ', name(old), ' → ', name(now)];
    });
  const isSwapped = Date.parse(before.run.startedAt) > Date.parse(after.run.startedAt);
  return [
    ...(isSwapped ? [[SWAPPED]] : []),
    ...(differences.length === 0 ? [] : [['The runs differ: ', ...joined(differences, ', ')]]),
  ];
}
