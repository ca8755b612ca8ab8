import { isGating } from '../model/rule-metadata.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { observedOtherwise, type Step, stepsOf } from '../report/rule-history.ts';
import { isDecided, isResult } from '../report/strict-exit-status.ts';

type State = 'pass' | 'fail' | 'undecided';

const stateOf = (rule: RuleReport | undefined): State =>
  rule?.verdict === 'pass' || rule?.verdict === 'fail' ? rule.verdict : 'undecided';

const TABLE = {
  pass: { pass: 'stillPassing', fail: 'newlyFailing', undecided: 'newlyUndecided' },
  fail: { pass: 'noLongerFailing', fail: 'stillFailing', undecided: 'newlyUndecided' },
  undecided: { pass: 'decidedNow', fail: 'newlyFailing', undecided: 'stillUndecided' },
} as const satisfies Record<State, Record<State, string>>;

export type ChangeKind = (typeof TABLE)[State][State];

/** A failure in the baseline is still a failure. */
const changeKindOf = ({ rule, last }: Step): ChangeKind => TABLE[stateOf(last?.rule)][stateOf(rule)];

/** A rule got worse if it fails newly, or passed and is undecided now. */
export function isWorse(step: Step): boolean {
  const kind = changeKindOf(step);
  return kind === 'newlyFailing' || (kind === 'newlyUndecided' && stateOf(step.last?.rule) === 'pass');
}

export interface Changes {
  readonly before: Report;
  readonly after: Report;
  /** Rules that both reports judge, by kind of change, in the order of the newer report. */
  readonly rules: Readonly<Record<ChangeKind, readonly Step[]>>;
  /** Number of rules that both reports judge. */
  readonly judged: number;
  readonly observations: readonly Step[];
  readonly onlyBefore: readonly RuleReport[];
  readonly onlyAfter: readonly RuleReport[];
  readonly worse: boolean;
  /** The reason that the reports cannot be compared, as a sentence; `null` if they can. */
  readonly incomparable: string | null;
}

/** True if a run decided a gating rule and was not cut short. */
export const isDecidedRun = (report: Report): boolean =>
  isResult(report) &&
  report.run.interrupted !== true &&
  report.rules.some((rule) => isGating(rule) && isDecided(rule));

function incomparableOf(judged: readonly Step[], worse: boolean): string | null {
  if (judged.length === 0)
    return 'The two reports have no gating rule in common. Give two reports of runs that tried the same rules.';
  if (!worse && !judged.some(({ rule }) => isDecided(rule)))
    return 'The newer report decided none of the common rules, so a comparison proves nothing. Give the report of a run that decided some.';
  return null;
}

/**
 * Compares two reports. The newer is worse if a rule that both judge got worse, or if it produced no result. Observations,
 * counts and latency never make it worse.
 */
export function changes(before: Report, after: Report): Changes {
  const kindOf = (rule: RuleReport): string => `${isGating(rule)} ${rule.id}`;
  const [was, is] = [before, after].map(({ rules }) => new Set(rules.map(kindOf)));
  const steps = stepsOf(after, [before]);
  const judged = steps.filter(({ rule }) => isGating(rule) && was?.has(kindOf(rule)));
  const worse = (!isResult(after) && isResult(before)) || judged.some(isWorse);
  const of = (kind: ChangeKind): readonly Step[] => judged.filter((step) => changeKindOf(step) === kind);
  return {
    before,
    after,
    rules: {
      newlyFailing: of('newlyFailing'),
      newlyUndecided: of('newlyUndecided'),
      stillFailing: of('stillFailing'),
      noLongerFailing: of('noLongerFailing'),
      decidedNow: of('decidedNow'),
      stillUndecided: of('stillUndecided'),
      stillPassing: of('stillPassing'),
    },
    judged: judged.length,
    observations: observedOtherwise(steps),
    onlyBefore: before.rules.filter((rule) => !is?.has(kindOf(rule))),
    onlyAfter: after.rules.filter((rule) => !was?.has(kindOf(rule))),
    worse,
    incomparable: incomparableOf(judged, worse),
  };
}

/** Returns the last of the earlier runs that was not cut short and decided a rule that both judge. */
export const lastComparable = (earlier: readonly Report[], report: Report): Report | null =>
  earlier.findLast(
    (run) =>
      isDecidedRun(run) && stepsOf(report, [run]).some(({ rule, last }) => isGating(rule) && last !== null),
  ) ?? null;
