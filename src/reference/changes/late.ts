import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

/** Takes so many milliseconds more for a request. */
export function late(
  b: Behaviour,
  milliseconds: (request: ServiceRequest) => number,
): Pick<Behaviour, 'around'> {
  return {
    around: async (inner, request) => {
      const wait = milliseconds(request);
      if (wait > 0) await request.pause(wait);
      return b.around(inner, request);
    },
  };
}
