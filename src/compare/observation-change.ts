import type { RuleReport } from '../report/model.ts';
import type { RulePair } from './change-kind.ts';

/** What a run wrote down of a rule that is not judged: a value, or why there is none. */
export type Observed =
  | { readonly seen: true; readonly value: string }
  | { readonly seen: false; readonly reason: string };

/** What an observation came to. */
export function observedOf({ verdict, observation, reason }: RuleReport): Observed {
  return verdict === 'observed' && observation !== undefined
    ? { seen: true, value: observation.value }
    : { seen: false, reason: reason ?? 'No reason was given.' };
}

/** An observation that is another one now. */
export interface ObservationChange extends RulePair {
  readonly was: Observed;
  readonly is: Observed;
}

/** The observations that changed. One that was made in neither run has not changed, whatever the reasons. */
export function observationChanges(pairs: readonly RulePair[]): readonly ObservationChange[] {
  return pairs.flatMap((pair) => {
    const was = observedOf(pair.before);
    const is = observedOf(pair.after);
    const changed = was.seen && is.seen ? was.value !== is.value : was.seen !== is.seen;
    return changed ? [{ ...pair, was, is }] : [];
  });
}
