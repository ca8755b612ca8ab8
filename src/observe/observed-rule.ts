import type { Cause } from '../client/doubt.ts';
import type { RequestSpec } from '../client/request.ts';
import type { Answer, Answers, Ask, Caller, Payload } from '../model/ask.ts';
import { type Nothing, nothing } from '../model/finding.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { StatementId } from '../model/statements.ts';
import type { Observation } from '../model/verdict.ts';
import type { RuleWords } from '../model/words.ts';
import type { Run } from '../run/run.ts';

/** Ends an observation that cannot be made. */
export class NotMade extends Error {
  readonly nothing: Nothing;

  constructor(cause: Cause, why: string, ...blames: readonly RuleId[]) {
    super(why);
    this.nothing = nothing(cause, why, blames);
  }
}

/** What was observed; an empty text if nothing was there. */
export type Told = Observation | string;

/** What a request has other than the plain list, or than a creation by TOKEN if it has a payload. */
export interface Other extends Partial<RequestSpec>, Omit<NonNullable<Ask['observed']>, 'spec'> {
  readonly caller?: Caller;
  readonly payload?: Payload;
}

/** Requests by their names in the value. */
export type Requests = Readonly<Record<string, Other>>;

/** The plain list, and the answers to the requests after it. */
export interface Seen {
  readonly run: Run;
  readonly plain: Answer;
  readonly answers: ReadonlyMap<string, Answer>;
  /** Returns the answer to one of the requests. */
  readonly to: (name: string) => Answer;
  /** The listings in which created issues were looked for last. */
  readonly listings: Answers;
}

/** Requests, and what their answers tell. Pure. */
export interface Asked {
  readonly requests: (run: Run, plain: Answer) => Requests;
  /** @throws {NotMade} */
  readonly tell: (seen: Seen) => Told;
  /** True if created issues are followed into the list. */
  readonly follows?: true;
}

/**
 * The times at which observations are made, once all gating rules were tried: what is compared with the plain list, all at
 * once; what is asked in turn; what the run has recorded; and invalid credentials last, since a service may lock callers out.
 */
export const TIMES = ['compared', 'in turn', 'recorded', 'last'] as const;

/** A rule that never passes or fails: what the target does is written down. */
export interface ObservedRule extends RuleWords {
  readonly level: 'observed';
  readonly at: (typeof TIMES)[number];
  /** Methods other than GET and POST that are sent: to a repository that is listed, and to one that does not exist. */
  readonly methods?: { readonly listed: readonly string[]; readonly madeUp: readonly string[] };
  readonly observe: Asked;
}

/** A row of the table. */
type Row = Pick<ObservedRule, 'touches' | 'says' | 'tried' | 'impact' | 'methods' | 'observe'>;

/** Returns a constructor of rules that are made at the same time and need the same. */
export const rowOf =
  (usual: Pick<ObservedRule, 'at' | 'needs' | 'minds'>) =>
  (id: RuleId, statedIn: readonly StatementId[], row: Row): ObservedRule => ({
    level: 'observed',
    phase: 'observing',
    ...usual,
    id,
    statedIn,
    ...row,
  });

/** What the run has recorded, at no cost. @throws {NotMade} */
export const recorded = (tell: (run: Run) => Told): Asked => ({
  requests: () => ({}),
  tell: ({ run }) => tell(run),
});
