import { type Attempt, lastAround, lastOf } from '../context/rule.ts';
import { areIdentical, difference, type Keys } from '../listings/compare.ts';
import { type Finding, holds, type InconclusiveFinding, inconclusiveFinding } from '../model/finding.ts';
import {
  type Answer,
  type Answers,
  DEFAULT_PAGE,
  describeAnswer,
  describeListing,
  queryText,
} from '../model/planned-request.ts';
import type { RuleId } from '../model/rule-ids.ts';
import { violated, wrongStatus } from './violated.ts';

/** Returns the names of the records of a listing; `null` if it is none, or they cannot be told apart. */
export type KeysOf = (answer: Answer | undefined) => Keys | null;

const nameOf = ({ ask }: Answer): string => queryText(ask.query);

/** True if a page holds more than was asked for. */
const isTooLong = ({ ask, list }: Answer): boolean =>
  (list?.length ?? 0) > Number(ask.query['per_page'] ?? DEFAULT_PAGE);

/** Nothing follows if a twin is refused, which is first of all a matter of who may list. */
const refusedTwin = (twin: Answer, blockedBy: readonly RuleId[]): InconclusiveFinding =>
  inconclusiveFinding(
    'other-rule',
    `A request to compare with, ${nameOf(twin)}, got ${describeAnswer(twin)}.`,
    [...blockedBy, 'list.ok', twin.ask.caller.kind === 'anonymous' ? 'list.anonymous' : 'list.token'],
  );

/** Returns why listings cannot be compared. */
export function unreadable(answers: readonly (Answer | undefined)[]): InconclusiveFinding {
  const bad = answers.find((answer) => answer?.status === 200 && answer.list === null);
  if (bad !== undefined)
    return inconclusiveFinding('other-rule', `The body of ${nameOf(bad)} is no JSON array.`, ['list.array']);
  return inconclusiveFinding('data', 'issues that can be told apart', ['list.array', 'list.records']);
}

/** Demands 200, unless a twin is refused as well. */
export function checkAcceptedLikeTwin(attempt: Attempt, twin: string, blockedBy: readonly RuleId[]): Finding {
  const own = lastOf(attempt);
  if (own.status === 200) return holds([own]);
  const refused = lastAround(attempt, twin).find(({ status }) => status !== 200);
  if (refused !== undefined) return refusedTwin(refused, blockedBy);
  return wrongStatus('200', own, lastAround(attempt, twin));
}

export interface Sameness {
  readonly keysOf: KeysOf;
  /** Rules to blame if a twin is not answered as it should be. */
  readonly blockedBy: readonly RuleId[];
  /** The rule to blame if the request itself is refused; `null` if this rule demands 200. */
  readonly refusal: RuleId | null;
}

/** Demands the results of a twin, in its order. */
export function checkSameAsTwin(
  attempt: Attempt,
  twin: string,
  { keysOf, blockedBy, refusal }: Sameness,
): Finding {
  const own = lastOf(attempt);
  const twins = lastAround(attempt, twin);
  const refused = twins.find(({ status }) => status !== 200);
  if (refused !== undefined) return refusedTwin(refused, blockedBy);
  if (own.status !== 200)
    return refusal === null
      ? wrongStatus('200', own, twins)
      : inconclusiveFinding('other-rule', describeListing(own), [refusal]);
  return sameRecords(own, twins, keysOf);
}

/** Demands the records of a twin, in its order. All of them were answered with 200. */
function sameRecords(own: Answer, twins: Answers, keysOf: KeysOf): Finding {
  const keys = keysOf(own);
  const ofTwins = twins.map(keysOf).filter((one) => one !== null);
  if (keys === null || ofTwins.length < twins.length) return unreadable([own, ...twins]);
  const [twin = []] = ofTwins;
  if (!areIdentical(ofTwins))
    return inconclusiveFinding('unstable', 'The list changed from request to request.');
  const found = difference(keys, twin);
  if (found === null) return holds([own, ...twins]);
  const long = twins.find(isTooLong);
  if (long !== undefined)
    return inconclusiveFinding('other-rule', describeListing(long), [
      'list.per-page.at-most',
      'list.per-page.default',
    ]);
  const like = twins[0] === undefined ? 'before' : nameOf(twins[0]);
  return violated(found.kind, `the same results as ${like}`, `${describeAnswer(own)}; ${found.says}`, {
    answers: [own],
    twins,
    difference: found.at,
  });
}

/** A finding that holds only if the data could have shown a violation. @param lack what the target lacks */
export const ifDataSuffices = (finding: Finding, suffices: boolean, lack: string): Finding =>
  finding.is === 'holds' && !suffices ? inconclusiveFinding('data', lack) : finding;

export const moreThan = (count: number, found: number): string =>
  `more than ${count} open issues; it was shown ${found}`;
