import { DEFAULT_ORDER, MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import type { Order } from '../../src/service/listing.ts';
import { defaultOrder } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import { givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

const OLDEST_FIRST: Order = { ...DEFAULT_ORDER, direction: 'asc' };

/** Faults that hide the end of a list whose newest issues come last. By turns, the order itself would be a fault. */
export const oldestFirstFaults = [
  {
    id: 'oldest-first-hundred-only',
    description: 'The oldest issues come first, and only the first hundred results are ever listed.',
    breaks: ['list.page.slices'],
    change: (b) => ({
      ...defaultOrder(b, OLDEST_FIRST),
      cut: (arranged, window, listing) => b.cut(arranged.slice(0, MAXIMUM_SIZE), window, listing),
    }),
  },
  {
    id: 'oldest-first-second-page-422',
    description: 'The oldest issues come first, and pages after the first are refused.',
    breaks: ['list.page.second', 'list.page.slices'],
    change: (b) => ({
      ...defaultOrder(b, OLDEST_FIRST),
      ...refuseLists(b, 422, (request) => givenPage(request) > 1),
    }),
  },
  {
    id: 'oldest-first-half-again',
    description: 'The oldest issues come first, and each later page is the first half of the first one.',
    breaks: ['list.page.second', 'list.page.slices', 'list.page.partition'],
    change: (b) => ({
      ...defaultOrder(b, OLDEST_FIRST),
      cut: (arranged, window, listing) =>
        window.page === 1 ? b.cut(arranged, window, listing) : arranged.slice(0, window.size / 2),
    }),
  },
] as const satisfies readonly Fault[];
