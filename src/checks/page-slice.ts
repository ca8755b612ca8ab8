import { type Attempt, lastAround, lastOf } from '../context/rule.ts';
import { areIdentical, difference, type Keys, shortName } from '../listings/compare.ts';
import type { Finding } from '../model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, violated, wrongStatus } from '../model/finding.ts';
import { type Answer, queryText } from '../model/planned-request.ts';
import { countOf } from '../model/text.ts';
import { excerpt, type Sequence } from './excerpt.ts';
import { leftToOthers } from './other-rules.ts';
import { moreThan, type SeenLists, unreadable } from './same.ts';

/** Share of results out of place from which a page counts as displaced. */
const DISPLACED = 0.8;

/** A page of a size, and the size of a larger page that holds it. */
export type PagePart = readonly [size: number, page: number, larger: number];

/** Demands that a page is its part of a larger page: twins `large`, and `first` of the same size. */
export function checkSlice(
  attempt: Attempt,
  [size, page, larger]: PagePart,
  { keys: keysOf, listed }: SeenLists,
): Finding {
  const own = lastOf(attempt);
  const large = lastAround(attempt, 'large');
  const firsts = lastAround(attempt, 'first');
  const skipped = (page - 1) * size;
  const from = skipped % larger;
  const seen = listed.count(own.ask.caller);
  const refused = [...large, ...firsts].find(({ status }) => status !== 200);
  if (refused !== undefined && (seen > skipped || refused.status === 0 || refused.status >= 500))
    return leftToOthers(refused);
  // A page behind the end of the list may be anything.
  const isWithin = seen > skipped && large.every(({ list }) => (list?.length ?? 0) > from);
  if (!isWithin) return needsData(moreThan(skipped, seen));
  if (own.status !== 200)
    return own.status === 0 || own.status >= 500 || page === 2
      ? wrongStatus('200', own, { twins: large })
      : leftToOthers(own);
  const keys = keysOf(own);
  const wholes = large.map(keysOf).filter((one) => one !== null);
  const first = keysOf(firsts[0]);
  if (keys === null || first === null || wholes.length < large.length)
    return unreadable([own, ...large, ...firsts]);
  if (!areIdentical(wholes))
    return inconclusiveFinding('unstable', 'The list changed from request to request.');
  const [whole = []] = wholes;
  if (whole.length > larger || first.length > size)
    return blocked(
      'Pages have more results than requested.',
      'list.per-page.at-most',
      'list.per-page.default',
    );
  const inAll = new Set([...whole, ...keys, ...first]).size;
  const isLargerShort = page * size <= larger && whole.length < larger && inAll > whole.length;
  const isFirstShort = first.length < size && page > 1 && whole.length > first.length;
  if (isLargerShort || isFirstShort)
    return blocked(
      'Pages have fewer results than requested.',
      'list.per-page.fills',
      'list.per-page.maximum',
      'list.per-page.default',
    );
  const of = ` of ${queryText(large[0]?.ask.query ?? {})}`;
  return judgePart(own, keys, { keys: whole, answers: large, from, to: from + size, of });
}

/** Results that stand in one order by chance once in a hundred times or more seldom. */
const NO_CHANCE = 5;

/**
 * True if equals in another order may explain a page: the other listing holds some of it, but in another order, or apart. A
 * displaced page is one stretch of the list. A page of one result shows no order.
 */
function areEqualsMixed(own: Keys, whole: Keys): boolean {
  const places = own.map((key) => whole.indexOf(key)).filter((place) => place >= 0);
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  const isStretch = steps.every((step) => step === 1);
  const isOrdered = steps.every((step) => step > 0) && places.length >= NO_CHANCE;
  return own.length === 1 || (places.length > 0 && !isStretch && !isOrdered);
}

/** The place of a page in another listing that holds it. */
interface Within extends Sequence {
  /** The part with which the page must agree. */
  readonly from: number;
  readonly to: number;
  /** The other listing in words, if it is a page. */
  readonly of?: string;
}

/** Returns `page 2 starts one result early: 184 is result 5 of per_page=10&page=1`. */
function displacementText(
  page: Answer,
  own: Keys,
  { keys: whole, from, of = ' of the pages that it is compared with' }: Within,
): string {
  const [first = ''] = own;
  const starts = whole.indexOf(first);
  const early = from - starts;
  const is = `page ${page.ask.query['page'] ?? 1}`;
  const rest = whole.slice(starts, starts + own.length);
  if (starts < 0 || early === 0 || rest.some((key, index) => key !== own[index])) {
    const at = own.findIndex((key, index) => key !== whole[from + index]);
    return `result ${at + 1} of ${is} is ${shortName(own[at] ?? '')}, not ${shortName(whole[from + at] ?? '')}`;
  }
  const by = Math.abs(early) === 1 ? 'one result' : countOf(Math.abs(early), 'result');
  return early < 0
    ? `${is} starts ${by} late: it lacks ${shortName(whole[from] ?? '')}`
    : `${is} starts ${by} early: ${shortName(first)} is result ${starts + 1}${of}`;
}

/** Judges if a page is displaced or repeated as a whole, or has another length. `list.page.partition` judges single records. */
export function judgePart(page: Answer, own: Keys, within: Within): Finding {
  const { keys: whole, from, to, of = '', answers: twins } = within;
  const results = `results ${from + 1} to ${to}${of}`;
  const due = whole.slice(from, to);
  const found = difference(own, due);
  if (due.length === 0) return needsData(moreThan(0, own.length));
  if (found === null) return holds([page]);
  const make = (
    kind: 'too-few' | 'wrong-results' | 'wrong-order',
    expected: string,
    actual: string,
  ): Finding =>
    violated(kind, { expected, actual, answers: [page], twins, records: excerpt(page, own, within) });
  if (own.length !== due.length) {
    const isShort = own.length < due.length;
    const which = isShort
      ? `lacks ${shortName(found.missing ?? due[own.length] ?? '')}`
      : `lists ${shortName(found.extra ?? own[due.length] ?? '')} as well`;
    const number = page.ask.query['page'] ?? 1;
    return make(
      isShort ? 'too-few' : 'wrong-results',
      results,
      `${countOf(own.length, 'result')} on page ${number}, not ${due.length}: it ${which}`,
    );
  }
  const displaced = own.filter((key, index) => key !== due[index]).length;
  const says = displacementText(page, own, within);
  if (displaced < DISPLACED * own.length)
    return blocked(`Single records are out of place: ${says}.`, 'list.page.partition');
  const isOrder = new Set(own).size === new Set([...own, ...due]).size;
  const isReversed = areIdentical([own.toReversed(), due]);
  if (!isReversed && areEqualsMixed(own, whole))
    return blocked(`Ties may be reordered: ${says}.`, 'list.page.partition');
  return make(isOrder ? 'wrong-order' : 'wrong-results', results, says);
}
