import type { Change } from '../../src/service/behaviour.ts';
import { DEFAULT_ORDER, isSortKey } from '../../src/service/conforming.ts';
import type { Order, ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { combine, revise } from './decisions.ts';

export const OLDEST_FIRST: Order = { ...DEFAULT_ORDER, direction: 'asc' };
export const BY_UPDATE: Order = { key: 'updated', direction: 'desc' };
export const BY_COMMENTS: Order = { key: 'comments', direction: 'desc' };
// No request can select this order.
const OWN_ORDER: Order = { key: 'own', direction: 'asc' };

/** Uses another default order. A `direction` without `sort` is ignored. */
export const defaultOrder = (other: Order): Change =>
  revise('order', (order, sort) => (sort === undefined || !isSortKey(sort) ? other : order));

/** Sorts by `compare` by default; equal issues are sorted newest first. */
export const defaultOrderBy = (compare: (a: Issue, b: Issue) => number): Change =>
  combine(defaultOrder(OWN_ORDER), (b) => ({
    arrange: (issues, state, order, request) =>
      order.key === OWN_ORDER.key
        ? b.arrange(issues, state, DEFAULT_ORDER, request).toSorted(compare)
        : b.arrange(issues, state, order, request),
  }));

export const hasValidSort = ({ query }: ServiceRequest): boolean => isSortKey(query('sort') ?? '');

export const hasInvalidSort = (request: ServiceRequest): boolean =>
  request.query('sort') !== undefined && !hasValidSort(request);

/** Uses another order for the requests with an invalid `sort` that `applies` selects. */
export const orderIfInvalid = (
  other: Order,
  applies: (request: ServiceRequest) => boolean = () => true,
): Change =>
  revise('order', (order, _sort, _direction, request) =>
    hasInvalidSort(request) && applies(request) ? other : order,
  );

/** Returns issues newest first, with ties by ascending number, as another query plan might. */
export function anotherPlan(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.number - b.number);
}

export function shuffledBy(issues: readonly Issue[], weight: (id: number) => number): readonly Issue[] {
  return issues.toSorted((one, other) => weight(one.id) - weight(other.id));
}
