import type { Exchange } from '../client/exchange.ts';
import type { Cause, UndecidedReason } from '../client/undecided-reason.ts';
import { type Answer, describeAnswer, type PlannedRequest } from './planned-request.ts';
import type { RuleId } from './rule-ids.ts';
import { shorten } from './text.ts';
import { KINDS, type ViolationKind } from './violation-kinds.ts';

/** A place in the list of an answer, counted from 0. The place behind the last result is the end of the list. */
export interface RecordPlace {
  readonly exchange: Exchange;
  readonly at: number;
}

/** A record that shows a violation, or that stands beside one. */
export interface ShownRecord {
  /** The name by which the run tells it apart; `null` for the end of a list. */
  readonly name: string | null;
  readonly places: readonly RecordPlace[];
  /** False for a record that the answers have in common. */
  readonly differs: boolean;
}

export interface Violation {
  readonly kind: ViolationKind;
  /** The expected and the actual answer, each in a few words. */
  readonly expected: string;
  readonly actual: string;
  /** The context, then the twins, then the case, the request that is judged last. */
  readonly exchanges: readonly Exchange[];
  /** Exchanges of twins, with which the case must agree. */
  readonly twins?: readonly Exchange[];
  readonly context?: readonly Exchange[];
  /** The records that show it, if its answers are lists. */
  readonly records?: readonly ShownRecord[];
  /** The request that is judged, if it is not the last one of its case. */
  readonly judged?: PlannedRequest | undefined;
  /**
   * Set if listings were compared. `isShifted` is true if writes of another client between them would explain it, `distance`
   * is the least number of records that would have to come, go or move.
   */
  readonly compared?: { readonly isShifted: boolean; readonly distance: number };
}

export interface ConfirmedViolation extends Violation {
  readonly counterexample: Readonly<Record<string, unknown>>;
  /** The number of attempts that showed it, and of all attempts. */
  readonly reproduced: { readonly seen: number; readonly tries: number };
  /** True if something was sent before it that may have been stored. */
  readonly isAfterWrites: boolean;
}

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

export const isShownByOneAttempt = ({ violation, isUnambiguous }: Violated): boolean =>
  KINDS[violation.kind].attempts === 1 && isUnambiguous !== true;

export const inconclusiveFinding = (
  cause: Cause,
  reason: string,
  blockedBy?: readonly RuleId[],
): InconclusiveFinding => ({ is: 'inconclusive', cause, reason, blockedBy });

/** Returns an inconclusive finding, because the target lacks data that could show a violation. */
export const needsData = (lack: string): InconclusiveFinding => inconclusiveFinding('data', lack);

/** Returns an inconclusive finding, because of what other rules judge. Without ids, the rule's own `blockedBy` explain it. */
export const blocked = (reason: string, ...by: readonly RuleId[]): InconclusiveFinding =>
  inconclusiveFinding('other-rule', reason, by.length === 0 ? undefined : by);

/** Returns a finding that the rule holds, and could have been violated. */
export const holds = (answers: readonly Pick<Answer, 'exchange'>[]): Finding =>
  answers.length === 0 ? inconclusiveFinding('unclear', 'No request was sent.') : { is: 'holds' };

const exchangesOf = (answers: readonly Pick<Answer, 'exchange'>[]): Exchange[] =>
  answers.map(({ exchange }) => exchange);

interface Evidence extends Pick<Violated, 'isUnambiguous'> {
  /** The answers of the case, the judged one last. */
  readonly answers: readonly Pick<Answer, 'ask' | 'exchange'>[];
  readonly twins?: readonly Pick<Answer, 'exchange'>[];
  readonly context?: readonly Pick<Answer, 'exchange'>[];
  readonly records?: readonly ShownRecord[];
}

export function violated(
  kind: ViolationKind,
  { answers, isUnambiguous = false, ...others }: Evidence & Pick<Violation, 'expected' | 'actual'>,
): Violated {
  const [context, twins] = [exchangesOf(others.context ?? []), exchangesOf(others.twins ?? [])];
  const exchanges = [...context, ...twins, ...exchangesOf(answers)];
  const violation = { kind, ...others, exchanges, context, twins, judged: answers.at(-1)?.ask };
  return { is: 'violated', isUnambiguous, violation };
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

const addressOf = ({ exchanges }: Violation): URL => new URL(exchanges.at(-1)?.request.url ?? 'none:');
const parametersOf = (violation: Violation): number => addressOf(violation).searchParams.size;
const queryLength = (violation: Violation): number => addressOf(violation).search.length;

/** Returns a sentence on the request that shows a violation, and its answer. */
export function violationText(violation: Violation): string {
  const { exchanges, actual, expected } = violation;
  const { pathname, search } = addressOf(violation);
  return `${exchanges.at(-1)?.request.method ?? 'GET'} ${pathname}${shorten(search, 120)}: ${actual} (expected: ${expected}).`;
}

/** Compares violations for sorting: the one with fewer query parameters is first, then the one with shorter ones. */
export const byPlainness = (one: Violation, other: Violation): number =>
  parametersOf(one) - parametersOf(other) || queryLength(one) - queryLength(other);

/** True if a violation of the same kind is shown by a request with fewer query parameters, or much shorter ones. */
export function isPlainer(one: Violation, other: Violation): boolean {
  const more = parametersOf(one) - parametersOf(other);
  return one.kind === other.kind && (more < 0 || (more === 0 && queryLength(one) * 2 < queryLength(other)));
}
