import type { Exchange } from '../client/exchange.ts';
import type { Cause, UndecidedReason } from '../client/undecided-reason.ts';
import { type Answer, type Answers, describeAnswer } from './planned-request.ts';
import type { RuleId } from './rule-ids.ts';
import type { ShownRecord, Violation } from './violation.ts';
import { KINDS, type ViolationKind } from './violation-kinds.ts';

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

const exchangesOf = (answers: readonly Pick<Answer, 'exchange'>[]): Exchange[] =>
  answers.map(({ exchange }) => exchange);

interface Evidence extends Pick<Violated, 'isUnambiguous'> {
  /** The answers of the case, the judged one last. */
  readonly answers: readonly Pick<Answer, 'ask' | 'exchange'>[];
  readonly twins?: Answers;
  readonly context?: readonly Pick<Answer, 'exchange'>[];
  /** The records that show it. */
  readonly records?: readonly ShownRecord[];
}

export function violated(
  kind: ViolationKind,
  {
    expected,
    actual,
    answers,
    records = [],
    isUnambiguous = false,
    ...others
  }: Evidence & Pick<Violation, 'expected' | 'actual'>,
): Violated {
  const [context, twins] = [exchangesOf(others.context ?? []), exchangesOf(others.twins ?? [])];
  const judged = answers.at(-1)?.ask;
  return {
    is: 'violated',
    isUnambiguous,
    violation: {
      kind,
      expected,
      actual,
      exchanges: [...context, ...twins, ...exchangesOf(answers)],
      twins,
      context,
      ...(records.length === 0 ? {} : { records }),
      ...(judged === undefined ? {} : { judged }),
    },
  };
}

function kindOfStatus({ status, exchange }: Answer): ViolationKind {
  if (exchange.fault?.kind === 'gone') return 'gone-away';
  return status === 0 || status >= 500 ? 'server-error' : 'status';
}

/** Returns a violation of a wrong status. @param where a text behind the status */
export const wrongStatus = (
  expected: string,
  own: Answer,
  { where = '', ...evidence }: Omit<Evidence, 'answers'> & { readonly where?: string } = {},
): Violated =>
  violated(kindOfStatus(own), { expected, actual: describeAnswer(own) + where, answers: [own], ...evidence });
