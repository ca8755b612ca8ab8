import type { Cause } from '../client/undecided-reason.ts';
import type { Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { type InconclusiveFinding, inconclusiveFinding } from '../model/finding.ts';
import type { Answer, Send } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { RuleMetadata } from '../model/rule-metadata.ts';
import type { StatementId } from '../model/statements.ts';

/** Ends an observation that cannot be made. */
export class NotMade extends Error {
  readonly finding: InconclusiveFinding;

  constructor(cause: Cause, why: string, ...blockedBy: readonly RuleId[]) {
    super(why);
    this.finding = inconclusiveFinding(cause, why, blockedBy);
  }
}

/** The run, its plain list, and a sender, by which an observation is made. */
export interface ObservationContext {
  readonly run: RunContext;
  /** The plain list, as it was answered before. */
  readonly plain: Answer;
  /** @throws {NotMade} if the answer is one of a bad moment @throws {Stopped} */
  readonly send: Send;
}

/** Returns what the target does in a few words: an empty text if there was nothing to be seen. @throws {NotMade} @throws {Stopped} */
export type Observe = (asking: ObservationContext) => string | Promise<string>;

/**
 * The times at which observations are made, once all gating rules were tried, and how: all comparisons at once, the other
 * requests in turn, and invalid credentials last, since a service may lock callers out.
 */
const TIMES = {
  compared: 'The run asks for the plain list, for this, and for the plain list again, and compares them.',
  'in turn': 'The run sends this, and reads the answer.',
  recorded: 'The run reads the answers that other rules were given, at no cost.',
  last: 'The run asks for the plain list so. It proves nothing if invalid tokens are accepted too.',
} as const;

/** A rule that never passes or fails: what the target does is written down. */
export interface ObservedRule extends RuleMetadata {
  readonly level: 'observed';
  readonly at: keyof typeof TIMES;
  readonly observe: Observe;
}

/** One rule of the specification. */
export type AnyRule = Rule | ObservedRule;

export const isGatingRule = (rule: AnyRule): rule is Rule => rule.level !== 'observed';

/** A row of the table. */
type Row = Pick<ObservedRule, 'alsoCovers' | 'statement' | 'impact' | 'observe'> &
  Partial<Pick<ObservedRule, 'tried'>>;

/** Returns a constructor of rules that are made at the same time and need the same. */
export const rowOf =
  (common: Pick<ObservedRule, 'at' | 'undecidedIf'> & Partial<Pick<ObservedRule, 'needs'>>) =>
  (id: RuleId, statedIn: readonly StatementId[], row: Row): ObservedRule => ({
    level: 'observed',
    phase: 'observing',
    needs: [],
    tried: TIMES[common.at],
    ...common,
    id,
    statedIn,
    ...row,
  });
