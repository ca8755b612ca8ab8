import type { Report, RuleReport } from '../report/model.ts';
import { type ChangeKind, changeKindOf, isDecided, isWorse, type RulePair } from './change-kind.ts';
import { type ObservationChange, observationChanges } from './observation-change.ts';
import { keyed } from './rule-key.ts';

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

const isObserved = ({ level }: RuleReport): boolean => level === 'observed';
const isLost = ({ outcome }: Report): boolean => outcome === 'broken' || outcome === 'unusable';

function incomparableOf(judged: readonly RulePair[], worse: boolean): string | null {
  if (judged.length === 0)
    return 'The two reports have no rule in common that counts, so nothing can be compared. Give two reports of runs that tried the same rules.';
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
 * | no rule that counts is in both | incomparable |
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
      mended: of('mended'),
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
