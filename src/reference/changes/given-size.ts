import { DEFAULT_SIZE } from '../conforming/listing.ts';
import { wholeNumber } from '../conforming/whole-number.ts';
import type { ServiceRequest } from '../request.ts';

/** The page size that was asked for, however large or small. */
export function givenSize(request: ServiceRequest): number {
  return wholeNumber(request.query('per_page')) ?? DEFAULT_SIZE;
}
