import { type Attempt, lastAround, lastOf } from '../context/rule.ts';
import type { RunContext } from '../context/run-context.ts';
import { areIdentical, type Difference, difference, type Keys, shortName } from '../listings/compare.ts';
import type { Finding, InconclusiveFinding } from '../model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, violated, wrongStatus } from '../model/finding.ts';
import type { Answer, Answers } from '../model/planned-request.ts';
import { DEFAULT_PAGE, queryText, sizeOf, USUAL_SORTS } from '../model/planned-request.ts';
import { countOf, shorten } from '../model/text.ts';
import { endOfList, excerpt } from './excerpt.ts';
import { leftToOthers } from './other-rules.ts';

/** The part of a run that the checks of listings read. */
export interface SeenLists extends Pick<RunContext, 'keys'> {
  /** The number of open issues that a caller ever saw, or all callers. */
  readonly listed: Pick<RunContext['listed'], 'count'>;
  readonly stability: Pick<RunContext['stability'], 'inconclusive'>;
}

const nameOf = ({ ask }: Answer): string => shorten(queryText(ask.query), 120);

const isTooLong = ({ ask, list }: Answer): boolean =>
  (list?.length ?? 0) > Number(ask.query['per_page'] ?? DEFAULT_PAGE);

/** Returns an inconclusive finding for a refused twin. A usual sort, a state but `open`, and a page behind the end may be refused. */
function refusedTwin(twin: Answer, { listed }: Pick<SeenLists, 'listed'>): InconclusiveFinding {
  const { query, caller } = twin.ask;
  const skipped = (Number(query['page'] ?? 1) - 1) * sizeOf(query);
  const seen = listed.count(caller);
  const isRefused = twin.status > 0 && twin.status < 500;
  if (isRefused && (USUAL_SORTS.includes(query['sort'] ?? '') || (query['state'] ?? 'open') !== 'open'))
    return needsData('a state and a sort that the service accepts');
  if (isRefused && skipped > 0 && seen <= skipped) return needsData(moreThan(skipped, seen));
  return leftToOthers(twin);
}

/** Returns an inconclusive finding for listings that cannot be compared. */
export function unreadable(answers: Answers): InconclusiveFinding {
  const bad = answers.find(({ status, list }) => status === 200 && list === null);
  if (bad !== undefined) return blocked(`The body of ${nameOf(bad)} is not a JSON array.`, 'list.array');
  return inconclusiveFinding('data', 'issues that can be told apart', ['list.array', 'list.records']);
}

/** Demands 200, unless the twin is refused as well. */
export function acceptedLikeTwin(attempt: Attempt, run: Pick<SeenLists, 'listed'>): Finding {
  const own = lastOf(attempt);
  if (own.status === 200) return holds([own]);
  const twins = lastAround(attempt, 'twin');
  const refused = twins.find(({ status }) => status !== 200);
  return refused === undefined ? wrongStatus('200', own, { twins }) : refusedTwin(refused, run);
}

/** Demands the results of the twin, in its order. @param demands200 true if no other rule judges a refusal of the request */
export function checkSameAsTwin(
  attempt: Attempt,
  { keys: keysOf, listed }: Pick<SeenLists, 'keys' | 'listed'>,
  demands200 = false,
): Finding {
  const own = lastOf(attempt);
  const twins = lastAround(attempt, 'twin');
  const refused = twins.find(({ status }) => status !== 200);
  if (refused !== undefined) return refusedTwin(refused, { listed });
  if (own.status !== 200) return demands200 ? wrongStatus('200', own, { twins }) : leftToOthers(own);
  const keys = keysOf(own);
  const ofTwins = twins.map(keysOf).filter((one) => one !== null);
  if (keys === null || ofTwins.length < twins.length) return unreadable([own, ...twins]);
  const [twin = []] = ofTwins;
  if (!areIdentical(ofTwins))
    return inconclusiveFinding('unstable', 'The list changed from request to request.');
  const found = difference(keys, twin);
  if (found === null) return holds([own, ...twins]);
  const long = twins.find(isTooLong);
  if (long !== undefined) return leftToOthers(long);
  const [first = own] = twins;
  const like = nameOf(first);
  return violated(found.kind, {
    expected: `the same results as ${like}`,
    actual: differenceText(found, keys, { like, twin }),
    answers: [own],
    twins,
    records: [
      ...excerpt(own, keys, { keys: twin, answers: twins }),
      ...(found.kind === 'too-many' ? [endOfList(first)] : []),
    ],
  });
}

/** Returns what a listing shows and its twin does not: `lists 1840005371, which state=open lacks`. */
function differenceText(
  { kind, at, extra, missing }: Difference,
  own: Keys,
  { like, twin }: { readonly like: string; readonly twin: Keys },
): string {
  const [lists, lacks] = [extra, missing].map((key) => (key === undefined ? null : shortName(key)));
  const isMostlyShared = own.filter((key) => twin.includes(key)).length * 2 >= own.length;
  if (own.length !== twin.length) {
    const which = kind === 'too-few' ? lacks && `: lacks ${lacks}` : lists && `: lists ${lists}`;
    return `${countOf(own.length, 'result')}, but ${like} has ${twin.length}${which ?? ''}`;
  }
  if (kind === 'wrong-order' || !isMostlyShared)
    return `result ${at + 1} is ${shortName(own[at] ?? '')}, but ${shortName(twin[at] ?? '')} with ${like}`;
  return lists == null ? `lacks ${lacks}, which ${like} lists` : `lists ${lists}, which ${like} lacks`;
}

/** Returns a finding, but an inconclusive one if the data could not show a violation. @param lack what the target lacks */
export const ifDataSuffices = (finding: Finding, suffices: boolean, lack: string): Finding =>
  finding.is === 'holds' && !suffices ? needsData(lack) : finding;

/** Returns what a case lacks that needs more results than `count`. @param found number of issues that the run saw */
export const moreThan = (count: number, found: number): string =>
  found > count
    ? `results behind the first ${count}, although it saw ${found} open issues`
    : `more than ${count} open issues; it saw ${found}`;
