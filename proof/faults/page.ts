import type { Behaviour } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, MAXIMUM_SIZE, wholeNumber } from '../../src/service/conforming/listing.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { anotherPlan } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import { givenSize, startAt } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Reads the page number as the first one where `applies` holds for the size that was given. */
function firstPageWhere(b: Behaviour, applies: (size: number) => boolean): Pick<Behaviour, 'pageNumber'> {
  return {
    pageNumber: (raw, request) => (applies(givenSize(request)) ? 1 : b.pageNumber(raw, request)),
  };
}

export const pageFaults = [
  {
    id: 'page-ignored',
    description: 'The page is read under another name, so that the first one is always given.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition', 'list.page.effective-size'],
    change: () => ({ pageNumber: () => 1 }),
  },
  {
    id: 'page-in-no-order',
    description: 'The list is read without any order, and comes in another one each time.',
    breaks: ['list.page.partition'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const { ordinal } = listing.request;
        const weight = (id: number): number => (id * (2 * ordinal + 1) * 2_654_435_761) % 1_000_003;
        return b.cut(
          arranged.toSorted((one, other) => weight(one.id) - weight(other.id)),
          window,
          listing,
        );
      },
    }),
  },
  {
    id: 'page-shuffled',
    description: 'Each answer takes a random sample of the whole list, as a widget for the front page did.',
    breaks: ['list.page.partition'],
    change: (b) => {
      let state = 1;
      const draw = (): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state;
      };
      return {
        cut: (arranged, window, listing) =>
          b.cut(
            arranged
              .map((issue) => ({ issue, weight: draw() }))
              .toSorted((one, other) => one.weight - other.weight)
              .map(({ issue }) => issue),
            window,
            listing,
          ),
      };
    },
  },
  {
    id: 'page-order-by-turns',
    description: 'One of two machines lists the newest issues first, the other one the oldest.',
    breaks: ['list.page.partition'],
    change: (b) => {
      let turn = 0;
      return {
        cut: (arranged, window, listing) => {
          turn += 1;
          return b.cut(turn % 2 === 0 ? arranged.toReversed() : arranged, window, listing);
        },
      };
    },
  },
  {
    id: 'page-order-of-three-indexes',
    description: 'Three indexes take turns, each in an order of its own: by age, by title and by length.',
    breaks: ['list.page.partition'],
    change: (b) => {
      const orders = [
        (one: Issue, other: Issue) => one.id - other.id,
        (one: Issue, other: Issue) => one.title.localeCompare(other.title),
        (one: Issue, other: Issue) => other.title.length - one.title.length || other.id - one.id,
      ];
      let turn = 0;
      return {
        cut: (arranged, window, listing) => {
          turn += 1;
          return b.cut(arranged.toSorted(orders[turn % orders.length]), window, listing);
        },
      };
    },
  },
  {
    id: 'page-from-zero',
    description: 'Pages are counted from zero.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: () =>
      startAt(({ page, size }, { request }) => (request.query('page') === undefined ? 0 : page * size)),
  },
  {
    id: 'page-second-422',
    description: 'Any page but the first needs a cursor of the one before.',
    breaks: ['list.page.second', 'list.page.slices'],
    change: (b) => refuseLists(b, 422, (request) => (wholeNumber(request.query('page')) ?? 1) > 1),
  },
  {
    id: 'page-offset-default-size',
    description: 'The offset is counted in pages of the default size, whatever was asked for.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: () => startAt(({ page }) => (page - 1) * DEFAULT_SIZE),
  },
  {
    id: 'page-is-an-offset',
    description: 'The page number is used as the number of results to skip.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: () => startAt(({ page }) => page - 1),
  },
  {
    id: 'page-overlap',
    description: 'Each page begins with the last result of the one before.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: () => startAt(({ page, size }) => (page - 1) * size - (page > 1 ? 1 : 0)),
  },
  {
    id: 'page-gap',
    description: 'One result is lost between each page and the next.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: () => startAt(({ page, size }) => (page - 1) * (size + 1)),
  },
  {
    id: 'page-last-dropped',
    description: 'The number of pages is rounded down, so that a short last page does not exist.',
    breaks: ['list.page.slices'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        window.page > Math.floor(arranged.length / window.size) ? [] : b.cut(arranged, window, listing),
    }),
  },
  {
    id: 'page-last-padded',
    description: 'The last page is filled up with results of the one before.',
    breaks: ['list.page.slices', 'list.page.partition'],
    change: () =>
      startAt(({ page, size }, _listing, total) => {
        const start = (page - 1) * size;
        return start < total ? Math.min(start, total - size) : start;
      }),
  },
  {
    id: 'page-later-reversed',
    description: 'Later pages are read backwards and not turned round.',
    breaks: ['list.page.second', 'list.page.slices'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const page = b.cut(arranged, window, listing);
        return window.page > 1 ? page.toReversed() : page;
      },
    }),
  },
  {
    id: 'page-unstable-ties',
    description: 'Issues of the same second come in another order on every second page.',
    breaks: ['list.page.slices', 'list.page.partition', 'list.page.second'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        b.cut(window.page % 2 === 0 ? anotherPlan(arranged) : arranged, window, listing),
    }),
  },
  {
    id: 'page-first-hundred-only',
    description: 'Only the first hundred results are in the index that pages are read from.',
    breaks: ['list.page.slices'],
    change: (b) => ({
      cut: (arranged, window, listing) => b.cut(arranged.slice(0, MAXIMUM_SIZE), window, listing),
    }),
  },
  {
    id: 'page-offset-uncapped',
    description: 'The offset is made of the size that was asked for, before the cap.',
    breaks: ['list.page.effective-size'],
    change: () => startAt(({ page, size }, { request }) => (page - 1) * Math.max(size, givenSize(request))),
  },
  {
    id: 'page-offset-before-fallback',
    description: 'The offset is made of the size that was asked for, before zero became the default.',
    breaks: ['list.page.effective-size'],
    change: () => startAt(({ page, size }, { request }) => (page - 1) * Math.min(size, givenSize(request))),
  },
  {
    id: 'page-lost-with-fallback',
    description: 'Where the size falls back to its default, the page falls back too.',
    breaks: ['list.page.effective-size'],
    change: (b) => firstPageWhere(b, (size) => size < 1),
  },
  {
    id: 'page-lost-with-cap',
    description: 'Where the size is capped, the page is forgotten.',
    breaks: ['list.page.effective-size'],
    change: (b) => firstPageWhere(b, (size) => size > MAXIMUM_SIZE),
  },
] as const satisfies readonly Fault[];
