import type { Attempt, Case, Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import type { Violated } from '../model/finding.ts';
import { keyOf } from '../model/planned-request.ts';
import { isOfContents } from '../model/violation-kinds.ts';

export interface AttemptedCase {
  readonly testCase: Case;
  readonly attempt: Attempt;
}

/** A case whose first attempt violated its rule. */
export interface Suspect extends AttemptedCase {
  readonly rule: Rule;
  readonly first: Violated;
  /** True if lists may have lacked the last creation at the first attempt. */
  readonly mayBeLag: boolean;
}

/** True if a stale list explains a suspect. What is said of single creations or a burst follows from a search for them. */
export const needsRest = ({ first, rule: { phase } }: Suspect): boolean => {
  const { kind } = first.violation;
  const isOfOwn = phase === 'concurrent' || (phase === 'auditing' && kind === 'lost');
  return isOfContents(kind) && !isOfOwn;
};

/** Returns a sentence on what a suspect showed and no attempt decided. */
export const unconfirmedText = ({ testCase, first }: Pick<Suspect, 'testCase' | 'first'>): string =>
  `${testCase.name}: ${first.violation.actual} (not confirmed).`;

/** True if a suspect is the plain list itself, which got an error: it may work again later. */
export const isOutage = ({ first, attempt }: Suspect, run: RunContext): boolean =>
  first.violation.kind === 'server-error' &&
  attempt.answers.some(({ ask }) => keyOf(ask) === keyOf(run.list(run.primaryCaller)));
