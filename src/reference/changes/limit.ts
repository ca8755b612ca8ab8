import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

const WINDOW_MS = 1000;

/** Turns requests away, among those that it applies to, once so many were let in within one second. */
export function limitRate(
  b: Behaviour,
  most: number,
  tooMany: (freeAt: number) => Answer,
  applies: (request: ServiceRequest) => boolean = () => true,
): Pick<Behaviour, 'around'> {
  let letIn: number[] = [];
  return {
    around: async (inner, request) => {
      if (!applies(request)) return b.around(inner, request);
      const now = Date.now();
      letIn = letIn.filter((at) => at > now - WINDOW_MS);
      const [first = now] = letIn;
      if (letIn.length >= most) return tooMany(first + WINDOW_MS);
      letIn.push(now);
      return b.around(inner, request);
    },
  };
}
