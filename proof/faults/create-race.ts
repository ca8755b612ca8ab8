import type { Draft } from '../../src/service/world/repository.ts';
import { prepareOnly, RACE_MS } from '../changes/creations.ts';
import type { Fault } from './fault.ts';

/** What goes wrong between creations that are under way at the same time. */
export const createRaceFaults = [
  {
    id: 'create-concurrent-mixed-up',
    description: 'The draft is kept in a variable of the process while the database is waited for.',
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
    description: 'Two creations may wait at a time, and what comes in beyond them is accepted and dropped.',
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
