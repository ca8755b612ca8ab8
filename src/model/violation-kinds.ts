interface Kind {
  /** Number of attempts that must all show it. */
  readonly attempts: number;
  /** True if the contents of a list show it, which a stale list explains, too. */
  readonly isOfContents?: true;
  /** The impact on a client, if it is the same for all rules. */
  readonly impact?: string;
  /** True if all failures of this kind have one cause, whatever the parameter. */
  readonly isOneCause?: true;
  /** True for a leak or a loss, which is reported first, and which a baseline must name. */
  readonly isGrave?: true;
}

const kinds = {
  status: { attempts: 3 },
  'server-error': {
    attempts: 3,
    impact: 'A client gets a server error instead of an answer to its request.',
  },
  malformed: { attempts: 3, isOneCause: true },
  'too-many': { attempts: 3, isOfContents: true },
  'too-few': { attempts: 3, isOfContents: true },
  // Two machines at random, or reordered ties, look like a violation three times in a row.
  'wrong-results': { attempts: 10, isOfContents: true },
  'wrong-order': { attempts: 10, isOfContents: true },
  // Nothing harmless explains a leak, or a stored issue.
  leaked: { attempts: 1, isOneCause: true, isGrave: true },
  stored: { attempts: 1, isGrave: true },
  lost: { attempts: 3, isOfContents: true, isOneCause: true, isGrave: true },
  duplicated: { attempts: 3, isOfContents: true, isOneCause: true },
  // The client has seen the service go away three times.
  'gone-away': {
    attempts: 1,
    isOneCause: true,
    impact: 'After one such request, the service stops answering all clients.',
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** The way in which a rule is violated. It decides which failures have one cause, the attempts and the impact. */
export type ViolationKind = keyof typeof kinds;

export const KINDS: Readonly<Record<ViolationKind, Kind>> = kinds;

/** The kinds, in the order of reports. */
export const violationKinds = Object.keys(kinds) as readonly ViolationKind[];

/** Leaks and losses, the gravest first. Nobody shall accept them by accident. */
export const GRAVE: ReadonlySet<ViolationKind> = new Set(
  violationKinds.filter((kind) => KINDS[kind].isGrave),
);

/** Attempts at contents and orders if the caller has a quota. */
const QUOTA_ATTEMPTS = 6;
/** Attempts instead of three, once the service is flaky, or other requests get 5xx. */
const FLAKY_ATTEMPTS = 10;
/** Answers in any attempts that confirm a violation which neither chance, lag nor another client explains. */
export const SIGHTINGS_IN_ALL = 3;

export const isOfContents = (kind: ViolationKind): boolean => KINDS[kind].isOfContents === true;

export function attemptsFor(
  kind: ViolationKind,
  { isFlaky, hasQuota, mayBeLimit }: Readonly<Record<'isFlaky' | 'hasQuota' | 'mayBeLimit', boolean>>,
): number {
  if (isFlaky) return FLAKY_ATTEMPTS;
  const { attempts } = KINDS[kind];
  if (mayBeLimit) return Math.max(attempts, QUOTA_ATTEMPTS);
  return hasQuota ? Math.min(attempts, QUOTA_ATTEMPTS) : attempts;
}
