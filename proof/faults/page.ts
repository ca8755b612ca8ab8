import type { Change } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, MAXIMUM_SIZE } from '../../src/service/conforming.ts';
import type { Issue } from '../../src/service/world.ts';
import { revise } from '../changes/decisions.ts';
import { allOf, changePages, givenSize, isLaterPage, listRows, startAt } from '../changes/lists.ts';
import { anotherPlan, shuffledBy } from '../changes/orders.ts';
import { FULL, LATER_PAGES, PAGING } from './broken-rules.ts';
import { breaks, denies, faultsOf } from './fault.ts';

/** Lists results in another order at each listing, counted from 1. */
const byTurns =
  (order: (arranged: readonly Issue[], turn: number) => readonly Issue[]): Change =>
  (b) => {
    let turn = 0;
    return listRows((arranged) => {
      turn += 1;
      return order(arranged, turn);
    })(b);
  };

const INDEXES = [
  (one: Issue, other: Issue) => one.id - other.id,
  (one: Issue, other: Issue) => one.title.localeCompare(other.title),
  (one: Issue, other: Issue) => other.title.length - one.title.length || other.id - one.id,
];

const firstPageWhere = (applies: (size: number) => boolean): Change =>
  revise('pageNumber', (page, _raw, request) => (applies(givenSize(request)) ? 1 : page));

/** Cuts pages up to a size from a join with comments, and rids them of duplicates afterwards. */
export const joinedUpTo =
  (largest: number): Change =>
  (b) => ({
    cut: (arranged, window, listing) => {
      if (window.size > largest) return b.cut(arranged, window, listing);
      const rows = arranged.flatMap((issue) => (issue.comments > 9 ? [issue, issue] : [issue]));
      return [...new Set(b.cut(rows, window, listing))];
    },
  });

