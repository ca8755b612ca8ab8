import { safeInteger } from '../../src/service/conforming/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import { isGivenAs, refuseLists } from '../changes/refusals.ts';
import { deviationsOf } from './variant.ts';

function pageOf(request: ServiceRequest): number | undefined {
  return safeInteger(request.query('page'));
}

const DEEPEST = 100_000;

export const pageVariants = deviationsOf({
  'page-default-last': {
    difference: 'Without a page, the last one is listed.',
    change: (b) => ({
      cut: (arranged, { size, page }, listing) => {
        const last = Math.max(1, Math.ceil(arranged.length / size));
        const isGiven = listing.request.query('page') !== undefined;
        return b.cut(arranged, { size, page: isGiven ? page : last }, listing);
      },
    }),
  },
  'page-zero-422': {
    difference: 'A page below one is refused.',
    change: (b) => refuseLists(b, 422, (request) => (pageOf(request) ?? 1) < 1),
  },
  'page-word-400': {
    difference: 'A page that is not a whole number is refused.',
    change: (b) => refuseLists(b, 400, (request) => isGivenAs(request, 'page', /^(?!-?\d+$)/)),
  },
  'page-zero-empty': {
    difference: 'Pages below 1 are empty.',
    change: (b) => ({
      cut: (arranged, window, listing) =>
        (pageOf(listing.request) ?? 1) < 1 ? [] : b.cut(arranged, window, listing),
    }),
  },
  'page-huge-422': {
    difference: 'A page that does not fit into 32 bits is refused.',
    change: (b) => refuseLists(b, 422, (request) => (pageOf(request) ?? 1) > 0x7fff_ffff),
  },
  'page-beyond-end-404': {
    difference: 'Pages after the last one are answered with 404.',
    change: (b) => ({
      listAnswer: (records, total, listing) =>
        records.length === 0 && listing.window.page > 1
          ? b.refusalAnswer('path-unknown', 404, listing.request)
          : b.listAnswer(records, total, listing),
    }),
  },
  'page-beyond-end-last': {
    difference: 'Pages after the last one repeat the last one.',
    change: (b) => ({
      cut: (arranged, { page, size }, listing) => {
        const last = Math.max(1, Math.ceil(arranged.length / size));
        return b.cut(arranged, { size, page: Math.min(page, last) }, listing);
      },
    }),
  },
  'per-page-word-422': {
    difference: 'A page size that is not a whole number is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'per_page', /^(?!-?\d+$)/)),
  },
  'per-page-word-ten': {
    difference: 'A page size that is not a whole number means ten.',
    change: (b) => ({
      pageSize: (raw, request) => (raw !== undefined && !/^-?\d+$/.test(raw) ? 10 : b.pageSize(raw, request)),
    }),
  },
  'page-deep-422': {
    difference: 'Pages beyond the first 100,000 results are refused.',
    change: (b) =>
      refuseLists(b, 422, (request) => {
        const size = b.pageSize(request.query('per_page'), request);
        return (pageOf(request) ?? 1) * size > DEEPEST;
      }),
  },
  'page-beyond-end-204': {
    difference: 'Pages after the last one are answered with 204.',
    change: (b) => ({
      listAnswer: (records, total, listing) =>
        records.length === 0 && listing.window.page > 1
          ? { status: 204, headers: {}, body: '' }
          : b.listAnswer(records, total, listing),
    }),
  },
  'page-beyond-end-first': {
    difference: 'Pages after the last one start the list again.',
    change: (b) => ({
      cut: (arranged, { page, size }, listing) => {
        const last = Math.max(1, Math.ceil(arranged.length / size));
        return b.cut(arranged, { size, page: ((page - 1) % last) + 1 }, listing);
      },
    }),
  },
});
