import type { Behaviour } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, MAXIMUM_SIZE, safeInteger } from '../../src/service/conforming/listing.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { anotherPlan } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import { givenSize, startAt } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Returns page 1 for the sizes that `applies` selects. */
function firstPageWhere(b: Behaviour, applies: (size: number) => boolean): Pick<Behaviour, 'pageNumber'> {
  return {
    pageNumber: (raw, request) => (applies(givenSize(request)) ? 1 : b.pageNumber(raw, request)),
  };
}

export const pageFaults = [
  {
    id: 'page-ignored',
    description: 'The page number is ignored, so every page is the first one.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition', 'list.page.effective-size'],
    change: () => ({ pageNumber: () => 1 }),
  },
  {
    id: 'page-in-no-order',
    description: 'The list is read without an order and arrives in a different one each time.',
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
    description: 'Pages after the first need a cursor from the previous page.',
    breaks: ['list.page.second', 'list.page.slices'],
    change: (b) => refuseLists(b, 422, (request) => (safeInteger(request.query('page')) ?? 1) > 1),
  },
  {
    id: 'page-offset-default-size',
    description: 'The offset is computed with the default size, whatever size is requested.',
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
    description: 'Each page begins with the last result of the previous one.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: () => startAt(({ page, size }) => (page - 1) * size - (page > 1 ? 1 : 0)),
  },
  {
    id: 'page-gap',
    description: 'One result is lost between two pages.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: () => startAt(({ page, size }) => (page - 1) * (size + 1)),
  },
  {
    id: 'page-last-dropped',
    description: 'The number of pages is rounded down, so a short last page is lost.',
    breaks: ['list.page.slices'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        window.page > Math.floor(arranged.length / window.size) ? [] : b.cut(arranged, window, listing),
    }),
  },
  {
    id: 'page-last-padded',
    description: 'The last page is filled up with results of the previous one.',
    breaks: ['list.page.slices', 'list.page.partition'],
    change: () =>
      startAt(({ page, size }, _listing, total) => {
        const start = (page - 1) * size;
        return start < total ? Math.min(start, total - size) : start;
      }),
  },
  {
    id: 'page-later-reversed',
    description: 'Pages after the first are in reverse order.',
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
    description: 'Every second page orders issues of the same second differently.',
    breaks: ['list.page.slices', 'list.page.partition', 'list.page.second'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        b.cut(window.page % 2 === 0 ? anotherPlan(arranged) : arranged, window, listing),
    }),
  },
  {
    id: 'page-first-hundred-only',
    description: 'Pages are read from an index with only the first hundred results.',
    breaks: ['list.page.slices'],
    change: (b) => ({
      cut: (arranged, window, listing) => b.cut(arranged.slice(0, MAXIMUM_SIZE), window, listing),
    }),
  },
  {
    id: 'page-offset-uncapped',
    description: 'The offset is computed from the requested size before the cap is applied.',
    breaks: ['list.page.effective-size'],
    change: () => startAt(({ page, size }, { request }) => (page - 1) * Math.max(size, givenSize(request))),
  },
  {
    id: 'page-offset-before-fallback',
    description: 'The offset is computed from the requested size before zero becomes the default.',
    breaks: ['list.page.effective-size'],
    change: () => startAt(({ page, size }, { request }) => (page - 1) * Math.min(size, givenSize(request))),
  },
  {
    id: 'page-lost-with-fallback',
    description: 'If the size falls back to the default, the page falls back to the first too.',
    breaks: ['list.page.effective-size'],
    change: (b) => firstPageWhere(b, (size) => size < 1),
  },
  {
    id: 'page-lost-with-cap',
    description: 'If the size is capped, the page number is lost.',
    breaks: ['list.page.effective-size'],
    change: (b) => firstPageWhere(b, (size) => size > MAXIMUM_SIZE),
  },
] as const satisfies readonly Fault[];
