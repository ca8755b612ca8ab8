import type { Behaviour } from '../../src/service/behaviour.ts';
import { DEFAULT_ORDER, isSortKey } from '../../src/service/conforming/listing.ts';
import type { Order } from '../../src/service/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';

/** Another default order; `direction` without `sort` is not obeyed. */
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

// No client can ask for it.
const OWN_ORDER: Order = { key: 'own', direction: 'asc' };

/** A default order of its own; issues between which it does not decide stand newest first. */
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

/** Whether a sort is given that the service does not know. */
export function hasInvalidSort(request: ServiceRequest): boolean {
  const sort = request.query('sort');
  return sort !== undefined && !isSortKey(sort);
}

/** Another order where the sort is invalid; undefined leaves it as it is. */
export function orderIfInvalid(
  b: Behaviour,
  order: (direction: string | undefined, request: ServiceRequest) => Order | undefined,
): Pick<Behaviour, 'order'> {
  return {
    order: (sort, direction, request) =>
      (hasInvalidSort(request) ? order(direction, request) : undefined) ?? b.order(sort, direction, request),
  };
}

/** The order by creation where a tie is broken by whatever the plan of the query happens to be. */
export function anotherPlan(issues: readonly Issue[]): readonly Issue[] {
  return issues.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || a.number - b.number);
}
