import type { Change } from '../../src/service/behaviour.ts';
import { MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { isAnonymous, isOutsider } from '../changes/callers.ts';
import { revise } from '../changes/decisions.ts';
import { onlyWhere } from '../changes/moments.ts';
import { givenPage, givenSize } from '../changes/sizes-and-pages.ts';
import { BELOW_ONE, FULL, IN_RANGE, LATER_PAGES } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

const TEN = 10;
const FORTY = 40;
const FIFTY = 50;
/** Rules that pages of ten results break. */
const OF_TEN = [...IN_RANGE, ...FULL] as const;

const ofTen: Change = () => ({ pageSize: () => TEN });
const toAnonymous = onlyWhere((request, b) => isAnonymous(b, request));

/** Pages of a fixed or wrong size, for all callers. */
export const pageSizeFaults = faultsOf({
  'pages-of-ten': {
    description: 'Pages have ten results, whatever size is requested.',
    breaks: OF_TEN,
    change: ofTen,
  },
  'page-later-twice-as-long': {
    description: 'Pages after the first also contain the results of the next page.',
    breaks: [...IN_RANGE, 'list.page.partition'],
    change: revise('cut', (cut, arranged, { page, size }, { request }) => {
      const given = givenSize(request);
      const isSmall = request.query('per_page') !== undefined && given >= 1 && given <= FIFTY;
      return isSmall && page > 1 ? arranged.slice((page - 1) * size, (page + 1) * size) : cut;
    }),
  },
  'pages-of-a-hundred': {
    description: 'Every page has the maximum size, whatever size is requested.',
    breaks: [...IN_RANGE, 'list.per-page.default', ...BELOW_ONE],
    change: () => ({ pageSize: () => MAXIMUM_SIZE }),
  },
});

/** Smaller pages for some callers, or after the first page. */
export const callerPageSizeFaults = faultsOf({
  'pages-of-ten-from-the-second': {
    description: 'Pages after the first come from a cache with ten results a page.',
    breaks: [...IN_RANGE, 'list.per-page.fills', 'list.page.partition'],
    change: revise('pageSize', (size, _raw, request) => (givenPage(request) > 1 ? TEN : size)),
  },
  'anonymous-pages-of-ten': {
    description: 'Anonymous callers get ten results a page.',
    breaks: OF_TEN,
    change: toAnonymous(ofTen),
  },
  'anonymous-pages-of-forty-at-most': {
    description: 'Anonymous callers get at most forty results a page.',
    breaks: ['list.per-page.fills', 'list.per-page.maximum', 'list.page.slices'],
    change: toAnonymous(revise('pageSize', (size) => Math.min(FORTY, size))),
  },
  'outsider-pages-of-ten': {
    description: 'A token without membership gets ten results a page.',
    breaks: OF_TEN,
    change: onlyWhere((request, b) => isOutsider(b, request))(ofTen),
  },
  'pages-of-forty-at-larger-offsets': {
    description: 'Pages have at most forty results, but begin where larger ones would.',
    breaks: ['list.per-page.maximum', 'list.per-page.fills', ...LATER_PAGES],
    change: revise('cut', (page) => page.slice(0, FORTY)),
  },
});
