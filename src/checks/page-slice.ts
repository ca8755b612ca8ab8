import { type Attempt, lastAround, lastOf } from '../context/rule.ts';
import { areIdentical, difference, distinct, type Keys } from '../listings/compare.ts';
import { type Finding, holds, inconclusiveFinding } from '../model/finding.ts';
import { describeListing, queryText } from '../model/planned-request.ts';
import { countOf } from '../model/text.ts';
import { type KeysOf, moreThan, unreadable } from './same.ts';
import { type Evidence, violated, wrongStatus } from './violated.ts';

/** Share of results out of place from which a page counts as displaced. */
const DISPLACED = 0.8;

/** A page of `size`, and the larger page that holds it. */
export interface Slice {
  readonly size: number;
  readonly page: number;
  /** Results of the larger page before it. */
  readonly from: number;
  readonly largerSize: number;
  /** True if the larger page is the first one. */
  readonly isLargerFirst: boolean;
  /** Number of open issues that the caller ever saw. A page behind their end may be anything. */
  readonly seenCount: number;
}

/** Demands that a page is its part of a larger page: twins `large`, and `first` of the same size. */
export function checkSlice(attempt: Attempt, part: Slice, keysOf: KeysOf): Finding {
  const own = lastOf(attempt);
  const large = lastAround(attempt, 'large');
  const firsts = lastAround(attempt, 'first');
  const refused = [...large, ...firsts].find(({ status }) => status !== 200);
  if (refused !== undefined)
    return inconclusiveFinding('other-rule', describeListing(refused), [
      'list.ok',
      'list.per-page.maximum',
      'list.page.slices',
    ]);
  const skipped = (part.page - 1) * part.size;
  const isWithin = part.seenCount > skipped && large.every(({ list }) => (list?.length ?? 0) > part.from);
  if (!isWithin) return inconclusiveFinding('data', moreThan(skipped, part.seenCount));
  if (own.status !== 200)
    return own.status === 0 || own.status >= 500 || part.page === 2
      ? wrongStatus('200', own, large)
      : inconclusiveFinding('other-rule', describeListing(own), ['list.page.second']);
  const keys = keysOf(own);
  const larger = large.map(keysOf).filter((one) => one !== null);
  const first = keysOf(firsts[0]);
  if (keys === null || first === null || larger.length < large.length)
    return unreadable([own, ...large, ...firsts]);
  if (!areIdentical(larger))
    return inconclusiveFinding('unstable', 'The list changed from request to request.');
  const [whole = []] = larger;
  const size = sizeTrouble(part, { own: keys, whole, first });
  if (size !== null) return size;
  const expected = whole.slice(part.from, part.from + part.size);
  const results = `results ${part.from + 1} to ${part.from + part.size} of ${queryText(large[0]?.ask.query ?? {})}`;
  return judgePart(keys, expected, results, { answers: [own], twins: large });
}

/** Returns an inconclusive finding if pages have another size than requested, else `null`. */
function sizeTrouble(
  { size, page, largerSize, isLargerFirst }: Slice,
  { own, whole, first }: { readonly own: Keys; readonly whole: Keys; readonly first: Keys },
): Finding | null {
  if (whole.length > largerSize || first.length > size)
    return inconclusiveFinding('other-rule', 'Pages have more results than requested.', [
      'list.per-page.at-most',
    ]);
  const isLargerShort =
    isLargerFirst && whole.length < largerSize && distinct(whole, own, first) > whole.length;
  const isFirstShort = first.length < size && page > 1 && whole.length > first.length;
  return isLargerShort || isFirstShort
    ? inconclusiveFinding('other-rule', 'Pages have fewer results than requested.', [
        'list.per-page.fills',
        'list.per-page.maximum',
        'list.per-page.default',
      ])
    : null;
}

/** True if most results are expected, but reordered. A displaced page keeps the order. */
function areEqualsMixed(own: Keys, expected: Keys): boolean {
  const places = own.map((key) => expected.indexOf(key)).filter((place) => place >= 0);
  return places.length > own.length / 2 && places.some((place, index) => place < (places[index - 1] ?? 0));
}

/** Judges if a page is displaced or repeated as a whole, or has another length. `list.page.partition` judges single records. */
export function judgePart(own: Keys, expected: Keys, results: string, evidence: Evidence): Finding {
  const found = difference(own, expected);
  const shown: Evidence = { ...evidence, ...(found === null ? {} : { difference: found.at }) };
  if (own.length < expected.length)
    return violated('too-few', `${results}: ${expected.length}`, countOf(own.length, 'result'), shown);
  if (expected.length === 0) return inconclusiveFinding('data', moreThan(0, own.length));
  if (own.length > expected.length)
    return violated('wrong-results', `${results}: ${expected.length}`, countOf(own.length, 'result'), shown);
  const displaced = own.filter((key, index) => key !== expected[index]).length;
  if (displaced === 0) return holds(evidence.answers);
  const says = found?.says ?? 'another order';
  if (displaced < DISPLACED * own.length)
    return inconclusiveFinding('other-rule', `Single records are out of place: ${says}.`, [
      'list.page.partition',
    ]);
  const isOrder = new Set(own).size === new Set([...own, ...expected]).size;
  if (!isOrder && areEqualsMixed(own, expected))
    return inconclusiveFinding('other-rule', `Ties may be reordered: ${says}.`, ['list.page.partition']);
  return violated(isOrder ? 'wrong-order' : 'wrong-results', results, says, shown);
}
