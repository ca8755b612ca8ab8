import type { Violated } from './finding.ts';
import type { ViolationKind } from './violation.ts';

/** How many attempts must all show a violation, by its kind. */
export const ATTEMPTS: Readonly<Record<ViolationKind, number>> = {
  // Nothing innocent explains these. The client has seen a service go away three times.
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
  // Two machines at random, or equals that change places, look like one three times in a row.
  'wrong-results': 10,
  'wrong-order': 10,
};

/** Attempts at which results come and in which order, if the caller's requests are rationed. */
const QUOTA_ATTEMPTS = 6;
/** Attempts instead of three, once one request was answered in two ways, or other requests meet 5xx. */
const FLAKY_ATTEMPTS = 10;
/** Sightings in whatever attempts, where neither chance, age nor another writer explains a violation. */
export const SIGHTINGS_IN_ALL = 3;

/** Kinds of violations that the list of another time explains. */
export const isOfContents = (kind: ViolationKind): boolean =>
  ['too-many', 'too-few', 'wrong-results', 'wrong-order', 'lost', 'duplicated'].includes(kind);

/** True if one attempt is enough. */
export const isShownAtOnce = ({ violation, isUnambiguous }: Violated): boolean =>
  ATTEMPTS[violation.kind] === 1 && isUnambiguous !== true;

/** Returns the attempts that a violation takes. */
export function attemptsFor(
  kind: ViolationKind,
  { isFlaky, isRationed }: { readonly isFlaky: boolean; readonly isRationed: boolean },
): number {
  const usual = ATTEMPTS[kind];
  if (isFlaky) return FLAKY_ATTEMPTS;
  return isRationed ? Math.min(usual, QUOTA_ATTEMPTS) : usual;
}
