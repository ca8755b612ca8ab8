import type { Cause } from '../client/undecided-reason.ts';

/** The outcome of a rule, which may block other rules. */
interface Outcome {
  readonly id: string;
  readonly verdict: string;
  readonly cause?: Cause | undefined;
  readonly reason?: string | undefined;
  /** Rules whose failure may block this rule, the likeliest first. */
  readonly blockedBy?: readonly string[] | undefined;
}

/** Returns the failed rule that blocks a rule, directly or through other blocked rules; `null` if there is none. */
function failedBlocker(blockedBy: readonly string[], outcomes: ReadonlyMap<string, Outcome>): string | null {
  const asked = new Set(blockedBy);
  // The set grows by the rules that may block a blocking rule.
  for (const id of asked) {
    const outcome = outcomes.get(id);
    if (outcome?.verdict === 'fail') return id;
    for (const next of outcome?.blockedBy ?? []) asked.add(next);
  }
  return null;
}

/** Returns advice on rules that another rule blocks. */
export const fixFirstText = (culprit: string): string => `Fix ${culprit} first, then run again.`;

/**
 * Names the rule that blocks each undecided rule. Only this function does so: a reason names another rule only if that
 * rule failed in this run. If none failed, the reason is what was seen.
 */
export function nameBlockers<Some extends Outcome>(
  all: readonly Some[],
): (Omit<Some, 'blockedBy'> & { because?: string })[] {
  const outcomes = new Map(all.map((each) => [each.id, each]));
  return all.map(({ blockedBy, ...each }) => {
    if (each.verdict !== 'inconclusive' || blockedBy === undefined) return each;
    const culprit = failedBlocker(blockedBy, outcomes);
    const { reason = '' } = each;
    if (culprit !== null) {
      // The data is there, but another rule's failure hides it.
      const cause = each.cause === 'data' ? 'other-rule' : each.cause;
      return { ...each, cause, reason: `${reason} ${fixFirstText(culprit)}`, because: culprit };
    }
    if (each.cause === 'unstable')
      return { ...each, reason: `${reason} Run again when the service is stable.` };
    return each.cause === 'other-rule' ? { ...each, cause: 'unclear' as const } : each;
  });
}
