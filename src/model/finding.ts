import type { Cause, UndecidedReason } from '../client/undecided-reason.ts';
import type { Answer } from './planned-request.ts';
import type { RuleId } from './rule-ids.ts';
import type { Violation } from './violation.ts';

/** What one attempt shows. */
export type Finding =
  /** Some change of the answers would have made it `violated`. */
  | { readonly is: 'holds' }
  /** Nothing follows. With the cause `data`, the reason says what the target lacks, and other cases may still decide. */
  | (UndecidedReason & { readonly is: 'inconclusive' })
  | {
      readonly is: 'violated';
      readonly violation: Violation;
      /** True if neither chance, age nor another writer explains it: three sightings in all are enough. */
      readonly isUnambiguous?: true;
    };

export type Violated = Extract<Finding, { is: 'violated' }>;
export type InconclusiveFinding = Extract<Finding, { is: 'inconclusive' }>;

/** A finding that nothing follows. */
export const inconclusiveFinding = (
  cause: Cause,
  reason: string,
  blockedBy?: readonly RuleId[],
): InconclusiveFinding => ({
  is: 'inconclusive',
  cause,
  reason,
  blockedBy,
});

/** A finding that the answers could have broken the rule, and did not. */
export const holds = (answers: readonly Pick<Answer, 'exchange'>[]): Finding =>
  answers.length === 0 ? inconclusiveFinding('unclear', 'Nothing was asked.') : { is: 'holds' };
