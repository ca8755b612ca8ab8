import type { Answer } from '../answer.ts';
import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

/** Turns requests away, among those that it applies to, once so many were let in within a time, in milliseconds. */
export function limitRate(
  b: Behaviour,
  most: number,
  windowMs: number,
  tooMany: (freeAt: number, now: number) => Answer,
  applies: (request: ServiceRequest) => boolean = () => true,
): Pick<Behaviour, 'around'> {
  let letIn: number[] = [];
  return {
    around: async (inner, request) => {
      if (!applies(request)) return b.around(inner, request);
      const now = request.world.clock.date();
      letIn = letIn.filter((at) => at > now - windowMs);
      const [first = now] = letIn;
      if (letIn.length >= most) return tooMany(first + windowMs, now);
      letIn.push(now);
      return b.around(inner, request);
    },
  };
}
