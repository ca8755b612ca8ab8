import { withQuery } from '../src/checks/alike.ts';
import { accepted, supposed } from '../src/checks/answers.ts';
import { heldBy } from '../src/checks/held-by.ts';
import { type Held, holderOf } from '../src/checks/pages.ts';
import { orderLasts, repositoriesAreTold, somebodyLists } from '../src/checks/preconditions.ts';
import type { Query } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { pagesWithin } from '../src/generate/page.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../src/generate/per-page.ts';
import type { RuleCase } from '../src/model/case.ts';
import { all, byCase, type Check } from '../src/model/check.ts';
import { without } from '../src/model/query.ts';
import { always } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { listingOf, resultsIn } from '../src/snapshot/listing.ts';
import {
  behindTheLast,
  inAnotherOrder,
  isStillLast,
  lastOfAll,
  lastPage,
  lastWithRoom,
  lengthOf,
  listExtentOf,
  nothingBehind,
  shownToStrangers,
} from './ends.ts';
import { PLACED } from './explained-by.ts';
import { unlessListed, unlessPlaced } from './impacts.ts';

export const LISTS = [repositoriesAreTold, somebodyLists];

export const ORDERED = [...LISTS, orderLasts];

/** Sizes of pages that are compared: two fit on a page of 100, and each can be told from its neighbours. */
const HELD_SIZES = { least: 3, most: 50 };

/** Sizes of last pages. A page at full size is a multiple of each, which saves requests. */
const EVEN_SIZES = [50, 25, 20];

/** Size of a third page: it begins in the middle of a page at full size. */
const THIRD = 25;

const SOME_SIZES = Array.from({ length: 26 }, (_, index) => HELD_SIZES.most - index);
const LAST_SIZES = { quick: [HELD_SIZES.most], standard: SOME_SIZES, thorough: SOME_SIZES };
const RUNS = { quick: 0, standard: 6, thorough: 200 };
const NONE = { quick: 0, standard: 0, thorough: 0 };

/** True if the list goes on behind a page for a caller: others may be shown fewer issues than the base caller. */
function isFullFor(t: Trial, caller: Caller, held: Held, number: number): boolean {
  if (caller === t.base) return held.isFull;
  const pages = [1, 2].flatMap(
    (page) => t.run.listings.answersTo(t.listing(t.page(MAX_PER_PAGE, page), caller)).at(-1) ?? [],
  );
  return held.size * number <= pages.reduce((sum, page) => sum + resultsIn(page), 0);
}

/** The page that a case asks for, with the size that is really used. */
export const samePageOf = ({ query, twins }: RuleCase): Query => twins?.samePage ?? query;

/** The page that a case asks for, within the larger one that holds it. */
const heldOf =
  (t: Trial) =>
  (one: RuleCase): Held => {
    const { query, caller } = one;
    const number = Number(query['page'] ?? 1);
    const held = holderOf(t, Number(samePageOf(one)['per_page'] ?? DEFAULT_PER_PAGE), number);
    return {
      ...held,
      isFull: isFullFor(t, caller, held, number),
      first: t.fromBeginning(without('page')(query)),
    };
  };

/** A second page without a size. Its size is that of the plain list; list.per-page.default judges that. */
async function withoutSize(t: Trial): Promise<RuleCase[]> {
  const plain = listingOf(await t.ask(t.listing(t.fromBeginning({}))));
  const size = plain.kind === 'list' ? plain.records.length : 0;
  const isHeld = size >= HELD_SIZES.least && size <= HELD_SIZES.most;
  const samePage = { per_page: String(size), page: '2' };
  return isHeld ? [{ ...t.list({ page: '2' }), twins: { samePage } }] : [];
}

