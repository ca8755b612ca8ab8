import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, endOf } from '../client/exchange.ts';
import type { Query } from '../client/request.ts';
import { resultsIn } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { areLive, nameOf, rawKeysIn, withQuery } from './alike.ts';
import { incomparable, lookShows, telling } from './answers.ts';
import type { RuleCase } from './case.ts';
import { blaming } from './causes.ts';
import { compared } from './naming.ts';
import type { Oracle } from './oracle.ts';
import { ALL_ALIKE, broken, held as heldOn, type Judgement, lacking, undecided, unshown } from './oracle.ts';
import type { Trial } from './trial.ts';
import {
  PAGE_RESULTS_AT_LEAST,
  PAGE_SHARE_DISPLACED,
  PLACES_OUT_OF_ORDER,
  RESULTS_SHIFTED,
  RESULTS_TO_TELL_ORDER,
} from './tuning.ts';
import { always, onceToConfirm } from './twins.ts';
import { count, type ViolationKind } from './violation.ts';

/** A page, and the larger page that holds it: that of a multiple of its size. */
export interface Held {
  readonly holder: Query;
  readonly holderSize: number;
  /** The first page of the page's own size. */
  readonly first: Query;
  /** How many results of the holder stand before the page. */
  readonly from: number;
  readonly size: number;
  /** Whether the list is known to be so long that the page is full. */
  readonly isFull: boolean;
}

/** The largest page that holds another one, of a size of at most 50: the first of all, or one of a multiple of its size. */
export function holderOf(t: Trial, size: number, number: number): Held {
  const own = { first: t.page(size, 1), size, isFull: size * number <= t.first.snapshot.keys.length };
  if (size * number <= FULL_PAGE)
    return { ...own, holder: t.page(FULL_PAGE, 1), holderSize: FULL_PAGE, from: (number - 1) * size };
  const times = Math.floor(FULL_PAGE / size);
  const page = Math.ceil(number / times);
  const holderSize = size * times;
  return { ...own, holder: t.page(holderSize, page), holderSize, from: ((number - 1) % times) * size };
}

/** Rules on how many results a page holds. */
const SIZES = ['list.per-page.fills', 'list.per-page.at-most', 'list.per-page.maximum'] as const;

/** How a page as a whole is not the part of a larger one that it must be. */
export interface Misplacement {
  readonly kind: ViolationKind & ('too-few' | 'wrong-results' | 'wrong-order');
  readonly how: string;
  /** By how many results it is displaced, where it is a part of the larger page. */
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

/** Whether the results of a page are for the most part far from where they must stand. */
function isReordered(keys: readonly string[], expected: readonly string[]): boolean {
  // A list that grew between the two answers shifts one of them by a result or two, which turns nothing round.
  const [own, wanted] = [new Set(keys), new Set(expected)];
  const both = keys.filter((key) => wanted.has(key));
  const turned = expected.filter((key) => own.has(key)).toReversed();
  if (
    both.length >= PAGE_RESULTS_AT_LEAST &&
    both.length >= keys.length - RESULTS_SHIFTED &&
    sameKeys(both, turned)
  )
    return true;
  if (keys.length < RESULTS_TO_TELL_ORDER) return false;
  const places = new Map(expected.map((key, index) => [key, index]));
  const far = keys.filter(
    (key, index) => Math.abs((places.get(key) ?? index) - index) >= PLACES_OUT_OF_ORDER,
  );
  return far.length > keys.length / 2;
}

/** Why nothing follows from a page beside the larger one: that one ends before it; it is too large, or too small to tell. */
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
  // What stands behind the end of a list is not shown.
  if (expected.length === 0) return 'nothing to compare';
  if (sameKeys(keys, expected)) return 'fits';
  // Such a page goes on by another size than was asked for: its size is judged by list.per-page.at-most.
  if (keys.length > size) return 'too large';
  if (keys.length < expected.length)
    return { kind: 'too-few', how: `${count(expected.length - keys.length, 'result')} fewer`, by: null };
  if (keys.length > expected.length) {
    const known = new Set(holder);
    if (keys.slice(expected.length).every((key) => known.has(key)))
      return { kind: 'wrong-results', how: 'filled up beyond the end of the list', by: null };
    // What is new here may as well be missing there, but not what should stand before it.
    const own = new Set(keys.slice(0, expected.length));
    const isOther = 2 * expected.filter((key) => own.has(key)).length < expected.length;
    return isOther ? { kind: 'wrong-results', how: 'other results', by: null } : 'fits';
  }
  if (keys.length < PAGE_RESULTS_AT_LEAST) return 'too small';
  const by = shiftOf(keys, holder, from);
  if (by !== 0) return { kind: 'wrong-results', how: `displaced by ${count(Math.abs(by), 'result')}`, by };
  const wanted = new Set(expected);
  if (keys.filter((key) => wanted.has(key)).length < keys.length / 2)
    return { kind: 'wrong-results', how: 'other results', by: null };
  return isReordered(keys, expected) ? { kind: 'wrong-order', how: 'another order', by: null } : 'fits';
}

