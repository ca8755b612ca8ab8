import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

/**
 * Handles every `n`th request another way. It is counted and not drawn, so that a run can be repeated; the request that
 * comes next, a repetition for instance, is handled as ever.
 */
export function everyNth(
  b: Behaviour,
  n: number,
  handle: (inner: () => Promise<Answer>, request: ServiceRequest) => Answer | Promise<Answer>,
): Pick<Behaviour, 'around'> {
  return {
    around: async (inner, request) =>
      request.ordinal % n === 0 ? handle(() => b.around(inner, request), request) : b.around(inner, request),
  };
}
