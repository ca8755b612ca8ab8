import type { Draft } from '../../src/service/world/repository.ts';
import { prepareOnly, RACE_MS } from '../changes/creations.ts';
import type { Fault } from './fault.ts';

/** Faults between concurrent creations. */
export const createRaceFaults = [
  {
    id: 'create-concurrent-mixed-up',
    description:
      'The draft is stored in a process variable while the database works, so concurrent creations mix.',
    breaks: ['create.concurrent'],
    change: (b) => {
      let current: Draft | undefined;
      return {
        store: async (draft, repository, call) => {
          current = draft;
          await call.request.pause(RACE_MS);
          return b.store(current, repository, call);
        },
      };
    },
  },
  {
    id: 'create-concurrent-overflow',
    description: 'Two creations may wait at a time; further ones are accepted and dropped.',
    breaks: ['create.concurrent'],
    change: (b) => {
      let waiting = 0;
      return {
        store: async (draft, repository, call) => {
          if (waiting >= 2) return prepareOnly(draft, repository, call);
          waiting += 1;
          await call.request.pause(RACE_MS);
          waiting -= 1;
          return b.store(draft, repository, call);
        },
      };
    },
  },
] as const satisfies readonly Fault[];
