import { isGating } from '../engine/words.ts';
import type { Report, RuleReport } from '../report/model.ts';
import { reasonIn } from '../report/view/standing.ts';

/** What can become of a rule that both reports judge. */
export type ChangeKind =
  | 'newlyFailing'
  | 'newlyUndecided'
  | 'stillFailing'
  | 'noLongerFailing'
  | 'decidedNow'
  | 'stillUndecided'
  | 'stillPassing';

/** One rule as both reports have it. */
export interface RulePair {
  readonly before: RuleReport;
  readonly after: RuleReport;
}

type State = 'pass' | 'fail' | 'undecided';

/** What a verdict says of a gating rule; whatever neither accuses nor acquits has not decided it. */
function stateOf({ verdict }: RuleReport): State {
  return verdict === 'pass' || verdict === 'fail' ? verdict : 'undecided';
}

const TABLE = {
  pass: { pass: 'stillPassing', fail: 'newlyFailing', undecided: 'newlyUndecided' },
  fail: { pass: 'noLongerFailing', fail: 'stillFailing', undecided: 'newlyUndecided' },
  undecided: { pass: 'decidedNow', fail: 'newlyFailing', undecided: 'stillUndecided' },
} as const satisfies Record<State, Record<State, ChangeKind>>;

/**
 * What became of a gating rule (required or implied). A failure that the baseline lists is a failure all the same.
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

/** Whether what became of the rule is worse than what it was, as the table of {@link changeKindOf} says. */
export function isWorse(pair: RulePair): boolean {
  const kind = changeKindOf(pair);
  return kind === 'newlyFailing' || (kind === 'newlyUndecided' && stateOf(pair.before) === 'pass');
}

/** Whether a report decided the rule. */
export const isDecided = (rule: RuleReport): boolean => stateOf(rule) !== 'undecided';

/** What a run wrote down of a rule that is not judged: a value, or why there is none. */
export type Observed =
  | { readonly seen: true; readonly value: string }
  | { readonly seen: false; readonly reason: string };

/** What an observation came to. */
export function observedOf(rule: RuleReport): Observed {
  const { verdict, observation } = rule;
  return verdict === 'observed' && observation !== undefined
    ? { seen: true, value: observation.value }
    : { seen: false, reason: reasonIn(rule) };
}

/** An observation that is another one now. */
export interface ObservationChange extends RulePair {
  readonly was: Observed;
  readonly is: Observed;
}

/** The observations that changed. One that was made in neither run has not changed, whatever the reasons. */
function observationChanges(pairs: readonly RulePair[]): readonly ObservationChange[] {
  return pairs.flatMap((pair) => {
    const was = observedOf(pair.before);
    const is = observedOf(pair.after);
    const changed = was.seen && is.seen ? was.value !== is.value : was.seen !== is.seen;
    return changed ? [{ ...pair, was, is }] : [];
  });
}

/**
 * Rules by a key under which the same rule is found in another report: its id and which rule of that id it is, so that
 * a report in which an id stands twice loses none.
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

/** What changed between two reports. */
export interface Changes {
  readonly before: Report;
  readonly after: Report;
  /** Rules that both reports judge, by what became of them, in the order of the newer report. */
  readonly rules: Readonly<Record<ChangeKind, readonly RulePair[]>>;
  /** How many rules both reports judge. */
  readonly judged: number;
  readonly observations: readonly ObservationChange[];
  /** Rules that one report judges and the other only observes: another version of the catalogue. */
  readonly judgedInOne: readonly RulePair[];
  readonly onlyBefore: readonly RuleReport[];
  readonly onlyAfter: readonly RuleReport[];
  /** Whether the newer run came to no proper end, and the older one did. */
  readonly outcomeFell: boolean;
  readonly worse: boolean;
  /** Why the two cannot be compared, as a sentence; `null` where they can. */
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
 * What changed from one report to another. Pure.
 *
 * It got worse where a rule that both judge did (see {@link changeKindOf}), or where the outcome went to broken or
 * unusable. Observations, counts and latency never make it worse; rules that only one of the two has are named and not
 * judged.
 *
 * Nothing worse is said only of what was compared:
 *
 * | seen | then |
 * | --- | --- |
 * | no gating rule is in both | incomparable |
 * | nothing is worse, but the newer report decided none of the rules that both have | incomparable |
 * | the outcome was broken or unusable before and is so now | not worse by that, but see the line above |
 * | the older report decided none of them | comparable: what fails now is newly failing |
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
