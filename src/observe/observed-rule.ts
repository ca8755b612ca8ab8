import type { Cause } from '../client/undecided-reason.ts';
import type { Rule } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { type InconclusiveFinding, inconclusiveFinding } from '../model/finding.ts';
import type { Answer, Send } from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { RuleMetadata } from '../model/rule-metadata.ts';
import type { StatementId } from '../model/statements.ts';

export class NotMade extends Error {
  readonly finding: InconclusiveFinding;

  constructor(cause: Cause, why: string, ...blockedBy: readonly RuleId[]) {
    super(why);
    this.finding = inconclusiveFinding(cause, why, blockedBy);
  }
}

export interface ObservationContext {
  readonly run: RunContext;
  /** The earlier answer to the plain list. */
  readonly plain: Answer;
  /** @throws {NotMade} if the answer is intermittent @throws {Stopped} */
  readonly send: Send;
}

/** Returns the behaviour of the target in a few words; an empty text if there was nothing to see. @throws {NotMade} @throws {Stopped} */
export type Observe = (asking: ObservationContext) => string | Promise<string>;

/**
 * When and how observations are made, in this order: comparisons and other listings side by side, while late effects of
 * creations are watched for; after all gating rules, one creation alone, other creations and methods side by side, and invalid
 * credentials last, because a service may lock callers out.
 */
const TIMES = {
  compared: 'The run requests the plain list, then this, then the plain list again, and compares them.',
  beside: 'The run sends this, and reads the answer.',
  alone: 'The run sends this, and reads the answer.',
  created: 'The run sends this, and reads the answer.',
  recorded: 'The run reads the answers to other rules, and sends nothing.',
  last: 'The run requests the plain list in this way. It proves nothing if the service accepts invalid tokens too.',
} as const;

/** A rule that never passes or fails: it records what the target does. */
export interface ObservedRule extends RuleMetadata {
  readonly level: 'observed';
  readonly at: keyof typeof TIMES;
  readonly observe: Observe;
}

export type AnyRule = Rule | ObservedRule;

export const isGatingRule = (rule: AnyRule): rule is Rule => rule.level !== 'observed';

type Row = Pick<ObservedRule, 'alsoCovers' | 'statement' | 'impact' | 'observe'> &
  Partial<Pick<ObservedRule, 'tried'>>;

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
