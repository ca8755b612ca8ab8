import { MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { isAnonymous, isOutsider } from '../changes/callers.ts';
import { onlyWhere } from '../changes/moments.ts';
import { givenPage, givenSize } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

const TEN = 10;
/** Rules that pages of ten results break. */
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

/** Pages of a fixed or wrong size, for all callers. */
export const pageSizeFaults = [
  {
    id: 'pages-of-ten',
    description: 'Pages have ten results, whatever size is requested.',
    breaks: OF_TEN,
    change: () => ({ pageSize: () => TEN }),
  },
  {
    id: 'page-later-twice-as-long',
    description: 'Pages after the first also contain the results of the next page.',
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
    description: 'Every page has the maximum size, whatever size is requested.',
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

/** Smaller pages for some callers, or after the first page. */
export const callerPageSizeFaults = [
  {
    id: 'pages-of-ten-from-the-second',
    description: 'Pages after the first come from a cache with ten results a page.',
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
    description: 'Anonymous callers get ten results a page.',
    breaks: OF_TEN,
    change: (b) => onlyWhere(b, (request) => isAnonymous(b, request), { pageSize: () => TEN }),
  },
  {
    id: 'anonymous-pages-of-forty-at-most',
    description: 'Anonymous callers get at most forty results a page.',
    breaks: ['list.per-page.fills', 'list.per-page.maximum', 'list.page.slices'],
    change: (b) =>
      onlyWhere(b, (request) => isAnonymous(b, request), {
        pageSize: (raw, request) => Math.min(FORTY, b.pageSize(raw, request)),
      }),
  },
  {
    id: 'outsider-pages-of-ten',
    description: 'A token without membership gets ten results a page.',
    breaks: OF_TEN,
    change: (b) => onlyWhere(b, (request) => isOutsider(b, request), { pageSize: () => TEN }),
  },
  {
    id: 'pages-of-forty-at-larger-offsets',
    description: 'Pages have at most forty results, but begin where larger ones would.',
    breaks: ['list.per-page.maximum', 'list.per-page.fills', 'list.page.slices', 'list.page.partition'],
    change: (b) => ({
      cut: (arranged, window, listing) => b.cut(arranged, window, listing).slice(0, FORTY),
    }),
  },
] as const satisfies readonly Fault[];