export const pageFaults = faultsOf({
  'page-ignored': breaks([...PAGING, 'list.page.effective-size'])(
    'The page number is ignored, so every page is the first one.',
    () => ({ pageNumber: () => 1 }),
  ),
  'page-in-no-order': breaks('list.page.partition')(
    'The list is read without an order and arrives in a different one each time.',
    listRows((arranged, { request: { ordinal } }) =>
      shuffledBy(arranged, (id) => (id * (2 * ordinal + 1) * 2_654_435_761) % 1_000_003),
    ),
  ),
  'page-shuffled': breaks('list.page.partition')(
    'Each answer takes a random sample of the whole list, as a widget for the front page did.',
    byTurns((arranged, turn) => shuffledBy(arranged, (id) => Math.sin(id * turn))),
  ),
  'page-order-by-turns': breaks('list.page.partition')(
    'One of two machines lists the newest issues first, the other one the oldest.',
    byTurns((arranged, turn) => (turn % 2 === 0 ? arranged.toReversed() : arranged)),
  ),
  'page-order-of-three-indexes': breaks('list.page.partition')(
    'Three indexes take turns, each in an order of its own: by age, by title and by length.',
    byTurns((arranged, turn) => arranged.toSorted(INDEXES[turn % INDEXES.length])),
  ),
  'page-from-zero': breaks(PAGING)(
    'Pages are counted from zero.',
    startAt(({ page, size }, { request }) => (request.query('page') === undefined ? 0 : page * size)),
  ),
  'page-second-422': denies(['list.page.second', 'list.page.slices'], 422)('A later page', isLaterPage),
  'page-offset-default-size': breaks(PAGING)(
    'The offset is computed with the default size, whatever size is requested.',
    startAt(({ page }) => (page - 1) * DEFAULT_SIZE),
  ),
  'page-is-an-offset': breaks(PAGING)(
    'The page number is used as the number of results to skip.',
    startAt(({ page }) => page - 1),
  ),
  'page-overlap': breaks(PAGING)(
    'Each page begins with the last result of the previous one.',
    startAt(({ page, size }) => (page - 1) * size - (page > 1 ? 1 : 0)),
  ),
  'page-gap': breaks(PAGING)(
    'One result is lost between two pages.',
    startAt(({ page, size }) => (page - 1) * (size + 1)),
  ),
  'page-last-dropped': breaks('list.page.slices')(
    'The number of pages is rounded down, so a short last page is lost.',
    changePages((cut, { page, size }, length) => (page > Math.floor(length / size) ? [] : cut)),
  ),
  'page-last-padded': breaks(LATER_PAGES)(
    'The last page is filled up with results of the previous one.',
    startAt(({ page, size }, _listing, total) => {
      const start = (page - 1) * size;
      return start < total ? Math.min(start, total - size) : start;
    }),
  ),
  'page-later-reversed': breaks(['list.page.second', 'list.page.slices'])(
    'Pages after the first are in reverse order.',
    changePages((cut, { page }) => (page > 1 ? cut.toReversed() : cut)),
  ),
  'page-unstable-ties': breaks(PAGING)(
    'Every second page orders issues of the same second differently.',
    listRows((arranged, { window }) => (window.page % 2 === 0 ? anotherPlan(arranged) : arranged)),
  ),
  'page-first-hundred-only': breaks('list.page.slices')(
    'Pages are read from an index with only the first hundred results.',
    listRows((arranged) => arranged.slice(0, MAXIMUM_SIZE)),
  ),
  'page-offset-uncapped': breaks('list.page.effective-size')(
    'The offset is computed from the requested size before the cap is applied.',
    startAt(({ page, size }, { request }) => (page - 1) * Math.max(size, givenSize(request))),
  ),
  'page-offset-before-fallback': breaks('list.page.effective-size')(
    'The offset is computed from the requested size before zero becomes the default.',
    startAt(({ page, size }, { request }) => (page - 1) * Math.min(size, givenSize(request))),
  ),
  'page-lost-with-fallback': breaks('list.page.effective-size')(
    'If the size falls back to the default, the page falls back to the first too.',
    firstPageWhere((size) => size < 1),
  ),
  'page-lost-with-cap': breaks('list.page.effective-size')(
    'If the size is capped, the page number is lost.',
    firstPageWhere((size) => size > MAXIMUM_SIZE),
  ),
  'page-three-is-two': breaks(LATER_PAGES)(
    'The handler of the third page is a copy of that of the second.',
    revise('pageNumber', (page) => (page === 3 ? 2 : page)),
  ),
  'page-offset-in-a-byte': breaks(LATER_PAGES)(
    'The offset of a page is stored in a signed byte.',
    startAt(({ page, size }) => Number(BigInt.asIntN(8, BigInt((page - 1) * size)))),
  ),
  'page-count-rounded': breaks('list.page.slices')(
    'The number of pages is rounded to the nearest integer, so a short last page may be lost.',
    changePages((cut, { page, size }, length) => (page > Math.max(1, Math.round(length / size)) ? [] : cut)),
  ),
  'page-block-border-lost': breaks(LATER_PAGES)(
    'Results are read in blocks of fifty; a page that begins with a block lacks its first one.',
    changePages((cut, { page, size }) => (page > 1 && ((page - 1) * size) % 50 === 0 ? cut.slice(1) : cut)),
  ),
  'page-of-joined-rows': breaks([...FULL, 'list.page.slices'])(
    'The page is cut from a join with two rows of some issues, then rid of duplicates.',
    joinedUpTo(Infinity),
  ),
  'page-counted-before-filter': breaks(FULL)(
    'Pages are read from the end of the list, which is counted before filtering by state.',
    () => ({
      cut: (arranged, { size, page }, { repository }) => {
        const hidden = repository.issues.length - arranged.length;
        return arranged.slice(Math.max(0, (page - 1) * size - hidden), Math.max(0, page * size - hidden));
      },
    }),
  ),
  'page-offset-before-filter': breaks(LATER_PAGES)(
    'The offset counts issues of all states, and the page is filled with open ones.',
    (b) => ({
      cut: (arranged, { size, page }, listing) => {
        const passed = new Set(allOf(b, listing).slice(0, (page - 1) * size));
        return arranged.filter((issue) => !passed.has(issue)).slice(0, size);
      },
    }),
  ),
  'page-after-the-second': breaks(PAGING)(
    "A page starts after the second of the previous page's last result, and loses the others.",
    () => ({
      cut: (arranged, { size, page }) => {
        let from = 0;
        for (let number = 1; number < page && from < arranged.length; number += 1) {
          const end = from + size;
          const last = arranged[end - 1]?.created_at;
          const next = arranged.findIndex(({ created_at }, index) => index >= end && created_at !== last);
          from = next === -1 ? arranged.length : next;
        }
        return arranged.slice(from, from + size);
      },
    }),
  ),
  'page-short-loses-last': breaks('list.page.slices')(
    'The last result of a page that is not full is taken for an end mark.',
    changePages((cut, { size }) => (cut.length < size ? cut.slice(0, -1) : cut)),
  ),
});
