import type { Violated } from './finding.ts';
import type { ViolationKind } from './violation.ts';

/** Number of attempts that must all show a violation, by its kind. */
export const ATTEMPTS: Readonly<Record<ViolationKind, number>> = {
  // Nothing harmless explains these. The client has seen the service go away three times.
  leaked: 1,
  stored: 1,
  'gone-away': 1,
  status: 3,
  'server-error': 3,
  malformed: 3,
  'too-many': 3,
  'too-few': 3,
  lost: 3,
  duplicated: 3,
  // Two machines at random, or reordered ties, look like a violation three times in a row.
  'wrong-results': 10,
  'wrong-order': 10,
};

/** Attempts at contents and orders if the caller has a quota. */
const QUOTA_ATTEMPTS = 6;
/** Attempts instead of three, once the service is flaky, or other requests get 5xx. */
const FLAKY_ATTEMPTS = 10;
/** Answers in any attempts that confirm a violation which neither chance, lag nor another client explains. */
export const SIGHTINGS_IN_ALL = 3;

/** True for kinds of violations that a stale list explains. */
export const isOfContents = (kind: ViolationKind): boolean =>
  ['too-many', 'too-few', 'wrong-results', 'wrong-order', 'lost', 'duplicated'].includes(kind);

/** True if one attempt is enough. */
export const isShownAtOnce = ({ violation, isUnambiguous }: Violated): boolean =>
  ATTEMPTS[violation.kind] === 1 && isUnambiguous !== true;

/** Returns the number of attempts that a violation takes. */
export function attemptsFor(
  kind: ViolationKind,
  { isFlaky, isRationed }: { readonly isFlaky: boolean; readonly isRationed: boolean },
): number {
  const usual = ATTEMPTS[kind];
  if (isFlaky) return FLAKY_ATTEMPTS;
  return isRationed ? Math.min(usual, QUOTA_ATTEMPTS) : usual;
}
