import type { Change } from '../../src/service/behaviour.ts';
import type { ServiceRequest } from '../../src/service/request.ts';

/**
 * A service with one thread: each request takes it so many milliseconds, and waits for those that came before, though their
 * callers may have given up meanwhile.
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
