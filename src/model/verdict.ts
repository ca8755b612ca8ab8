import { because, type Doubt, doubtIn, gravest, isHarmless } from '../client/doubt.ts';
import type { Asker } from '../client/test-bed.ts';
import type { Finding } from './finding.ts';
import { type ConfirmedViolation, inWords } from './violation.ts';
import type { Need } from './words.ts';

/** An observation: a short stable value for comparison, and a sentence for people. */
export interface Observation {
  readonly value: string;
  readonly note: string;
}

/** The caller and the request of a case. */
export interface AskedBy {
  readonly caller: Asker;
  readonly query: string;
  /** The request as reports show it. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A case that held, or was inconclusive. */
export interface Result {
  readonly finding: Exclude<Finding, { is: 'broken' }>;
  readonly by: AskedBy | null;
}

/** Everything that follows from trying one rule, and decides its verdict. */
export interface Findings {
  /** Missing settings. If there are any, nothing was tried. */
  readonly missing: readonly Need[];
  readonly failure: ConfirmedViolation | null;
  readonly results: readonly Result[];
  /** The reason why the trial ended early; `null` if it came to its end. */
  readonly cutShort: Doubt | null;
}

/** The verdicts, each with its data. */
export type Verdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly violation: ConfirmedViolation }
  | (Doubt & { readonly verdict: 'inconclusive' | 'skip' })
  | { readonly verdict: 'observed'; readonly observation: Observation };

export const inconclusive = (doubt: Doubt): Verdict => ({ verdict: 'inconclusive', ...doubtIn(doubt) });

/** Returns the verdict on a rule whose settings are missing. */
export const skipped = (missing: readonly Need[]): Verdict => ({
  verdict: 'skip',
  ...because('setting', `Not tried: set ${inWords(missing)}.`),
});

const CALLERS: Readonly<Record<Asker, string>> = {
  member: 'with TOKEN',
  outsider: 'with OUTSIDER_TOKEN',
  anonymous: 'without a credential',
  invalid: 'with an invalid credential',
};

/**
 * Returns the reasons of inconclusive cases. A case without data leaves a rule undecided if no case of its caller held.
 */
function doubtsOf(results: readonly Result[]): Doubt[] {
  const held = results.filter(({ finding }) => finding.is === 'holds').map(({ by }) => by?.caller);
  return results.flatMap(({ finding, by }) => {
    if (finding.is === 'holds') return [];
    if (finding.cause !== 'data') return [finding];
    if (held.length > 0 && (by === null || held.includes(by.caller))) return [];
    const toWhom = by === null || held.length === 0 ? '' : ` ${CALLERS[by.caller]}`;
    return [{ ...finding, reason: `The run did not see what this rule needs${toWhom}: ${finding.reason}.` }];
  });
}

/**
 * Returns the verdict of a gating rule. The first line of the table that applies decides.
 *
 * | seen | verdict |
 * | --- | --- |
 * | a setting is missing | skip |
 * | a confirmed violation | fail |
 * | the trial was cut short | inconclusive |
 * | a reason why the rule may not pass | inconclusive |
 * | a case that stayed undecided | inconclusive |
 * | a caller for whom no case could have failed | inconclusive |
 * | at least one case that could have failed, and held | pass |
 * | no case that could have failed | inconclusive |
 *
 * If several lines leave it undecided, the reason is that of the first line which says more than that something is missing.
 * @param unmet the reasons why the rule may not pass
 */
export function verdictOf(
  { missing, failure, results, cutShort }: Findings,
  unmet: readonly Doubt[],
): Verdict {
  if (missing.length > 0) return skipped(missing);
  if (failure !== null) return { verdict: 'fail', violation: failure };
  const ended = cutShort === null ? [] : [cutShort];
  const doubts = [ended, unmet, doubtsOf(results)].flatMap((one) => gravest(one) ?? []);
  const doubt = doubts.find(({ cause }) => !isHarmless(cause)) ?? doubts[0];
  if (doubt !== undefined) return inconclusive(doubt);
  return results.some(({ finding }) => finding.is === 'holds')
    ? { verdict: 'pass' }
    : inconclusive(because('unclear', 'No case of this rule could be tried.'));
}
