/**
 * Causes that leave a rule undecided or untried. `--allow-incomplete` accepts the first two. All others may
 * hide a service that is down or broken.
 */
export const causes = [
  'setting', // A setting is missing.
  'data', // The target lacks the data that the rule needs.
  'access', // A configured repository or credential does not grant the access that is needed.
  'other-rule', // Another rule failed, or its answers are refused, so nothing follows.
  'unanswered', // The service gave no answer of its own to some requests.
  'unstable', // The target's answers varied, or other clients wrote meanwhile.
  'limit', // A limit of this program was reached: requests, time, or size.
  'interrupted', // The run was ended from outside.
  'unclear', // None of these is known.
] as const;

export type Cause = (typeof causes)[number];

export interface UndecidedReason {
  readonly cause: Cause;
  /** A sentence that names what was seen, or what would decide the rule. */
  readonly reason: string;
  /** A sentence that follows the reason, unless another rule is to be fixed first. */
  readonly advice?: string | undefined;
  /** Rules whose failure may block the rule, the likeliest first. */
  readonly blockedBy?: readonly string[] | undefined;
}

export const undecidedReason = (cause: Cause, reason: string): UndecidedReason => ({ cause, reason });

/** True if something is missing but nothing went wrong. `--allow-incomplete` accepts only these causes. */
export const isHarmless = (cause: Cause): boolean => cause === 'setting' || cause === 'data';

/**
 * True for causes that belong to one run: an outage, a flaky service, a limit, the end of the run. A baseline never
 * accepts them, because it would accept a dead service.
 */
export const isOfOneRun = (cause: Cause): boolean =>
  cause === 'unanswered' || cause === 'unstable' || cause === 'limit' || cause === 'interrupted';

/**
 * Returns the gravest reason: first those of one run, then other problems, then missing data or settings. The
 * earliest wins among equals; `null` if there is none.
 */
export const gravest = <T extends { readonly cause: Cause }>(reasons: readonly T[]): T | null =>
  reasons.find(({ cause }) => isOfOneRun(cause)) ??
  reasons.find(({ cause }) => !isHarmless(cause)) ??
  reasons[0] ??
  null;
