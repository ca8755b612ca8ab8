import { isGating } from '../model/words.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { observedOtherwise, type Step, stepsOf } from '../results/past.ts';
import { isDecided } from '../results/standing.ts';

export type ChangeKind =
  | 'newlyFailing'
  | 'newlyUndecided'
  | 'stillFailing'
  | 'noLongerFailing'
  | 'decidedNow'
  | 'stillUndecided'
  | 'stillPassing';

type State = 'pass' | 'fail' | 'undecided';

const stateOf = (rule: RuleReport | undefined): State =>
  rule?.verdict === 'pass' || rule?.verdict === 'fail' ? rule.verdict : 'undecided';

const TABLE = {
  pass: { pass: 'stillPassing', fail: 'newlyFailing', undecided: 'newlyUndecided' },
  fail: { pass: 'noLongerFailing', fail: 'stillFailing', undecided: 'newlyUndecided' },
  undecided: { pass: 'decidedNow', fail: 'newlyFailing', undecided: 'stillUndecided' },
} as const satisfies Record<State, Record<State, ChangeKind>>;

/**
 * Returns the kind of change of a gating rule. A failure in the baseline is still a failure.
 *
 * | before | passes now | fails now | undecided now |
 * | --- | --- | --- | --- |
 * | passed | still passing | newly failing (worse) | newly undecided (worse) |
 * | failed | no longer failing | still failing | newly undecided |
 * | undecided | decided now | newly failing (worse) | still undecided |
 */
const changeKindOf = ({ rule, last }: Step): ChangeKind => TABLE[stateOf(last?.rule)][stateOf(rule)];

/** True if the rule got worse, by the table of {@link changeKindOf}. */
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

const isLost = ({ outcome }: Report): boolean => outcome === 'broken' || outcome === 'unusable';

function incomparableOf(judged: readonly Step[], worse: boolean): string | null {
  if (judged.length === 0)
    return 'The two reports have no gating rule in common, so nothing can be compared. Give two reports of runs that tried the same rules.';
  if (!worse && !judged.some(({ rule }) => isDecided(rule)))
    return 'The newer report decided none of the rules that both have, so it cannot be said that nothing got worse. Give the report of a run that decided some.';
  return null;
}

/**
 * Compares two reports. Pure.
 *
 * The newer report is worse if a rule that both judge got worse (see {@link changeKindOf}), or if the outcome became broken
 * or unusable. Observations, counts and latency never make it worse. Rules that only one report judges are listed, not compared.
 */
export function changes(before: Report, after: Report): Changes {
  const kindOf = (rule: RuleReport): string => `${isGating(rule)} ${rule.id}`;
  const [was, is] = [before, after].map(({ rules }) => new Set(rules.map(kindOf)));
  const steps = stepsOf(after, [before]);
  const judged = steps.filter(({ rule }) => isGating(rule) && was?.has(kindOf(rule)));
  const worse = (isLost(after) && !isLost(before)) || judged.some(isWorse);
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

/**
 * Returns the last earlier run that a run can be compared with: it decided a rule that both judge, and was not interrupted.
 *
 * @param earlier the oldest first
 */
export const lastComparable = (earlier: readonly Report[], report: Report): Report | null =>
  earlier.findLast(
    (run) =>
      !isLost(run) &&
      run.run.interrupted !== true &&
      stepsOf(report, [run]).some(({ rule, last }) => isGating(rule) && last !== null),
  ) ?? null;
