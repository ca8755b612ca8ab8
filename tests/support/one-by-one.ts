import type { Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';

/**
 * Simulates a service with one thread. Each request takes some milliseconds and waits for earlier ones, even
 * if their callers gave up.
 */
export const oneByOne = (milliseconds: (request: ServiceRequest) => number): Change => {
  let last: Promise<unknown> = Promise.resolve();
  return (b) => ({
    around: (inner, request) => {
      const answer = last.then(async () => {
        await request.pause(milliseconds(request));
        return b.around(inner, request);
      });
      last = answer.catch(() => undefined);
      return answer;
    },
  });
};
