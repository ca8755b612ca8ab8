import { MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { isAnonymous, isOutsider } from '../changes/callers.ts';
import { onlyWhere } from '../changes/moments.ts';
import { givenPage, givenSize } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

const TEN = 10;
/** What pages break that hold ten results, whatever is asked for. */
const OF_TEN = [
  'list.per-page.at-most',
  'list.per-page.default',
  'list.per-page.fills',
  'list.per-page.maximum',
  'list.per-page.zero',
  'list.per-page.negative',
  'list.page.second',
  'list.page.slices',
] as const;
const FORTY = 40;
const FIFTY = 50;

/** Pages that have a size of their own, whatever is asked for: whoever asks. */
export const pageSizeFaults = [
  {
    id: 'pages-of-ten',
    description: 'Pages have the ten results of the page that people see, whatever is asked for.',
    breaks: OF_TEN,
    change: () => ({ pageSize: () => TEN }),
  },
  {
    id: 'page-later-twice-as-long',
    description: 'Who turns the page is thought to want more, and is given the next page as well.',
    breaks: ['list.per-page.at-most', 'list.page.second', 'list.page.slices', 'list.page.partition'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const size = givenSize(listing.request);
        const isSmall = listing.request.query('per_page') !== undefined && size >= 1 && size <= FIFTY;
        const from = (window.page - 1) * window.size;
        return isSmall && window.page > 1
          ? arranged.slice(from, from + 2 * window.size)
          : b.cut(arranged, window, listing);
      },
    }),
  },
  {
    id: 'pages-of-a-hundred',
    description: 'Every page has the largest size, and what was asked for is left to the client to cut.',
    breaks: [
      'list.per-page.at-most',
      'list.per-page.default',
      'list.per-page.zero',
      'list.per-page.negative',
      'list.page.second',
      'list.page.slices',
    ],
    change: () => ({ pageSize: () => MAXIMUM_SIZE }),
  },
] as const satisfies readonly Fault[];

/** Pages that are smaller than others: for some callers, or behind the first. */
export const callerPageSizeFaults = [
  {
    id: 'pages-of-ten-from-the-second',
    description:
      'The first page is put together as it was asked for, and the later ones come from a cache of tens.',
    breaks: [
      'list.per-page.at-most',
      'list.per-page.fills',
      'list.page.second',
      'list.page.slices',
      'list.page.partition',
    ],
    change: (b) => ({
      pageSize: (raw, request) => (givenPage(request) > 1 ? TEN : b.pageSize(raw, request)),
    }),
  },
  {
    id: 'anonymous-pages-of-ten',
    description: 'Who sends no credential is given ten results a page, so that robots have little to read.',
    breaks: OF_TEN,
    change: (b) => onlyWhere(b, (request) => isAnonymous(b, request), { pageSize: () => TEN }),
  },
  {
    id: 'anonymous-pages-of-forty-at-most',
    description: 'Who sends no credential is given forty results a page at most.',
    breaks: ['list.per-page.fills', 'list.per-page.maximum', 'list.page.slices'],
    change: (b) =>
      onlyWhere(b, (request) => isAnonymous(b, request), {
        pageSize: (raw, request) => Math.min(FORTY, b.pageSize(raw, request)),
      }),
  },
  {
    id: 'outsider-pages-of-ten',
    description: 'A token without a membership is given the ten results a page of a free account.',
    breaks: OF_TEN,
    change: (b) => onlyWhere(b, (request) => isOutsider(b, request), { pageSize: () => TEN }),
  },
] as const satisfies readonly Fault[];
