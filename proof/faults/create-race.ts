import type { Behaviour } from '../../src/service/behaviour.ts';
import type { IssueDraft } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { prepareOnly, RACE_MS } from '../changes/creations.ts';
import { faultsOf } from './fault.ts';

/** Two writers met in the database. */
class Locked extends Error {}

/** Answers 500 if two writers meet in the database. */
const failIfLocked = (b: Behaviour): Pick<Behaviour, 'around'> => ({
  around: (inner, request) =>
    b.around(async () => {
      try {
        return await inner();
      } catch (error) {
        if (error instanceof Locked) return failure(500);
        throw error;
      }
    }, request),
});

/** Faults between concurrent creations. */
export const createRaceFaults = faultsOf({
  'create-concurrent-mixed-up': {
    description: 'The draft is kept in a process variable during storage, so concurrent creations mix.',
    breaks: ['create.concurrent'],
    change: (b) => {
      let current: IssueDraft | undefined;
      return {
        store: async (draft, repository, call) => {
          current = draft;
          await call.request.pause(RACE_MS);
          return b.store(current, repository, call);
        },
      };
    },
  },
  'create-concurrent-overflow': {
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
  'create-database-locked': {
    description: 'The database takes one writer at a time, and whoever comes meanwhile gets an error.',
    breaks: ['create.concurrent'],
    change: (b) => {
      let isLocked = false;
      return {
        ...failIfLocked(b),
        store: async (draft, repository, call) => {
          if (isLocked) throw new Locked();
          isLocked = true;
          await call.request.pause(RACE_MS);
          isLocked = false;
          return b.store(draft, repository, call);
        },
      };
    },
  },
  'create-number-taken': {
    description: "The next number is read before the issue is written, and must be nobody else's by then.",
    breaks: ['create.concurrent'],
    change: (b) => {
      let stored = 0;
      return {
        ...failIfLocked(b),
        store: async (draft, repository, call) => {
          const next = stored + 1;
          await call.request.pause(RACE_MS);
          if (stored >= next) throw new Locked();
          stored = next;
          return b.store(draft, repository, call);
        },
      };
    },
  },
});
