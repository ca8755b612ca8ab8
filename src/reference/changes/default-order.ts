import type { Behaviour } from '../behaviour.ts';
import { DEFAULT_ORDER, isSortKey } from '../conforming/listing.ts';
import type { Order } from '../listing.ts';
import type { ServiceRequest } from '../request.ts';
import type { Issue } from '../world/issue.ts';

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
