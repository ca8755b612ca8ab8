import type { Cause } from '../client/undecided-reason.ts';

/** The outcome of a rule that may be the cause of another one's. */
interface Outcome {
  readonly id: string;
  readonly verdict: string;
  readonly cause?: Cause | undefined;
  readonly reason?: string | undefined;
  /** Rules whose failure would explain why this one is undecided, the likeliest first. */
  readonly blockedBy?: readonly string[] | undefined;
}

/** Finds the failed rule that keeps another one undecided: a blamed rule, or one that keeps a blamed rule undecided. */
function failedBlocker(blockedBy: readonly string[], outcomes: ReadonlyMap<string, Outcome>): string | null {
  const asked = new Set(blockedBy);
  // The set grows by the rules that a blamed one blames.
  for (const id of asked) {
    const outcome = outcomes.get(id);
    if (outcome?.verdict === 'fail') return id;
    for (const next of outcome?.blockedBy ?? []) asked.add(next);
  }
  return null;
}

/** Says what to do about rules that are undecided because of another one. */
export const fixFirstText = (culprit: string): string => `Fix ${culprit} first, then run again.`;

/**
 * Says of each undecided rule because of which other rule it is undecided. The only place that writes so: a reason names
 * another rule only if that one failed in this run. If none failed, the reason is what was seen.
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
