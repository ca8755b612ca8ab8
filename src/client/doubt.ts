import type { StopCause } from './stopped.ts';

/**
 * What leaves a rule undecided, or untried. Whoever lets a run pass although rules are open may accept the first two; all
 * others may hide a service that is dead or broken.
 *
 * - `setting`: a setting is missing
 * - `data`: the target holds nothing that could show it
 * - `access`: what the settings name is there, but does not let this program in as it must
 * - `other-rule`: nothing follows as long as another rule is broken, or its answers are refused
 * - `unanswered`: requests were left without an answer of the service's own
 * - `unstable`: the target answered in one way and then in another, or others wrote meanwhile
 * - `limit`: a limit of this program's was reached: of requests, of time, of what is read
 * - `interrupted`: the run was ended from outside
 * - `unclear`: none of these is known
 */
export const causes = [
  'setting',
  'data',
  'access',
  'other-rule',
  'unanswered',
  'unstable',
  'limit',
  'interrupted',
  'unclear',
] as const;

export type Cause = (typeof causes)[number];

/** Why something is not decided. */
export interface Doubt {
  readonly cause: Cause;
  /** A sentence that says what would decide it. */
  readonly reason: string;
  /** Rules whose failure would explain it, the likeliest first. */
  readonly blames?: readonly string[] | undefined;
}

/** Returns only the doubt of something that says more. */
export const doubtIn = ({ cause, reason, blames }: Doubt): Doubt => ({ cause, reason, blames });

export const because = (cause: Cause, reason: string): Doubt => ({ cause, reason });

/** Whether something is missing, and nothing was wrong with the run: `--allow-incomplete` accepts that, and nothing else. */
export const isHarmless = (cause: Cause): boolean => cause === 'setting' || cause === 'data';

/**
 * True for what befalls a run, and need not befall the next one: an outage, chance, a limit, the end of the run. No list of
 * known failures accepts that, since it would accept a dead service.
 */
export const isOfOneRun = (cause: Cause): boolean =>
  cause === 'unanswered' || cause === 'unstable' || cause === 'limit' || cause === 'interrupted';

/**
 * Returns the gravest of several doubts, the first of its kind: what befell the run, what else was wrong, what is missing;
 * `null` if there is none.
 */
export const gravest = <T extends { readonly cause: Cause }>(doubts: readonly T[]): T | null =>
  doubts.find(({ cause }) => isOfOneRun(cause)) ??
  doubts.find(({ cause }) => !isHarmless(cause)) ??
  doubts[0] ??
  null;

const OF_STOPS: Readonly<Record<StopCause, Cause>> = {
  deadline: 'limit',
  requests: 'limit',
  interrupted: 'interrupted',
  gone: 'unanswered',
};

/** What the end of a run leaves undecided. */
export const causeOfStop = (cause: StopCause): Cause => OF_STOPS[cause];
