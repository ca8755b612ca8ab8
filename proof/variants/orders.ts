import { createHash } from 'node:crypto';
import { DEFAULT_ORDER } from '../../src/service/conforming.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { refusing } from '../changes/answers.ts';
import { isAnonymous } from '../changes/callers.ts';
import { isSecond, onlyWhere, revise } from '../changes/decisions.ts';
import { hasQuery, listRows } from '../changes/lists.ts';
import {
  BY_COMMENTS,
  BY_UPDATE,
  defaultOrder,
  defaultOrderBy,
  hasValidSort,
  OLDEST_FIRST,
} from '../changes/orders.ts';
import { ON_CONTENT } from '../faults/broken-rules.ts';
import { differs, hides, refuses, variantsOf, variationOf } from './variant.ts';

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const hash = ({ id }: Issue, salt: number | string = ''): string =>
  createHash('sha1').update(`${id}${salt}`).digest('hex');

const isDirectionAlone = ({ query }: ServiceRequest): boolean =>
  query('sort') === undefined && query('direction') !== undefined;

/** Results before a pair of equal ones. Only pages of 37 results, or of 1, end between the two. */
const BEFORE_PAIR = 36;
/** Results before a pair of equals; a page of 50 ends between the two. */
const BEFORE_BORDER_PAIR = 99;

const swapAfter = (before: number, issues: readonly Issue[]): readonly Issue[] =>
  issues.toSpliced(before, 2, ...issues.slice(before, before + 2).toReversed());

/** Returns issues by their numbers, but those with equal tens in an order that depends on a size. */
const mixTens = (issues: readonly Issue[], size: number, direction: number): Issue[] =>
  issues.toSorted((a, b) => {
    const [one = 0, other = 0] = [a, b].map(({ number }) => Math.floor(number / 10));
    return direction * (one - other) || compareText(hash(a, size), hash(b, size));
  });

const hasUnknownDirection = hasQuery('direction', /^(?!(asc|desc)$)/);

const orders = variationOf(defaultOrder);
const ordersBy = variationOf(defaultOrderBy);

export const orderVariants = variantsOf('silent', {
  'equals-change-places': hides(ON_CONTENT, differs)(
    'Two issues of the same second change places at random.',
    listRows((arranged, { request }) => (isSecond(request) ? swapAfter(BEFORE_PAIR, arranged) : arranged)),
  ),
  'equals-by-page-size': hides(['list.page.slices'], differs)(
    'Two issues of one second stand in another order on pages of fewer than 100 results.',
    listRows((arranged, { window }) =>
      window.size < 100 ? swapAfter(BEFORE_BORDER_PAIR, arranged) : arranged,
    ),
  ),
  'tens-by-page-size': hides(['list.page.second', 'list.page.slices'], differs)(
    'Up to ten issues of one second stand in an order that depends on the size of the page.',
    listRows((arranged, { window: { size }, order: { key, direction } }) =>
      key === 'created' ? mixTens(arranged, size, direction === 'asc' ? 1 : -1) : arranged,
    ),
  ),
  'order-oldest-first': orders('The default order is oldest first.', OLDEST_FIRST),
  'order-last-update-first': orders('The default order is by last update.', BY_UPDATE),
  'order-most-discussed-first': orders('The default order is by the number of comments.', BY_COMMENTS),
  'sort-by-title': differs('Issues may also be sorted by title and by id.', (b) => ({
    order: (sort, direction, request) =>
      sort === 'title' || sort === 'id'
        ? { key: sort, direction: direction === 'desc' ? 'desc' : 'asc' }
        : b.order(sort, direction, request),
    arrange: (issues, state, order, request) => {
      if (order.key !== 'title' && order.key !== 'id') return b.arrange(issues, state, order, request);
      const sorted = b
        .arrange(issues, state, DEFAULT_ORDER, request)
        .toSorted((a, c) => (order.key === 'id' ? a.id - c.id : a.title.localeCompare(c.title)));
      return order.direction === 'asc' ? sorted : sorted.toReversed();
    },
  })),
  'sort-of-some-issues': differs(
    'Sorted by a known key, issues without a value are left out.',
    listRows((arranged, { request }) =>
      hasValidSort(request) ? arranged.filter(({ number }) => number % 20 === 0) : arranged,
    ),
  ),
  'sort-unsupported': differs('Every sort is unknown and every direction is ignored.', () => ({
    order: () => DEFAULT_ORDER,
  })),
  'direction-alone-ignored': differs(
    'A direction without a sort is ignored.',
    revise('order', (order, sort) => (sort === undefined ? DEFAULT_ORDER : order)),
  ),
  'direction-unknown-422': differs(
    'An unknown direction with a known sort is refused.',
    refusing(422, (request) => hasValidSort(request) && hasUnknownDirection(request)),
  ),
  'order-by-title': ordersBy('The default order is by title.', (a, c) => compareText(a.title, c.title)),
  'order-by-hash': ordersBy(
    'The default order depends on no visible field, and a new issue may appear anywhere.',
    (a, c) => compareText(hash(a), hash(c)),
  ),
  'order-pinned-first': ordersBy(
    'Three old issues are pinned at the top of the list.',
    (a, c) => Number(c.number <= 3) - Number(a.number <= 3),
  ),
  'order-anonymous-oldest-first': differs(
    'Anonymous callers get the oldest issues first.',
    onlyWhere(isAnonymous)(defaultOrder(OLDEST_FIRST)),
  ),
  'direction-unknown-alone-422': differs(
    'An unknown direction without a sort is refused.',
    refusing(422, (request) => isDirectionAlone(request) && hasUnknownDirection(request)),
  ),
  'direction-alone-422': refuses(422, 'A direction without a sort', isDirectionAlone),
  'direction-alone-beside-size-400': differs(
    'A direction without a sort is refused if a page size is given.',
    refusing(400, (request) => isDirectionAlone(request) && request.query('per_page') !== undefined),
  ),
  'anonymous-direction-alone-403': differs(
    'Anonymous callers may not give a direction without a sort.',
    refusing(403, (request, b) => isAnonymous(request, b) && isDirectionAlone(request)),
  ),
});
