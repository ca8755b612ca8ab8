import type { Identity } from '../listings/records.ts';
import type { Answers, Caller } from '../model/planned-request.ts';

/** The facts about a target that the preflight finds out. They never change afterwards. */
export interface Preflight {
  readonly listingCallers: readonly Caller[];
  readonly isTokenValid: boolean;
  readonly isOutsiderValid: boolean;
  /** True if TOKEN gets different answers for the private repository and for one that does not exist. */
  readonly mayReadPrivate: boolean;
  /** Reason why TOKEN does not show that it may read the private repository. */
  readonly unreadReason: string;
  readonly usualStatus: number;
  /** The status of the plain list with a made-up token; `null` without TOKEN. */
  readonly madeUpStatus: number | null;
  /** Reason why the run creates nothing; `null` if it may. */
  readonly unwritableReason: string | null;
  /** Reason why no rule may pass; `null` if answers depend on requests. */
  readonly notGenuineReason: string | null;
  readonly identity: Identity | null;
  /** The number of open issues before the run created any; `null` if the first two pages of 100 do not show it. */
  readonly openAtFirst: number | null;
  /** The first pages of 100 of open issues: two if the first is full. */
  readonly openPages: Answers;
  /** First pages of 100 of `state=all` and `state=closed`. */
  readonly otherStates: Answers;
}

/** Stands for the facts until the preflight has found them out. */
export const BEFORE_PREFLIGHT: Preflight = Object.freeze({
  listingCallers: [],
  isTokenValid: false,
  isOutsiderValid: false,
  mayReadPrivate: false,
  unreadReason: 'TOKEN does not show that it may use PRIVATE_REPO.',
  usualStatus: 200,
  madeUpStatus: null,
  unwritableReason: null,
  notGenuineReason: null,
  identity: null,
  openAtFirst: null,
  openPages: [],
  otherStates: [],
});
