import type { Cause, UndecidedReason } from '../client/undecided-reason.ts';
import type { Answer } from './planned-request.ts';
import type { RuleId } from './rule-ids.ts';
import type { Violation } from './violation.ts';
import { KINDS } from './violation-kinds.ts';

/** The result of judging one attempt. */
export type Finding =
  /** Other answers could have violated the rule. */
  | { readonly is: 'holds' }
  /** Inconclusive. With the cause `data`, the reason names what the target lacks, and other cases may still decide. */
  | (UndecidedReason & { readonly is: 'inconclusive' })
  | {
      readonly is: 'violated';
      readonly violation: Violation;
      /** True if neither chance, lag nor another client explains it. Three answers in all are enough. */
      readonly isUnambiguous?: boolean;
    };

export type Violated = Extract<Finding, { is: 'violated' }>;
export type InconclusiveFinding = Extract<Finding, { is: 'inconclusive' }>;

/** True if one attempt is enough. */
export const isShownAtOnce = ({ violation, isUnambiguous }: Violated): boolean =>
  KINDS[violation.kind].attempts === 1 && isUnambiguous !== true;

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

/** Returns an inconclusive finding, because the target lacks data that could show a violation. */
export const needsData = (lack: string): InconclusiveFinding => inconclusiveFinding('data', lack);

/** Returns an inconclusive finding, because of what other rules judge. Without ids, the rule's own `blockedBy` explain it. */
export const blocked = (reason: string, ...by: readonly RuleId[]): InconclusiveFinding =>
  inconclusiveFinding('other-rule', reason, by.length === 0 ? undefined : by);

/** Returns a finding that the rule holds, and could have been violated. */
export const holds = (answers: readonly Pick<Answer, 'exchange'>[]): Finding =>
  answers.length === 0 ? inconclusiveFinding('unclear', 'Nothing was asked.') : { is: 'holds' };
