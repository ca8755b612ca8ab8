import { isGating } from '../model/rule-metadata.ts';
import type { Report, RuleReport } from './model.ts';
import { isDecided } from './strict-exit-status.ts';

/** A rule now, and in the last earlier run that decided it; `null` without such a run. */
export interface Step {
  readonly rule: RuleReport;
  readonly last: { readonly rule: RuleReport; readonly report: Report } | null;
}

/** True if a run decided a rule, or observed a value. */
export const isKnown = (rule: RuleReport): boolean =>
  isGating(rule) ? isDecided(rule) : rule.verdict === 'observed';

/** Returns the result of a rule for comparison: its verdict, or the observed value. */
export const resultOf = ({ verdict, observation }: RuleReport): string =>
  verdict === 'observed' ? `observed ${observation?.value ?? ''}` : verdict;

/** Returns the rules of a report by id. If ids repeat, the first rule counts, because links lead to it too. */
const byId = ({ rules }: Report): ReadonlyMap<string, RuleReport> =>
  new Map(rules.toReversed().map((rule) => [rule.id, rule]));

/** Returns a function that finds the result of a rule in a run. */
export function ruleIn(run: Report): (rule: RuleReport) => RuleReport | undefined {
  const rules = byId(run);
  return ({ id }) => rules.get(id);
}

/**
 * Compares each rule of a run with the last earlier run that decided it: of a run with its history, and of targets.
 * `compareReports` compares reports themselves.
 *
 * @param earlier runs on the same target, the oldest first
 */
export function stepsOf({ rules }: Pick<Report, 'rules'>, earlier: readonly Report[]): readonly Step[] {
  const runs = earlier.map((report) => ({ report, rules: byId(report) })).toReversed();
  return rules.map((rule) => {
    for (const run of runs) {
      const found = run.rules.get(rule.id);
      if (found !== undefined && isKnown(found) && isGating(found) === isGating(rule))
        return { rule, last: { rule: found, report: run.report } };
    }
    return { rule, last: null };
  });
}

/** Returns the rules that fail now, and did not in the last run that decided them, or were never decided. */
export const worse = (steps: readonly Step[]): readonly Step[] =>
  steps.filter(({ rule, last }) => rule.verdict === 'fail' && last?.rule.verdict !== 'fail');

/** Returns the rules that pass now, and failed in the last run that decided them. */
export const better = (steps: readonly Step[]): readonly Step[] =>
  steps.filter(({ rule, last }) => rule.verdict === 'pass' && last?.rule.verdict === 'fail');

export const observedOtherwise = (steps: readonly Step[]): readonly Step[] =>
  steps.filter(
    ({ rule, last }) =>
      !isGating(rule) && isKnown(rule) && last !== null && resultOf(rule) !== resultOf(last.rule),
  );

/** The results of one rule in the runs on a target, the oldest first. */
export interface RuleHistory {
  readonly rules: readonly (RuleReport | undefined)[];
  /** The first run that saw it fail with no pass since; `null` if the newest run that decided it saw it pass. */
  readonly failsSince: Report | null;
  /** Changes of its result, among runs that decided it. */
  readonly changes: number;
}

/** @param runs on one target, the oldest first */
export function ruleHistoryOf(runs: readonly Report[]): (id: string) => RuleHistory {
  const byRun = runs.map(byId);
  return (id) => {
    const rules = byRun.map((run) => run.get(id));
    const verdicts = rules.map((rule) => rule?.verdict);
    const lastPass = verdicts.lastIndexOf('pass');
    const results = rules.flatMap((rule) => (rule !== undefined && isKnown(rule) ? [resultOf(rule)] : []));
    return {
      rules,
      failsSince: runs[verdicts.indexOf('fail', lastPass + 1)] ?? null,
      changes: results.filter((result, at) => at > 0 && result !== results[at - 1]).length,
    };
  };
}
