import { isSortKey } from '../conforming/listing.ts';
import type { ServiceRequest } from '../request.ts';

/** Whether a sort is given that the service does not know. */
export function hasInvalidSort(request: ServiceRequest): boolean {
  const sort = request.query('sort');
  return sort !== undefined && !isSortKey(sort);
}