/** The part of the list that a page holds (sections 4.1 and 8). */
export const listPages: readonly CaseRule[] = [
  {
    id: 'list.page.second',
    level: 'required',
    statedIn: ['4.1 parameter page', '4.1 rule 2'],
    phase: 'read',
    needs: [],
    data: { open: 6 },
    says: '`per_page=5&page=2` answers 200 with results 6 to 10 of the list.',
    tried:
      'Every caller asks for it, and for per_page=10, whose second half it is. It fails where the page as a whole is displaced, repeated, cut or padded; single results out of place are a matter of list.page.partition. Ten issues decide it.',
    compared: 'the second half of `per_page=10`; by itself: 200 (the plain list)',
    impact: unlessListed('A client that turns to the second page', unlessPlaced),
    explainedBy: PLACED,
    preconditions: ORDERED,
    cases: (t) => t.everyCaller(t.page(5, 2)),
    check: (t) =>
      all(
        accepted({ expected: '200, with results 6 to 10' }),
        heldBy(
          () => ({ ...holderOf(t, 5, 2), holder: t.page(10, 1), holderSize: 10 }),
          'results 6 to 10 of per_page=10',
        ),
      ),
  },
  {
    id: 'list.page.slices',
    level: 'implied',
    general: true,
    statedIn: ['4.1 parameter page', '4.1 rule 2'],
    phase: 'read',
    needs: [],
    data: { open: 101 },
    says: 'Page p at size n skips the first (p-1)n results and holds the next n, or as many as are left.',
    tried:
      'Generated pages of 3 to 50 results are compared with the page of a multiple of their size that holds them, asked for by the same caller; a page of the default size and the short last one are among them. It fails where a page as a whole is displaced, repeated, cut or padded. Where the end of the list is known, the one result that would follow it is looked for too.',
    compared:
      'the part of a page of a multiple of its size; by itself: 200 (the second page, and the plain list), nothing behind the last page',
    impact: unlessListed('A client that jumps to a page', unlessPlaced),
    explainedBy: ['list.page.second', ...PLACED],
    preconditions: ORDERED,
    cases: async (t) => {
      const extent = await listExtentOf(t);
      const length = await lengthOf(t);
      const ends = [7, 30].map((size) => lastWithRoom(length, [size])).filter(({ number }) => number > 1);
      const shown = await shownToStrangers(t);
      const even = lastWithRoom(
        shown < 2 * MAX_PER_PAGE ? { total: shown, complete: true } : length,
        EVEN_SIZES,
      );
      const third = Math.max(HELD_SIZES.least, Math.min(THIRD, Math.floor(shown / 3)));
      const first = { size: 10, number: 3 };
      const standard = [first, ...ends, { size: 50, number: 3 }, { size: 20, number: 2 }];
      const examples = { quick: [first], standard, thorough: standard };
      const values = pagesWithin(extent).filter(
        ({ size, number }) => size >= HELD_SIZES.least && size <= HELD_SIZES.most && number > 1,
      );
      const isShort = extent.total < 2 * HELD_SIZES.least;
      return [
        ...t.generated({ values, runs: isShort ? NONE : RUNS, examples }, ({ size, number }, by) =>
          t.list(t.page(size, number), { by }),
        ),
        ...lastPage(t, lastWithRoom(length, LAST_SIZES[t.profile])),
        // Without a credential: a page of the first hundred, and the last one.
        ...t.byStrangers((by) => t.list(t.page(third, 3), { by })),
        ...t.byStrangers((by) => lastPage(t, even, by)[0] ?? t.list(t.page(10, 3), { by })),
        ...(await withoutSize(t)),
        ...(await behindTheLast(t)),
        ...(await lastOfAll(t)),
        ...(await inAnotherOrder(t)),
      ];
    },
    check: (t) => {
      const says =
        'the part that it must be of the page of a multiple of its size; nothing stands behind the last page';
      const whole = nothingBehind(t, says);
      const part = all(refusedAlone(t), heldBy(heldOf(t), says));
      const end = all(refusedAlone(t), heldBy(heldOf(t), says), isStillLast(heldOf(t)));
      return byCase(says, (one) => {
        if (one.end === undefined) return part;
        return one.end === 'last page' ? end : all(supposed, whole);
      });
    },
  },
];

/** A page that is refused although the documented second page is not breaks this rule. */
const refusedAlone = (t: Trial): Check =>
  accepted({
    says: '200, unless the second page is refused alike',
    twins: (one) => ({
      second: always(withQuery(one, t.page(5, 2))),
      plain: always(withQuery(one, {})),
    }),
  });
