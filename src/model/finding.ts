import type { Cause, Doubt } from '../client/doubt.ts';
import type { Answer } from './ask.ts';
import type { RuleId } from './rule-ids.ts';
import type { Violation } from './violation.ts';

/** The result of judging one attempt. */
export type Finding =
  /** Other answers could have violated the rule. */
  | { readonly is: 'holds' }
  /** Inconclusive. With the cause `data`, the reason names what the target lacks, and other cases may still decide. */
  | (Doubt & { readonly is: 'nothing' })
  | {
      readonly is: 'broken';
      readonly violation: Violation;
      /** True if neither chance, lag nor another client explains it. Three answers in all are enough. */
      readonly isCertain?: true;
    };

export type Broken = Extract<Finding, { is: 'broken' }>;
export type Nothing = Extract<Finding, { is: 'nothing' }>;

/** Returns an inconclusive finding. */
export const nothing = (cause: Cause, reason: string, blames?: readonly RuleId[]): Nothing => ({
  is: 'nothing',
  cause,
  reason,
  blames,
});

/** Returns a finding that the rule holds, and could have been violated. */
export const holds = (answers: readonly Pick<Answer, 'exchange'>[]): Finding =>
  answers.length === 0 ? nothing('unclear', 'Nothing was asked.') : { is: 'holds' };
