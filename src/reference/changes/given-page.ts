import { wholeNumber } from '../conforming/whole-number.ts';
import type { ServiceRequest } from '../request.ts';

/** The page that was asked for. */
export function givenPage(request: ServiceRequest): number {
  return wholeNumber(request.query('page')) ?? 1;
}
