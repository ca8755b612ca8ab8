import type { Cause } from '../client/doubt.ts';

/** The outcome of a rule that may be the cause of another one's. */
interface Outcome {
  readonly id: string;
  readonly verdict: string;
  readonly cause?: Cause | undefined;
  readonly reason?: string | undefined;
  /** Rules whose failure would explain why this one is undecided, the likeliest first. */
  readonly blames?: readonly string[] | undefined;
}

/**
 * Finds the failed rule that keeps another one undecided: a blamed rule, or one that keeps a blamed rule undecided.
 * Returns `null` if none failed.
 */
function culpritOf(
  { blames = [] }: Pick<Outcome, 'blames'>,
  outcomes: ReadonlyMap<string, Outcome>,
  asked: Set<string> = new Set(),
): string | null {
  const direct = blames.find((id) => outcomes.get(id)?.verdict === 'fail');
  if (direct !== undefined) return direct;
  for (const id of blames) {
    const blamed = outcomes.get(id);
    if (blamed === undefined || asked.has(id)) continue;
    const found = culpritOf(blamed, outcomes, asked.add(id));
    if (found !== null) return found;
  }
  return null;
}

/** Says what to do about rules that are undecided because of another one. */
export const becauseOf = (culprit: string): string => `Fix ${culprit} first, then run again.`;

/**
 * Says of each undecided rule because of which other rule it is undecided. The only place that writes so: a reason names
 * another rule only if that one failed in this run. If none failed, the reason is what was seen.
 */
export function withCulprits<Some extends Outcome>(
  all: readonly Some[],
): (Omit<Some, 'blames'> & { because?: string })[] {
  const outcomes = new Map(all.map((each) => [each.id, each]));
  return all.map(({ blames, ...each }) => {
    if (each.verdict !== 'inconclusive' || blames === undefined) return each;
    const culprit = culpritOf({ blames }, outcomes);
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
