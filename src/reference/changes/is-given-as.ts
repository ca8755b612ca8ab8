import type { ServiceRequest } from '../request.ts';

/** Whether a query parameter is there and looks like that. */
export function isGivenAs(request: ServiceRequest, name: string, pattern: RegExp): boolean {
  const value = request.query(name);
  return value !== undefined && pattern.test(value);
}
