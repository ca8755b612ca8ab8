import type { Change } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, MAXIMUM_SIZE, safeInteger } from '../../src/service/conforming/listing.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { revise } from '../changes/decisions.ts';
import { anotherPlan, shuffledBy } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import { givenSize, listRows, startAt } from '../changes/sizes-and-pages.ts';
import { LATER_PAGES, PAGES } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

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

/** Lists page 1 for the sizes that `applies` selects. */
const firstPageWhere = (applies: (size: number) => boolean): Change =>
  revise('pageNumber', (page, _raw, request) => (applies(givenSize(request)) ? 1 : page));

export const pageFaults = faultsOf({
  'page-ignored': {
    description: 'The page number is ignored, so every page is the first one.',
    breaks: [...PAGES, 'list.page.effective-size'],
    change: () => ({ pageNumber: () => 1 }),
  },
  'page-in-no-order': {
    description: 'The list is read without an order and arrives in a different one each time.',
    breaks: ['list.page.partition'],
    change: listRows((arranged, { request: { ordinal } }) =>
      shuffledBy(arranged, (id) => (id * (2 * ordinal + 1) * 2_654_435_761) % 1_000_003),
    ),
  },
  'page-shuffled': {
    description: 'Each answer takes a random sample of the whole list, as a widget for the front page did.',
    breaks: ['list.page.partition'],
    change: (b) => {
      let state = 1;
      const draw = (): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state;
      };
      return listRows((arranged) => {
        const weights = new Map(arranged.map(({ id }) => [id, draw()]));
        return shuffledBy(arranged, (id) => weights.get(id) ?? 0);
      })(b);
    },
  },
  'page-order-by-turns': {
    description: 'One of two machines lists the newest issues first, the other one the oldest.',
    breaks: ['list.page.partition'],
    change: byTurns((arranged, turn) => (turn % 2 === 0 ? arranged.toReversed() : arranged)),
  },
  'page-order-of-three-indexes': {
    description: 'Three indexes take turns, each in an order of its own: by age, by title and by length.',
    breaks: ['list.page.partition'],
    change: byTurns((arranged, turn) => arranged.toSorted(INDEXES[turn % INDEXES.length])),
  },
  'page-from-zero': {
    description: 'Pages are counted from zero.',
    breaks: PAGES,
    change: startAt(({ page, size }, { request }) => (request.query('page') === undefined ? 0 : page * size)),
  },
  'page-second-422': {
    description: 'Pages after the first need a cursor from the previous page.',
    breaks: ['list.page.second', 'list.page.slices'],
    change: (b) => refuseLists(b, 422, ({ query }) => (safeInteger(query('page')) ?? 1) > 1),
  },
  'page-offset-default-size': {
    description: 'The offset is computed with the default size, whatever size is requested.',
    breaks: PAGES,
    change: startAt(({ page }) => (page - 1) * DEFAULT_SIZE),
  },
  'page-is-an-offset': {
    description: 'The page number is used as the number of results to skip.',
    breaks: PAGES,
    change: startAt(({ page }) => page - 1),
  },
  'page-overlap': {
    description: 'Each page begins with the last result of the previous one.',
    breaks: PAGES,
    change: startAt(({ page, size }) => (page - 1) * size - (page > 1 ? 1 : 0)),
  },
  'page-gap': {
    description: 'One result is lost between two pages.',
    breaks: PAGES,
    change: startAt(({ page, size }) => (page - 1) * (size + 1)),
  },
  'page-last-dropped': {
    description: 'The number of pages is rounded down, so a short last page is lost.',
    breaks: ['list.page.slices'],
    change: revise('cut', (cut, { length }, { page, size }) => (page > Math.floor(length / size) ? [] : cut)),
  },
  'page-last-padded': {
    description: 'The last page is filled up with results of the previous one.',
    breaks: LATER_PAGES,
    change: startAt(({ page, size }, _listing, total) => {
      const start = (page - 1) * size;
      return start < total ? Math.min(start, total - size) : start;
    }),
  },
  'page-later-reversed': {
    description: 'Pages after the first are in reverse order.',
    breaks: ['list.page.second', 'list.page.slices'],
    change: revise('cut', (cut, _arranged, { page }) => (page > 1 ? cut.toReversed() : cut)),
  },
  'page-unstable-ties': {
    description: 'Every second page orders issues of the same second differently.',
    breaks: PAGES,
    change: listRows((arranged, { window }) => (window.page % 2 === 0 ? anotherPlan(arranged) : arranged)),
  },
  'page-first-hundred-only': {
    description: 'Pages are read from an index with only the first hundred results.',
    breaks: ['list.page.slices'],
    change: listRows((arranged) => arranged.slice(0, MAXIMUM_SIZE)),
  },
  'page-offset-uncapped': {
    description: 'The offset is computed from the requested size before the cap is applied.',
    breaks: ['list.page.effective-size'],
    change: startAt(({ page, size }, { request }) => (page - 1) * Math.max(size, givenSize(request))),
  },
  'page-offset-before-fallback': {
    description: 'The offset is computed from the requested size before zero becomes the default.',
    breaks: ['list.page.effective-size'],
    change: startAt(({ page, size }, { request }) => (page - 1) * Math.min(size, givenSize(request))),
  },
  'page-lost-with-fallback': {
    description: 'If the size falls back to the default, the page falls back to the first too.',
    breaks: ['list.page.effective-size'],
    change: firstPageWhere((size) => size < 1),
  },
  'page-lost-with-cap': {
    description: 'If the size is capped, the page number is lost.',
    breaks: ['list.page.effective-size'],
    change: firstPageWhere((size) => size > MAXIMUM_SIZE),
  },
});