/** The end of a list that others write to was outrun. */
export const GREW = because(
  'unstable',
  'The list grew while it was read, so that its last page could not be compared; run again while nobody else writes.',
);
const MOVED = because(
  'unstable',
  'The list changed each time between a page and the larger one that holds it, so that nothing follows from what they hold; run again while nobody else writes.',
);

/** Why the place of pages is not known that hold more results than were asked for. */
const tooLarge = (pages: readonly Read[], size: number): Doubt =>
  blaming(
    ['list.per-page.at-most', 'list.per-page.default', 'list.per-page.fills'],
    `It holds ${count(pages.at(-1)?.keys.length ?? 0, 'result')} although per_page=${size} was asked for, so the part of the list that belongs on it is unknown.`,
  );

/** An answer, and the keys of what it lists. */
interface Read {
  readonly answer: Exchange;
  readonly keys: readonly string[];
}

/** What the list held when something was answered: that is known where it was read with the same result before and after. */
function around({ startedAt, ms }: Exchange, reads: readonly Read[]): readonly string[] | null {
  const before = reads
    .filter(({ answer }) => answer.startedAt <= startedAt)
    .toSorted((a, b) => b.answer.startedAt - a.answer.startedAt)[0];
  const after = reads
    .filter((each) => each !== before && endOf(each.answer) >= startedAt + ms)
    .toSorted((a, b) => endOf(a.answer) - endOf(b.answer))[0];
  return before !== undefined && after !== undefined && sameKeys(before.keys, after.keys)
    ? before.keys
    : null;
}

/**
 * Why a page that was found displaced before is not known to be right although it agrees now; `null` where it is known.
 * @param suspected how it was found broken
 */
function whyUnsure(
  suspected: ViolationKind,
  own: readonly Read[],
  holders: readonly Read[],
  past: readonly (readonly string[])[],
  held: Held,
): Doubt | null {
  const { from, size } = held;
  // Where the list goes on by now, nothing shows any more of what was wrong at its end.
  const endsHere = (keys: readonly string[]): boolean => keys.length > from && keys.length < from + size;
  if (suspected === 'too-few' && past.some(endsHere) && !holders.some(({ keys }) => endsHere(keys)))
    return GREW;
  const [first = []] = past;
  if ([...past, ...holders.map(({ keys }) => keys)].every((keys) => sameKeys(keys, first))) return null;
  const isRight = ({ answer, keys }: Read): boolean => {
    const then = around(answer, holders);
    return then !== null && placeOf(keys, then, held) === 'fits';
  };
  return own.some(isRight) ? null : MOVED;
}

