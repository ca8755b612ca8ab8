import type { Answer } from '../../src/service/answer.ts';
import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import type { ListCall } from '../../src/service/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import { isGivenAs, refusing } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { givenPage } from '../changes/lists.ts';
import { deviationsOf } from './variant.ts';

const DEEPEST = 100_000;

/** Lists another page than the requested one, given the last one. */
const turnTo =
  (other: (page: number, last: number, request: ServiceRequest) => number): Change =>
  (b) => ({
    cut: (arranged, { page, size }, listing) => {
      const last = Math.max(1, Math.ceil(arranged.length / size));
      return b.cut(arranged, { size, page: other(page, last, listing.request) }, listing);
    },
  });

/** Answers pages after the last one in another way. */
const beyondEnd =
  (other: (listing: ListCall, b: Behaviour) => Answer): Change =>
  (b) =>
    revise('listAnswer', (answer, records, _total, listing) =>
      records.length === 0 && listing.window.page > 1 ? other(listing, b) : answer,
    )(b);

export const pageVariants = deviationsOf({
  'page-default-last': {
    difference: 'Without a page, the last one is listed.',
    cannotShow: [
      'list.page.effective-size',
      'list.page.partition',
      'list.per-page.above-maximum',
      'list.per-page.default',
      'list.per-page.fills',
      'list.per-page.huge',
      'list.per-page.maximum',
      'list.per-page.negative',
      'list.per-page.zero',
      'list.private.anonymous',
    ],
    change: turnTo((page, last, { query }) => (query('page') === undefined ? last : page)),
  },
  'page-zero-422': {
    difference: 'A page below one is refused.',
    change: refusing(422, (request) => givenPage(request) < 1),
  },
  'page-word-400': {
    difference: 'A page that is not a whole number is refused.',
    change: refusing(400, (request) => isGivenAs(request, 'page', /^(?!-?\d+$)/)),
  },
  'page-zero-empty': {
    difference: 'Pages below 1 are empty.',
    change: revise('cut', (cut, _arranged, _window, { request }) => (givenPage(request) < 1 ? [] : cut)),
  },
  'page-huge-422': {
    difference: 'A page that does not fit into 32 bits is refused.',
    change: refusing(422, (request) => givenPage(request) > 0x7fff_ffff),
  },
  'page-beyond-end-404': {
    difference: 'Pages after the last one are answered with 404.',
    change: beyondEnd(({ request }, b) => b.refusalAnswer('path-unknown', 404, request)),
  },
  'page-beyond-end-last': {
    difference: 'Pages after the last one repeat the last one.',
    change: turnTo((page, last) => Math.min(page, last)),
  },
  'per-page-word-422': {
    difference: 'A page size that is not a whole number is refused.',
    change: refusing(422, (request) => isGivenAs(request, 'per_page', /^(?!-?\d+$)/)),
  },
  'per-page-word-ten': {
    difference: 'A page size that is not a whole number means ten.',
    change: revise('pageSize', (size, raw) => (raw !== undefined && !/^-?\d+$/.test(raw) ? 10 : size)),
  },
  'page-deep-422': {
    difference: 'Pages beyond the first 100,000 results are refused.',
    change: refusing(422, (request, b) => {
      const size = b.pageSize(request.query('per_page'), request);
      return givenPage(request) * size > DEEPEST;
    }),
  },
  'page-beyond-end-204': {
    difference: 'Pages after the last one are answered with 204.',
    change: beyondEnd(() => ({ status: 204, headers: {}, body: '' })),
  },
  'page-beyond-end-first': {
    difference: 'Pages after the last one start the list again.',
    change: turnTo((page, last) => ((page - 1) % last) + 1),
  },
});
