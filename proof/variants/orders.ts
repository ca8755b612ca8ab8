import { createHash } from 'node:crypto';
import { DEFAULT_ORDER, isSortKey } from '../../src/service/conforming/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { isGivenAs, refusing } from '../changes/answers.ts';
import { isAnonymous } from '../changes/callers.ts';
import { revise } from '../changes/decisions.ts';
import { defaultOrder, defaultOrderBy, LAST_UPDATE_FIRST, listRows, OLDEST_FIRST } from '../changes/lists.ts';
import { onlyWhere } from '../changes/moments.ts';
import { deviationsOf } from './variant.ts';

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const hash = ({ id }: Issue): string => createHash('sha1').update(String(id)).digest('hex');

const isDirectionAlone = (request: ServiceRequest): boolean =>
  request.query('sort') === undefined && request.query('direction') !== undefined;

/** Results before a pair of equal ones. Only pages of 37 results, or of 1, end between the two. */
const BEFORE_PAIR = 36;
/** Results before a pair of equals; a page of 50 ends between the two. */
const BEFORE_BORDER_PAIR = 99;

const swapAfter = (before: number, issues: readonly Issue[]): readonly Issue[] =>
  issues.toSpliced(before, 2, ...issues.slice(before, before + 2).toReversed());

const hasUnknownDirection = (request: ServiceRequest): boolean =>
  isGivenAs(request, 'direction', /^(?!(asc|desc)$)/);

export const orderVariants = deviationsOf({
  'equals-change-places': {
    difference: 'Two issues of the same second change places at random.',
    cannotShow: [
      'list.page.effective-size',
      'list.page.partition',
      'list.page.second',
      'list.page.slices',
      'list.per-page.above-maximum',
      'list.per-page.at-most',
      'list.per-page.default',
      'list.per-page.fills',
      'list.per-page.huge',
      'list.per-page.maximum',
      'list.per-page.negative',
      'list.per-page.zero',
      'list.sort.invalid-default-order',
      'list.sort.invalid-ignores-direction',
      'list.state.default-open',
    ],
    change: listRows((arranged, { request }) =>
      Math.imul(request.ordinal, 0x9e3779b1) >>> 31 === 1 ? swapAfter(BEFORE_PAIR, arranged) : arranged,
    ),
  },
  'equals-by-page-size': {
    difference: 'Two issues of one second stand in another order on pages of fewer than 100 results.',
    cannotShow: ['list.page.slices'],
    change: listRows((arranged, { window }) =>
      window.size < 100 ? swapAfter(BEFORE_BORDER_PAIR, arranged) : arranged,
    ),
  },
  'order-oldest-first': {
    difference: 'The default order is oldest first.',
    change: defaultOrder(OLDEST_FIRST),
  },
  'order-last-update-first': {
    difference: 'The default order is by last update.',
    change: defaultOrder(LAST_UPDATE_FIRST),
  },
  'order-most-discussed-first': {
    difference: 'The default order is by the number of comments.',
    change: defaultOrder({ key: 'comments', direction: 'desc' }),
  },
  'sort-by-title': {
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
  'sort-unsupported': {
    difference: 'Every sort is unknown and every direction is ignored.',
    change: () => ({ order: () => DEFAULT_ORDER }),
  },
  'direction-alone-ignored': {
    difference: 'A direction without a sort is ignored.',
    change: revise('order', (order, sort) => (sort === undefined ? DEFAULT_ORDER : order)),
  },
  'direction-unknown-422': {
    difference: 'An unknown direction with a known sort is refused.',
    change: refusing(
      422,
      (request) => isSortKey(request.query('sort') ?? '') && hasUnknownDirection(request),
    ),
  },
  'order-by-title': {
    difference: 'The default order is by title.',
    change: defaultOrderBy((a, c) => compareText(a.title, c.title)),
  },
  'order-by-hash': {
    difference: 'The default order depends on no visible field, and a new issue may appear anywhere.',
    change: defaultOrderBy((a, c) => compareText(hash(a), hash(c))),
  },
  'order-pinned-first': {
    difference: 'Three old issues are pinned at the top of the list.',
    change: defaultOrderBy((a, c) => Number(c.number <= 3) - Number(a.number <= 3)),
  },
  'order-anonymous-oldest-first': {
    difference: 'Anonymous callers get the oldest issues first.',
    change: onlyWhere((request, b) => isAnonymous(b, request))(defaultOrder(OLDEST_FIRST)),
  },
  'direction-unknown-alone-422': {
    difference: 'An unknown direction without a sort is refused.',
    change: refusing(422, (request) => request.query('sort') === undefined && hasUnknownDirection(request)),
  },
  'direction-alone-422': {
    difference: 'A direction without a sort is refused.',
    change: refusing(422, isDirectionAlone),
  },
  'direction-alone-beside-size-400': {
    difference: 'A direction without a sort is refused if a page size is given.',
    change: refusing(400, (request) => isDirectionAlone(request) && request.query('per_page') !== undefined),
  },
  'anonymous-direction-alone-403': {
    difference: 'Anonymous callers may not give a direction without a sort.',
    change: refusing(403, (request, b) => isAnonymous(b, request) && isDirectionAlone(request)),
  },
});
