import type { Behaviour } from '../../src/service/behaviour.ts';
import { DEFAULT_ORDER, isSortKey } from '../../src/service/conforming/listing.ts';
import type { Order } from '../../src/service/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';

/** Uses another default order. A `direction` without `sort` is ignored. */
export function defaultOrder(
  b: Behaviour,
  other: Order,
  applies: (request: ServiceRequest) => boolean = () => true,
): Pick<Behaviour, 'order'> {
  return {
    order: (sort, direction, request) =>
      applies(request) && (sort === undefined || !isSortKey(sort))
        ? other
        : b.order(sort, direction, request),
  };
}

// No request can select this order.
const OWN_ORDER: Order = { key: 'own', direction: 'asc' };

/** Sorts by `compare` by default; equal issues are sorted newest first. */
export function defaultOrderBy(
  b: Behaviour,
  compare: (a: Issue, b: Issue) => number,
): Pick<Behaviour, 'order' | 'arrange'> {
  return {
    ...defaultOrder(b, OWN_ORDER),
    arrange: (issues, state, order) =>
      order.key === OWN_ORDER.key
        ? [...b.arrange(issues, state, DEFAULT_ORDER)].sort(compare)
        : b.arrange(issues, state, order),
  };
}

/** True if `sort` is given and invalid. */
export function hasInvalidSort(request: ServiceRequest): boolean {
  const sort = request.query('sort');
  return sort !== undefined && !isSortKey(sort);
}

/** Uses another order if `sort` is invalid, unless `order` returns undefined. */
export function orderIfInvalid(
  b: Behaviour,
  order: (direction: string | undefined, request: ServiceRequest) => Order | undefined,
): Pick<Behaviour, 'order'> {
  return {
    order: (sort, direction, request) =>
      (hasInvalidSort(request) ? order(direction, request) : undefined) ?? b.order(sort, direction, request),
  };
}

/** Returns issues newest first, with ties by ascending number, as another query plan might. */
export function anotherPlan(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.number - b.number);
}