/** A page is the part of the page of a multiple of its size that it must be. */
export function heldBy(
  heldOf: (one: RuleCase) => Held,
  says: string,
): Oracle<'holder' | 'own first' | 'holder first'> {
  return {
    says,
    twins: (one) => {
      const { holder, first } = heldOf(one);
      const isFirst = Number(holder['page'] ?? 1) === 1;
      return {
        holder: always(withQuery(one, holder)),
        'own first': onceToConfirm(withQuery(one, first)),
        'holder first': isFirst ? 'none' : onceToConfirm(withQuery(one, { ...holder, page: '1' })),
      };
    },
    judge: ({ looks, earlier, aged, suspected, past, known }, one): Judgement => {
      const doubt = incomparable(looks);
      if (doubt !== null) return undecided(doubt);
      if (!known.isDistinct) return ALL_ALIKE;
      const held = heldOf(one);
      const { from, size, holder, holderSize } = held;
      // Where a size is not honoured on its first page, another rule is broken, and nothing follows from a later one.
      const isHonoured = (firsts: readonly Exchange[] | undefined, wanted: number): boolean =>
        firsts === undefined || firsts.every((first) => resultsIn(first) === wanted);
      if (
        !looks.every(
          ({ twins }) =>
            isHonoured(twins['own first'], size) && isHonoured(twins['holder first'], holderSize),
        )
      )
        return unshown(`first pages of ${size} and of ${holderSize} results that are full`, SIZES);
      const holders = [...earlier, ...looks].flatMap(({ twins }) => twins.holder ?? []);
      // A larger page that has too many results, or fewer than its size and more behind it, holds nothing for sure.
      const read = (answers: readonly Exchange[]): Read[] =>
        answers.flatMap((answer) => {
          const keys = rawKeysIn(answer, known);
          return keys === null || keys.length > holderSize ? [] : [{ answer, keys }];
        });
      const reads = read(holders);
      const sound = reads.map(({ keys }) => keys);
      const own = looks.flatMap((look) => {
        const answer = telling(look);
        const keys = answer === undefined ? null : rawKeysIn(answer, known);
        return answer === undefined || keys === null ? [] : [{ look, answer, keys }];
      });
      if (sound.length === 0)
        return holders.every((answer) => rawKeysIn(answer, known) === null)
          ? unshown(`a list of issues as the answer to ${nameOf(holder)}`)
          : undecided(
              blaming(
                ['list.per-page.at-most'],
                `The answer to ${nameOf(holder)} holds more than ${holderSize} results, so nothing can be compared with it.`,
              ),
            );
      if (own.length === 0) return unshown('a list of issues as its answer');
      // Two issues may have the same to show: then their places tell nothing.
      const seen = [...sound, ...own.map(({ keys }) => keys)];
      if (seen.some((keys) => new Set(keys).size < keys.length))
        return known.isNamed
          ? unshown('pages that list no issue twice', ['list.page.partition'])
          : lacking('issues that are not alike');
      const placed = own.map((each) => ({
        ...each,
        places: sound.map((holds) => placeOf(each.keys, holds, held)),
      }));
      const outside = placed.flatMap(({ look, answer, keys, places }) => {
        const last = places.at(-1);
        const isTold = last !== undefined && typeof last !== 'string';
        return isTold && places.every((place) => typeof place !== 'string')
          ? [{ look, answer, keys, last }]
          : [];
      });
      const worst = outside.at(-1);
      if (worst === undefined) {
        if (!sound.some((keys) => keys.length > from)) return lacking(`more than ${count(from, 'issue')}`);
        // A short page is a part of a short one alike; but only where the list ends there.
        const isShort = own.every(({ keys }) => keys.length < size);
        if (isShort && held.isFull)
          return undecided(
            blaming(
              ['list.per-page.fills'],
              `Pages of ${size} hold fewer results although more exist, so nothing follows from what they hold.`,
            ),
          );
        const unsure =
          suspected === null
            ? null
            : whyUnsure(
                suspected,
                own,
                reads,
                read(past.holder ?? []).map(({ keys }) => keys),
                held,
              );
        if (unsure !== null) return undecided(unsure);
        const fitting = placed.filter(({ places }) => places.includes('fits'));
        if (fitting.length > 0) return heldOn(fitting.map(({ answer }) => answer));
        return placed.some(({ places }) => places.includes('too large'))
          ? undecided(tooLarge(placed, size))
          : lacking(`a page of at least ${count(PAGE_RESULTS_AT_LEAST, 'result')}`);
      }
      const { look, keys, last } = worst;
      const twin = reads.at(-1) ?? worst;
      const expected = twin.keys.slice(from, from + size);
      const beside = compared(worst, { answer: twin.answer, keys: expected, from }, known);
      const isCount = keys.length !== expected.length;
      const isAtRest = sound.every((each) => sameKeys(each, sound[0] ?? []));
      const isFresh =
        aged ||
        areLive(
          own.map((each) => each.keys),
          sound,
        );
      // A page that moves along with the list is displaced by as much each time, and of no other time.
      const isSteady = isFresh && new Set(outside.map((each) => each.last.by)).size === 1 && last.by !== null;
      return broken(
        {
          kind: last.kind,
          expected: isCount
            ? `${count(expected.length, 'result')}, like results ${from + 1} to ${from + expected.length} of ${nameOf(holder)}`
            : `${beside.twin}, like result ${from + beside.difference.at} of ${nameOf(holder)}`,
          actual: isCount
            ? count(keys.length, 'result') + (last.kind === 'too-few' ? '' : ` (${last.how})`)
            : `${beside.own} (${last.how})`,
          difference: beside.difference,
          ...lookShows(look, 'twins', [twin.answer]),
        },
        outside.length,
        {
          looks: last.kind === 'too-few' ? 3 : 10,
          age: last.kind !== 'wrong-order' && !(isFresh && isAtRest) && !isSteady,
        },
      );
    },
  };
}
