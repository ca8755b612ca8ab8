import type { Cause } from '../client/doubt.ts';

/** The outcome of a rule, which may block other rules. */
interface Outcome {
  readonly id: string;
  readonly verdict: string;
  readonly cause?: Cause | undefined;
  readonly reason?: string | undefined;
  /** Rules whose failure may block this rule, the likeliest first. */
  readonly blames?: readonly string[] | undefined;
}

/** Returns the failed rule that blocks a rule, directly or through other blocked rules; `null` if there is none. */
function culpritOf(blames: readonly string[], outcomes: ReadonlyMap<string, Outcome>): string | null {
  const asked = new Set(blames);
  // The set grows by the rules that may block a blocking rule.
  for (const id of asked) {
    const outcome = outcomes.get(id);
    if (outcome?.verdict === 'fail') return id;
    for (const next of outcome?.blames ?? []) asked.add(next);
  }
  return null;
}

/** Returns advice on rules that another rule blocks. */
export const becauseOf = (culprit: string): string => `Fix ${culprit} first, then run again.`;

/**
 * Names the rule that blocks each undecided rule. Only this function does so: a reason names another rule only if that
 * rule failed in this run. If none failed, the reason is what was seen.
 */
export function withCulprits<Some extends Outcome>(
  all: readonly Some[],
): (Omit<Some, 'blames'> & { because?: string })[] {
  const outcomes = new Map(all.map((each) => [each.id, each]));
  return all.map(({ blames, ...each }) => {
    if (each.verdict !== 'inconclusive' || blames === undefined) return each;
    const culprit = culpritOf(blames, outcomes);
    const { reason = '' } = each;
    if (culprit !== null) {
      // The data is there, but another rule's failure hides it.
      const cause = each.cause === 'data' ? 'other-rule' : each.cause;
      return { ...each, cause, reason: `${reason} ${becauseOf(culprit)}`, because: culprit };
    }
    if (each.cause === 'unstable')
      return { ...each, reason: `${reason} Run again when the service is stable.` };
    return each.cause === 'other-rule' ? { ...each, cause: 'unclear' as const } : each;
  });
}
