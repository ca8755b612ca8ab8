import type { Behaviour } from '../behaviour.ts';
import type { Order } from '../listing.ts';
import type { ServiceRequest } from '../request.ts';
import { hasInvalidSort } from './invalid-sort.ts';

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
