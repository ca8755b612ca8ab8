import type { CallerKind } from '../client/request.ts';
import { type Cause, type UndecidedReason, undecidedReason } from '../client/undecided-reason.ts';
import type { ConfirmedViolation, Finding } from './finding.ts';
import type { Need } from './rule-ids.ts';
import { joinAnd } from './text.ts';

/** An observation: a short stable value for comparison, and a sentence for people. */
export interface Observation {
  readonly value: string;
  readonly note: string;
}

/** The caller and the request of a case. */
export interface CaseSummary {
  readonly caller: CallerKind;
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

export type Verdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'fail'; readonly violation: ConfirmedViolation }
  | {
      readonly verdict: 'inconclusive' | 'skip';
      readonly cause: Cause;
      /** A sentence that names what was seen, or what would decide the rule. */
      readonly reason: string;
      /** The failed rule that explains why this one is undecided. */
      readonly fixFirst?: string;
    }
  | { readonly verdict: 'observed'; readonly observation: Observation };

export const inconclusive = (why: UndecidedReason): Verdict => ({ verdict: 'inconclusive', ...why });

export const fixFirstText = (id: string): string => `Fix ${id} first, then run again.`;

export const skipped = (missing: readonly Need[]): Verdict => ({
  verdict: 'skip',
  ...undecidedReason('setting', `Not tried: set ${joinAnd(missing)}.`),
});
