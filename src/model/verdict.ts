import type { CallerKind } from '../client/target-access.ts';
import {
  gravest,
  isHarmless,
  type UndecidedReason,
  undecidedReason,
  undecidedReasonIn,
} from '../client/undecided-reason.ts';
import type { Finding } from './finding.ts';
import type { Need } from './rule-metadata.ts';
import { joinAnd } from './text.ts';
import type { ConfirmedViolation } from './violation.ts';

/** An observation: a short stable value for comparison, and a sentence for people. */
export interface Observation {
  readonly value: string;
  readonly note: string;
}

/** The caller and the request of a case. */
export interface CaseSummary {
  readonly caller: CallerKind;
  readonly query: string;
  /** The request as reports show it. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A case that held, or was inconclusive. */
export interface Result {
  readonly finding: Exclude<Finding, { is: 'violated' }>;
  readonly by: CaseSummary | null;
}

/** Everything that follows from trying one rule, and decides its verdict. */
export interface Findings {
  /** Missing settings. If there are any, nothing was tried. */
  readonly missing: readonly Need[];
  readonly failure: ConfirmedViolation | null;
  readonly results: readonly Result[];
  /** The reason why the trial ended early; `null` if it came to its end. */
  readonly cutShort: UndecidedReason | null;
}

/** The verdicts, each with its data. */
export type Verdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly violation: ConfirmedViolation }
  | (UndecidedReason & { readonly verdict: 'inconclusive' | 'skip' })
  | { readonly verdict: 'observed'; readonly observation: Observation };

export const inconclusive = (doubt: UndecidedReason): Verdict => ({
  verdict: 'inconclusive',
  ...undecidedReasonIn(doubt),
});

/** Returns the verdict on a rule whose settings are missing. */
export const skipped = (missing: readonly Need[]): Verdict => ({
  verdict: 'skip',
  ...undecidedReason('setting', `Not tried: set ${joinAnd(missing)}.`),
});

const CALLERS: Readonly<Record<CallerKind, string>> = {
  member: 'with TOKEN',
  outsider: 'with OUTSIDER_TOKEN',
  anonymous: 'without a credential',
  invalid: 'with an invalid credential',
};

/**
 * Returns the reasons of inconclusive cases. A case without data leaves a rule undecided if no case of its caller held.
 */
function undecidedReasonsOf(results: readonly Result[]): UndecidedReason[] {
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
  unmet: readonly UndecidedReason[],
): Verdict {
  if (missing.length > 0) return skipped(missing);
  if (failure !== null) return { verdict: 'fail', violation: failure };
  const ended = cutShort === null ? [] : [cutShort];
  const doubts = [ended, unmet, undecidedReasonsOf(results)].flatMap((one) => gravest(one) ?? []);
  const doubt = doubts.find(({ cause }) => !isHarmless(cause)) ?? doubts[0];
  if (doubt !== undefined) return inconclusive(doubt);
  return results.some(({ finding }) => finding.is === 'holds')
    ? { verdict: 'pass' }
    : inconclusive(undecidedReason('unclear', 'No case of this rule could be tried.'));
}
