import type { Finding } from '../model/finding.ts';
import type { Answer, Answers, RequestScript } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { RuleMetadata } from '../model/rule-metadata.ts';
import type { CaseSummary } from '../model/verdict.ts';
import type { RunContext } from './run-context.ts';

/** Answers by the name of a twin. */
export type ByTwin = Readonly<Record<string, Answers>>;

/** One attempt at a case: its twins, the case, its twins again. At first the twins are asked only once. */
export interface Attempt {
  readonly before: ByTwin;
  readonly answers: Answers;
  readonly after: ByTwin;
  /** What is asked once, when the case is to be confirmed; empty at first. */
  readonly beforeConfirming: ByTwin;
}

/** Judges one attempt. Pure. */
type Check = (attempt: Attempt) => Finding;

/** A request under test, and the requests that it is compared with. */
export interface Case {
  /** The request in a few words; equal names are equal cases. */
  readonly name: string;
  readonly script: RequestScript;
  readonly twins: Readonly<Record<string, RequestScript>>;
  /** Asked once before it is confirmed: what shows that enough issues exist. */
  readonly beforeConfirming?: Readonly<Record<string, RequestScript>>;
  readonly check: Check;
  /** A smaller question around the first difference, which is confirmed in its place where requests are rationed. */
  readonly smaller?: (attempt: Attempt) => Case | null;
  /** True if `quick` tries it, and other profiles before they write as well. */
  readonly quick: boolean;
  /** True if nothing else may be in flight from its first attempt on. */
  readonly alone?: boolean;
}

/** The issues that a target must hold before a rule can be decided: enough in every profile. */
export interface DataNeed {
  /** Open ones in the public repository. */
  readonly open?: number;
  /** Issues that are not open there, under a value of `state` that shows them. */
  readonly closed?: number;
}

/** One gating rule. */
export interface Rule extends RuleMetadata {
  readonly level: 'required' | 'implied';
  /** Rules on contents are undecided while equal requests are answered in two ways. */
  readonly judges: 'status' | 'contents';
  /** Rules whose failure explains a failure of this one. */
  readonly blockedBy: readonly RuleId[];
  readonly cases: (run: RunContext) => readonly Case[];
  /** Left out where every target that can be listed decides it. */
  readonly data?: DataNeed;
  /** Returns a sentence on what a pass rests on; an empty text if the cases say it all. */
  readonly passNote?: (run: RunContext, held: readonly CaseSummary[]) => string;
  /** Judges every listing of a gating rule that was answered 200, at no cost. */
  readonly everyListing?: (answer: Answer) => Finding;
}

/** What the rules of a group have in common. */
type Group = Pick<Rule, 'phase' | 'judges'> & Partial<Pick<Rule, 'needs'>>;

/** A rule as it is written down, without what its group has in common, and what it seldom has. */
type Row = Omit<Rule, 'id' | 'level' | 'statedIn' | 'phase' | 'judges' | 'needs' | 'blockedBy'> &
  Partial<Pick<Rule, 'needs' | 'blockedBy'>>;

/** Returns a constructor of the rules of a group. */
export const rulesOf =
  (group: Group) =>
  (id: RuleId, level: Rule['level'], statedIn: Rule['statedIn'], row: Row): Rule => ({
    needs: [],
    blockedBy: [],
    ...group,
    id,
    level,
    statedIn,
    ...row,
  });

/** Returns the last answers of a twin: those before the case, and those after it. */
export const around = ({ before, after }: Attempt, twin: string): readonly Answers[] =>
  [before[twin], after[twin]].filter((answers) => answers !== undefined);

/** Returns the last answer of a twin before the case, and the one after it. */
export const lastAround = (attempt: Attempt, twin: string): Answers =>
  around(attempt, twin).flatMap((answers) => answers.at(-1) ?? []);

/** Returns the last answer of a case, which tells. */
export function lastOf({ answers }: Pick<Attempt, 'answers'>): Answer {
  const last = answers.at(-1);
  if (last === undefined) throw new Error('A case has asked nothing.');
  return last;
}
