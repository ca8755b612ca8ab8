import type { Behaviour } from '../behaviour.ts';
import { changeStatus } from '../changes/change-status.ts';
import { refuseLists } from '../changes/refuse-lists.ts';
import { DEFAULT_ORDER, isSortKey } from '../conforming/listing.ts';
import { wholeNumber } from '../conforming/whole-number.ts';
import type { Order } from '../listing.ts';
import type { ServiceRequest } from '../request.ts';
import type { Variant } from './variant.ts';

function pageOf(request: ServiceRequest): number | undefined {
  return wholeNumber(request.query('page'));
}

function isGivenAs(request: ServiceRequest, name: string, pattern: RegExp): boolean {
  const value = request.query(name);
  return value !== undefined && pattern.test(value);
}

/** Another default order; `direction` without `sort` is not obeyed. */
function defaultOrder(b: Behaviour, other: Order): Pick<Behaviour, 'order'> {
  return {
    order: (sort, direction, request) =>
      sort === undefined || !isSortKey(sort) ? other : b.order(sort, direction, request),
  };
}

const VERSION = '2022-11-28';

export const queryVariants = [
  {
    id: 'order-oldest-first',
    difference: 'The default order is oldest first.',
    change: (b) => defaultOrder(b, { key: 'created', direction: 'asc' }),
  },
  {
    id: 'order-last-update-first',
    difference: 'The default order is by last update.',
    change: (b) => defaultOrder(b, { key: 'updated', direction: 'desc' }),
  },
  {
    id: 'order-most-discussed-first',
    difference: 'The default order is by the number of comments.',
    change: (b) => defaultOrder(b, { key: 'comments', direction: 'desc' }),
  },
  {
    id: 'sort-by-title',
    difference: 'Issues may be sorted by title and by id as well.',
    change: (b) => ({
      order: (sort, direction, request) =>
        sort === 'title' || sort === 'id'
          ? { key: sort, direction: direction === 'desc' ? 'desc' : 'asc' }
          : b.order(sort, direction, request),
      arrange: (issues, state, order) => {
        if (order.key !== 'title' && order.key !== 'id') return b.arrange(issues, state, order);
        const kept = [...b.arrange(issues, state, DEFAULT_ORDER)];
        const sorted = kept.sort((a, c) =>
          order.key === 'id' ? a.id - c.id : a.title.localeCompare(c.title),
        );
        return order.direction === 'asc' ? sorted : sorted.toReversed();
      },
    }),
  },
  {
    id: 'sort-unsupported',
    difference: 'No sort is known and no direction is obeyed.',
    change: () => ({ order: () => DEFAULT_ORDER }),
  },
  {
    id: 'direction-alone-ignored',
    difference: 'A direction without a sort is ignored.',
    change: (b) => ({
      order: (sort, direction, request) =>
        sort === undefined ? DEFAULT_ORDER : b.order(sort, direction, request),
    }),
  },
  {
    id: 'direction-unknown-422',
    difference: 'With a sort that is known, a direction must be known too.',
    change: (b) =>
      refuseLists(
        b,
        422,
        (request) =>
          ['created', 'updated', 'comments'].includes(request.query('sort') ?? '') &&
          isGivenAs(request, 'direction', /^(?!(asc|desc)$)/),
      ),
  },
  {
    id: 'state-unknown-422',
    difference: 'A state that is not known is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!(open|closed|all)$)/)),
  },
  {
    id: 'state-open-only',
    difference: 'No state but `open` is known; any other is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'state', /^(?!open$)/)),
  },
  {
    id: 'state-ignored',
    difference: 'Whatever the state is, the open ones are listed.',
    change: () => ({ stateFilter: () => 'open' }),
  },
  {
    id: 'page-zero-422',
    difference: 'A page below one is refused.',
    change: (b) => refuseLists(b, 422, (request) => (pageOf(request) ?? 1) < 1),
  },
  {
    id: 'page-word-400',
    difference: 'A page that is no whole number is refused.',
    change: (b) => refuseLists(b, 400, (request) => isGivenAs(request, 'page', /^(?!-?\d+$)/)),
  },
  {
    id: 'page-zero-empty',
    difference: 'Below the first page there is nothing.',
    change: (b) => ({
      cut: (arranged, window, listing) =>
        (pageOf(listing.request) ?? 1) < 1 ? [] : b.cut(arranged, window, listing),
    }),
  },
  {
    id: 'page-huge-422',
    difference: 'A page that does not fit into 32 bits is refused.',
    change: (b) => refuseLists(b, 422, (request) => (pageOf(request) ?? 1) > 0x7fff_ffff),
  },
  {
    id: 'page-beyond-end-404',
    difference: 'A page behind the last one is not found.',
    change: (b) => ({
      listAnswer: (records, total, listing) =>
        records.length === 0 && listing.window.page > 1
          ? b.refusalAnswer('path-unknown', 404, listing.request)
          : b.listAnswer(records, total, listing),
    }),
  },
  {
    id: 'page-beyond-end-last',
    difference: 'Behind the last page the last one is given once more.',
    change: (b) => ({
      cut: (arranged, { page, size }, listing) => {
        const last = Math.max(1, Math.ceil(arranged.length / size));
        return b.cut(arranged, { size, page: Math.min(page, last) }, listing);
      },
    }),
  },
  {
    id: 'per-page-word-422',
    difference: 'A page size that is no whole number is refused.',
    change: (b) => refuseLists(b, 422, (request) => isGivenAs(request, 'per_page', /^(?!-?\d+$)/)),
  },
  {
    id: 'query-unknown-422',
    difference: 'Parameters that the service does not know are refused.',
    change: (b) => {
      const known = new Set(['state', 'per_page', 'page', 'sort', 'direction']);
      return refuseLists(b, 422, ({ url }) => [...url.searchParams.keys()].some((name) => !known.has(name)));
    },
  },
  {
    id: 'accept-other-406',
    difference: 'Who accepts no JSON gets none.',
    change: (b) => refuseLists(b, 406, (request) => !/json|\*\/\*/.test(request.header('accept') ?? '*/*')),
  },
  {
    id: 'version-unknown-400',
    difference: 'A version other than the recommended one is refused.',
    change: (b) =>
      refuseLists(b, 400, (request) => (request.header('x-service-api-version') ?? VERSION) !== VERSION),
  },
  {
    id: 'version-omitted-400',
    difference: 'A request must name a version.',
    change: (b) => refuseLists(b, 400, (request) => request.header('x-service-api-version') === undefined),
  },
  {
    id: 'method-404',
    difference: 'Methods that are not documented are not found.',
    change: (b) => changeStatus(b, ['method-unknown'], 404),
  },
] as const satisfies readonly Variant[];
