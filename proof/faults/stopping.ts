import type { Change } from '../../src/service/behaviour.ts';
import { failure } from '../changes/answers.ts';
import { breaks, faultsOf } from './fault.ts';

const DOWN_MS = 1500;
const WORK_MS = 20;
const FOREVER_MS = 3_600_000;

/** A payload ends the process: all requests in flight fail, and the service is started again later. */
const endedBy =
  (payload: string): Change =>
  (b) => {
    const gone = { ...failure(503), delivery: 'reset' } as const;
    let downUntil = 0;
    return {
      around: async (inner, request) => {
        const now = request.world.clock.date();
        if (now < downUntil) return gone;
        if (request.body === payload) {
          downUntil = now + DOWN_MS;
          return gone;
        }
        const before = downUntil;
        await request.pause(WORK_MS);
        return downUntil > before ? gone : b.around(inner, request);
      },
    };
  };

/** Requests at which the service goes away. */
export const stoppingFaults = faultsOf({
  'payload-null-stops-the-service': breaks('create.payload-type')(
    'A payload of null ends the process, which is started again after 1.5 s.',
    endedBy('null'),
  ),
  'payload-null-hangs': breaks('create.payload-type')('A payload of null is never answered.', (b) => ({
    around: async (inner, request) => {
      if (request.body !== 'null') return b.around(inner, request);
      await request.pause(FOREVER_MS);
      return failure(503);
    },
  })),
});
