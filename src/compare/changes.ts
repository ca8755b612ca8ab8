import { isGating } from '../model/words.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { reasonIn } from '../results/standing.ts';

/** Changes of a rule that both reports judge. */
export type ChangeKind =
  | 'newlyFailing'
  | 'newlyUndecided'
  | 'stillFailing'
  | 'noLongerFailing'
  | 'decidedNow'
  | 'stillUndecided'
  | 'stillPassing';

/** One rule in both reports. */
export interface RulePair {
  readonly before: RuleReport;
  readonly after: RuleReport;
}

type State = 'pass' | 'fail' | 'undecided';

/** Returns the state of a gating rule: any verdict but `pass` and `fail` leaves it undecided. */
function stateOf({ verdict }: RuleReport): State {
  return verdict === 'pass' || verdict === 'fail' ? verdict : 'undecided';
}

const TABLE = {
  pass: { pass: 'stillPassing', fail: 'newlyFailing', undecided: 'newlyUndecided' },
  fail: { pass: 'noLongerFailing', fail: 'stillFailing', undecided: 'newlyUndecided' },
  undecided: { pass: 'decidedNow', fail: 'newlyFailing', undecided: 'stillUndecided' },
} as const satisfies Record<State, Record<State, ChangeKind>>;

/**
 * Returns the kind of change of a gating rule (required or implied). A failure in the baseline is still a failure.
 *
 * | before | passes now | fails now | undecided now |
 * | --- | --- | --- | --- |
 * | passed | still passing | newly failing (worse) | newly undecided (worse) |
 * | failed | no longer failing | still failing | newly undecided |
 * | undecided | decided now | newly failing (worse) | still undecided |
 */
function changeKindOf({ before, after }: RulePair): ChangeKind {
  return TABLE[stateOf(before)][stateOf(after)];
}

/** True if the rule got worse, by the table of {@link changeKindOf}. */
export function isWorse(pair: RulePair): boolean {
  const kind = changeKindOf(pair);
  return kind === 'newlyFailing' || (kind === 'newlyUndecided' && stateOf(pair.before) === 'pass');
}

/** True if a report decided the rule. */
export const isDecided = (rule: RuleReport): boolean => stateOf(rule) !== 'undecided';

/** The result of an observation: a value, or the reason that there is none. */
export type Observed =
  | { readonly seen: true; readonly value: string }
  | { readonly seen: false; readonly reason: string };

/** Returns the result of an observation. */
export function observedOf(rule: RuleReport): Observed {
  const { verdict, observation } = rule;
  return verdict === 'observed' && observation !== undefined
    ? { seen: true, value: observation.value }
    : { seen: false, reason: reasonIn(rule) };
}

/** An observation whose result changed. */
export interface ObservationChange extends RulePair {
  readonly was: Observed;
  readonly is: Observed;
}

/**
 * Returns the observations that changed. One that neither run made has not changed, even if the reasons
 * differ.
 */
function observationChanges(pairs: readonly RulePair[]): readonly ObservationChange[] {
  return pairs.flatMap((pair) => {
    const was = observedOf(pair.before);
    const is = observedOf(pair.after);
    const changed = was.seen && is.seen ? was.value !== is.value : was.seen !== is.seen;
    return changed ? [{ ...pair, was, is }] : [];
  });
}

/**
 * Returns rules by a key that finds the same rule in another report: the id, and a number if the id repeats.
 */
export function keyed(rules: readonly RuleReport[]): ReadonlyMap<string, RuleReport> {
  const seen = new Map<string, number>();
  const byKey = new Map<string, RuleReport>();
  for (const rule of rules) {
    const earlier = seen.get(rule.id) ?? 0;
    seen.set(rule.id, earlier + 1);
    byKey.set(`${earlier} ${rule.id}`, rule);
  }
  return byKey;
}

/** The changes between two reports. */
export interface Changes {
  readonly before: Report;
  readonly after: Report;
  /** Rules that both reports judge, by kind of change, in the order of the newer report. */
  readonly rules: Readonly<Record<ChangeKind, readonly RulePair[]>>;
  /** Number of rules that both reports judge. */
  readonly judged: number;
  readonly observations: readonly ObservationChange[];
  /** Rules that one report judges and the other only observes, because their catalogues differ. */
  readonly judgedInOne: readonly RulePair[];
  readonly onlyBefore: readonly RuleReport[];
  readonly onlyAfter: readonly RuleReport[];
  /** True if the newer outcome is broken or unusable and the older one was not. */
  readonly outcomeFell: boolean;
  readonly worse: boolean;
  /** The reason that the reports cannot be compared, as a sentence; `null` if they can. */
  readonly incomparable: string | null;
}

const isObserved = (rule: RuleReport): boolean => !isGating(rule);
const isLost = ({ outcome }: Report): boolean => outcome === 'broken' || outcome === 'unusable';

function incomparableOf(judged: readonly RulePair[], worse: boolean): string | null {
  if (judged.length === 0)
    return 'The two reports have no gating rule in common, so nothing can be compared. Give two reports of runs that tried the same rules.';
  if (!worse && !judged.some((pair) => isDecided(pair.after)))
    return 'The newer report decided none of the rules that both have, so it cannot be said that nothing got worse. Give the report of a run that decided some.';
  return null;
}

/**
 * Compares two reports. Pure.
 *
 * The newer report is worse if a rule that both judge got worse (see {@link changeKindOf}), or if the outcome became broken
 * or unusable. Observations, counts and latency never make it worse. Rules that only one report has are listed, not judged.
 *
 * The result "not worse" needs rules that were compared:
 *
 * | reports | result |
 * | --- | --- |
 * | no gating rule is in both | incomparable |
 * | nothing is worse, but the newer report decided none of the shared rules | incomparable |
 * | the outcome is broken or unusable in both | not worse for that reason, but see the line above |
 * | the older report decided none of the shared rules | comparable: rules that fail now are newly failing |
 */
export function changes(before: Report, after: Report): Changes {
  const was = keyed(before.rules);
  const is = keyed(after.rules);
  const shared = [...is].flatMap(([key, rule]): RulePair[] => {
    const earlier = was.get(key);
    return earlier === undefined ? [] : [{ before: earlier, after: rule }];
  });
  const judged = shared.filter((pair) => !isObserved(pair.before) && !isObserved(pair.after));
  const outcomeFell = isLost(after) && !isLost(before);
  const worse = outcomeFell || judged.some(isWorse);
  const of = (kind: ChangeKind): readonly RulePair[] => judged.filter((pair) => changeKindOf(pair) === kind);
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
    observations: observationChanges(
      shared.filter((pair) => isObserved(pair.before) && isObserved(pair.after)),
    ),
    judgedInOne: shared.filter((pair) => isObserved(pair.before) !== isObserved(pair.after)),
    onlyBefore: [...was].flatMap(([key, rule]) => (is.has(key) ? [] : [rule])),
    onlyAfter: [...is].flatMap(([key, rule]) => (was.has(key) ? [] : [rule])),
    outcomeFell,
    worse,
    incomparable: incomparableOf(judged, worse),
  };
}
