import type { ServiceRequest } from '../request.ts';

/**
 * Every `n`th of the requests that `counts` holds for. They are counted and not drawn, so that a run can be repeated; one
 * request counts once, however often it is asked about.
 */
export function nthOf(
  n: number,
  counts: (request: ServiceRequest) => boolean,
): (request: ServiceRequest) => boolean {
  const isNth = new WeakMap<ServiceRequest, boolean>();
  let count = 0;
  return (request) => {
    const known = isNth.get(request);
    if (known !== undefined) return known;
    const counted = counts(request);
    if (counted) count += 1;
    const answer = counted && count % n === 0;
    isNth.set(request, answer);
    return answer;
  };
}
