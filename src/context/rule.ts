import type { Finding } from '../model/finding.ts';
import type { Answer, Answers, PlannedRequest, RequestScript } from '../model/planned-request.ts';
import type { Level, RuleId } from '../model/rule-ids.ts';
import type { RuleMetadata } from '../model/rule-metadata.ts';
import type { RunContext } from './run-context.ts';

export type ByTwin = Readonly<Record<string, Answers>>;

/** One attempt at a case: its twins, the case, its twins again. The first attempt requests the twins only before the case. */
export interface Attempt {
  readonly before: ByTwin;
  readonly answers: Answers;
  readonly after: ByTwin;
  /** Answers to requests before the confirmation; empty at first. */
  readonly beforeConfirming: ByTwin;
}

/** Judges one attempt. Pure: of the run it reads only what excuses an answer, or shows that the data suffice. */
export type Check = (attempt: Attempt, run: RunContext) => Finding;

/** A request under test, and the requests that it is compared with. */
export interface Case {
  /** The request in a few words; equal names are equal cases. */
  readonly name: string;
  readonly script: RequestScript;
  /** The script without a wait for its creations. To confirm a loss, the run searches for all of them once. */
  readonly unsearched?: RequestScript;
  readonly twins?: Readonly<Record<string, RequestScript>>;
  /** Listings of the case and its twins that are known before it: until there is a creation, they are sent first, side by side. */
  readonly ahead?: readonly PlannedRequest[];
  /** Requests before the confirmation, which show that enough issues exist. */
  readonly beforeConfirming?: Readonly<Record<string, RequestScript>>;
  readonly check: Check;
  /** Returns cases of each half of its generated value, by which a failure is narrowed down to what causes it. */
  readonly halves?: () => readonly Case[];
  /** True if `quick` tries it, and other profiles before they write as well. */
  readonly quick?: boolean;
  /**
   * `alone`: nothing else may be in flight from its first attempt on. `few`: two such cases may be. Else, any may be;
   * `first` ones, whose many requests depend on each other, start before the rest.
   */
  readonly how?: 'alone' | 'few' | 'first';
}

export interface Rule extends RuleMetadata {
  readonly level: Exclude<Level, 'observed'>;
  /** Rules on contents are undecided while the service is flaky. */
  readonly judges: 'status' | 'contents';
  /** Rules whose failure explains a failure of this one. */
  readonly blockedBy: readonly RuleId[];
  readonly cases: (run: RunContext) => readonly Case[];
  /** The issues that a target must hold before the rule can be decided: enough in every profile. */
  readonly data?: {
    /** Open issues in the public repository. */
    readonly open?: number;
    /** Issues there that are not open, if a value of `state` shows them. */
    readonly closed?: number;
  };
  /** Returns a sentence on the evidence of a pass; an empty text if the cases are enough. */
  readonly passNote?: (run: RunContext) => string;
  /** Judges every listing of a gating rule that got 200, without requests of its own. `null` says nothing. */
  readonly everyListing?: (answer: Answer, run: RunContext) => Finding | null;
}

/** Returns the last answers of a twin: those before the case, and those after it. */
export const around = ({ before, after }: Attempt, twin: string): readonly Answers[] =>
  [before[twin], after[twin]].filter((answers) => answers !== undefined);

/** Returns the last answer of a twin before the case, and the one after it. */
export const lastAround = (attempt: Attempt, twin: string): Answers =>
  around(attempt, twin).flatMap((answers) => answers.at(-1) ?? []);

/** Returns the last answer of a case, which is decisive. */
export function lastOf({ answers }: Pick<Attempt, 'answers'>): Answer {
  const last = answers.at(-1);
  if (last === undefined) throw new Error('A case has sent nothing.');
  return last;
}

/** Returns how a request is sent: few with an invalid credential, because a limit refuses all in flight, and each request counts. */
export const howSent = ({ caller }: PlannedRequest): Pick<Case, 'how'> =>
  caller.credential.validity === 'invalid' ? { how: 'few' } : {};
