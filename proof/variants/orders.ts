import { createHash } from 'node:crypto';
import { DEFAULT_ORDER } from '../../src/service/conforming/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { isAnonymous } from '../changes/callers.ts';
import { defaultOrder, defaultOrderBy } from '../changes/orders.ts';
import { isGivenAs, refuseLists } from '../changes/refusals.ts';
import type { Deviation } from './variant.ts';

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const isDirectionAlone = (request: ServiceRequest): boolean =>
  request.query('sort') === undefined && request.query('direction') !== undefined;

/** Results before a pair of equal ones. Only pages of 37 results, or of 1, end between the two. */
const BEFORE_PAIR = 36;
/** Results before a pair of equals; a page of 50 ends between the two. */
const BEFORE_BORDER_PAIR = 99;

export const orderVariants = [
  {
    id: 'equals-change-places',
    difference: 'Two issues of the same second change places at random.',
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const pair = arranged.slice(BEFORE_PAIR, BEFORE_PAIR + 2);
        const isSwapped = Math.imul(listing.request.ordinal, 0x9e3779b1) >>> 31 === 1;
        return b.cut(
          isSwapped ? arranged.toSpliced(BEFORE_PAIR, 2, ...pair.toReversed()) : arranged,
          window,
          listing,
        );
      },
    }),
  },
  {
    id: 'equals-by-page-size',
    difference: 'Two issues of one second stand in another order on pages of fewer than 100 results.',
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const pair = arranged.slice(BEFORE_BORDER_PAIR, BEFORE_BORDER_PAIR + 2);
        return b.cut(
          window.size < 100 ? arranged.toSpliced(BEFORE_BORDER_PAIR, 2, ...pair.toReversed()) : arranged,
          window,
          listing,
        );
      },
    }),
  },
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
    difference: 'Issues may also be sorted by title and by id.',
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
    difference: 'Every sort is unknown and every direction is ignored.',
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
    difference: 'An unknown direction with a known sort is refused.',
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
    id: 'order-by-title',
    difference: 'The default order is by title.',
    change: (b) => defaultOrderBy(b, (a, c) => compareText(a.title, c.title)),
  },
  {
    id: 'order-by-hash',
    difference: 'The default order depends on no visible field, and a new issue may appear anywhere.',
    change: (b) => {
      const hash = ({ id }: Issue) => createHash('sha1').update(String(id)).digest('hex');
      return defaultOrderBy(b, (a, c) => compareText(hash(a), hash(c)));
    },
  },
  {
    id: 'order-pinned-first',
    difference: 'Three old issues are pinned at the top of the list.',
    change: (b) => {
      const pin = ({ number }: Issue) => (number <= 3 ? 0 : 1);
      return defaultOrderBy(b, (a, c) => pin(a) - pin(c));
    },
  },
  {
    id: 'order-anonymous-oldest-first',
    difference: 'Anonymous callers get the oldest issues first.',
    change: (b) =>
      defaultOrder(b, { key: 'created', direction: 'asc' }, (request) => isAnonymous(b, request)),
  },
  {
    id: 'direction-unknown-alone-422',
    difference: 'An unknown direction without a sort is refused.',
    change: (b) =>
      refuseLists(
        b,
        422,
        (request) =>
          request.query('sort') === undefined && isGivenAs(request, 'direction', /^(?!(asc|desc)$)/),
      ),
  },
  {
    id: 'direction-alone-422',
    difference: 'A direction without a sort is refused.',
    change: (b) => refuseLists(b, 422, isDirectionAlone),
  },
  {
    id: 'direction-alone-beside-size-400',
    difference: 'A direction without a sort is refused if a page size is given.',
    change: (b) =>
      refuseLists(b, 400, (request) => isDirectionAlone(request) && request.query('per_page') !== undefined),
  },
  {
    id: 'anonymous-direction-alone-403',
    difference: 'Anonymous callers may not give a direction without a sort.',
    change: (b) => refuseLists(b, 403, (request) => isAnonymous(b, request) && isDirectionAlone(request)),
  },
] as const satisfies readonly Deviation[];
