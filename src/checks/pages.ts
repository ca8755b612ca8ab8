import type { Query } from '../client/request.ts';
import { PAGE_SHARE_DISPLACED, RESULTS_OF_ONE_CHANGE, RESULTS_SHIFTED } from '../model/tuning.ts';
import { count, type ViolationKind } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';

/** A page, and the larger page that holds it: that of a multiple of its size. */
export interface Held {
  readonly holder: Query;
  readonly holderSize: number;
  /** The first page of the page's own size. */
  readonly first: Query;
  /** The results of the holder before the page. */
  readonly from: number;
  readonly size: number;
  /** True if the list is known to be long enough for a full page. */
  readonly isFull: boolean;
}

/**
 * Returns the largest page that holds another one of at most 50 results: the first page, or one of a multiple of its
 * size.
 */
export function holderOf(t: Trial, size: number, number: number): Held {
  const own = { first: t.page(size, 1), size, isFull: size * number <= t.first.snapshot.keys.length };
  if (size * number <= FULL_PAGE)
    return { ...own, holder: t.page(FULL_PAGE, 1), holderSize: FULL_PAGE, from: (number - 1) * size };
  const times = Math.floor(FULL_PAGE / size);
  const page = Math.ceil(number / times);
  const holderSize = size * times;
  return { ...own, holder: t.page(holderSize, page), holderSize, from: ((number - 1) % times) * size };
}

/** The difference between a page as a whole and its part of a larger page. */
export interface Misplacement {
  readonly kind: ViolationKind & ('too-few' | 'wrong-results' | 'wrong-order');
  readonly how: string;
  /** The results by which it is displaced, if it is a part of the larger page. */
  readonly by: number | null;
}

/** The distance by which most results of a page are displaced, all of them alike. */
function shiftOf(keys: readonly string[], holder: readonly string[], from: number): number {
  const places = new Map(holder.map((key, index) => [key, index]));
  const counts = new Map<number, number>();
  for (const [index, key] of keys.entries()) {
    const place = places.get(key);
    if (place !== undefined) counts.set(place - from - index, (counts.get(place - from - index) ?? 0) + 1);
  }
  const [shift = 0, times = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return times >= PAGE_SHARE_DISPLACED * keys.length ? shift : 0;
}

/** True if most results of a page are far from their places. */
function isReordered(keys: readonly string[], expected: readonly string[]): boolean {
  // A list that grew between the two answers shifts one of them by a result or two, which turns nothing round.
  const [own, wanted] = [new Set(keys), new Set(expected)];
  const both = keys.filter((key) => wanted.has(key));
  const turned = expected.filter((key) => own.has(key)).toReversed();
  if (
    both.length >= RESULTS_OF_ONE_CHANGE &&
    both.length >= keys.length - RESULTS_SHIFTED &&
    sameKeys(both, turned)
  )
    return true;
  const places = new Map(expected.map((key, index) => [key, index]));
  const far = keys.filter(
    (key, index) => Math.abs((places.get(key) ?? index) - index) >= RESULTS_OF_ONE_CHANGE,
  );
  return far.length > keys.length / 2;
}

/** Reasons why nothing follows from a page: the larger one ends before it, or its own size shows nothing. */
export type Unplaced = 'nothing to compare' | 'too large' | 'too small';

/**
 * Compares a page with its part of the larger page. It `fits` unless the page as a whole is displaced: single results out of
 * place are a matter of list.page.partition.
 */
export function placeOf(
  keys: readonly string[],
  holder: readonly string[],
  { from, size }: Held,
): 'fits' | Unplaced | Misplacement {
  const expected = holder.slice(from, from + size);
  // The specification says nothing of results behind the end of a list.
  if (expected.length === 0) return 'nothing to compare';
  if (sameKeys(keys, expected)) return 'fits';
  // The page has another size than was asked for; list.per-page.at-most judges that.
  if (keys.length > size) return 'too large';
  if (keys.length < expected.length)
    return { kind: 'too-few', how: `${count(expected.length - keys.length, 'result')} fewer`, by: null };
  if (keys.length > expected.length) {
    const known = new Set(holder);
    if (keys.slice(expected.length).every((key) => known.has(key)))
      return { kind: 'wrong-results', how: 'filled up beyond the end of the list', by: null };
    // New results here may be missing there, but not results that should stand before them.
    const own = new Set(keys.slice(0, expected.length));
    const isOther = 2 * expected.filter((key) => own.has(key)).length < expected.length;
    return isOther ? { kind: 'wrong-results', how: 'other results', by: null } : 'fits';
  }
  if (keys.length < RESULTS_OF_ONE_CHANGE) return 'too small';
  const by = shiftOf(keys, holder, from);
  if (by !== 0) return { kind: 'wrong-results', how: `displaced by ${count(Math.abs(by), 'result')}`, by };
  const wanted = new Set(expected);
  if (keys.filter((key) => wanted.has(key)).length < keys.length / 2)
    return { kind: 'wrong-results', how: 'other results', by: null };
  return isReordered(keys, expected) ? { kind: 'wrong-order', how: 'another order', by: null } : 'fits';
}
