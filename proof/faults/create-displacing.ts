import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import { authorOf } from '../../src/service/conforming/creating.ts';
import type { Issue, IssueDraft } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { noteCreated, prepareOnly, RACE_MS } from '../changes/creations.ts';
import { listRows } from '../changes/lists.ts';
import { breaks, faultsOf } from './fault.ts';

const BUFFER = 2;
const PLACES = 10;

/** Keeps a number of new issues; each further one replaces the oldest of them. */
const replacingOldestOf =
  (places: number): Change =>
  (b) => {
    const kept: Issue[] = [];
    return noteCreated((issue, repository) => {
      kept.push(issue);
      const oldest = kept.length > places ? kept.shift() : undefined;
      if (oldest !== undefined) repository.remove(oldest);
    })(b);
  };

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

/** Faults in which a creation misplaces its issue or affects another one. */
export const createDisplacingFaults = faultsOf({
  'create-over-the-oldest': breaks('create.once')(
    'The table is a ring buffer, so a new issue replaces the oldest one.',
    () => ({
      store: (draft, repository, call) => {
        const oldest = repository.issues.find(({ state }) => state === 'open');
        const issue = repository.insert(prepareOnly(draft, repository, call));
        if (oldest !== undefined) repository.remove(oldest);
        return issue;
      },
    }),
  ),
  'create-over-the-last-but-nine': breaks('create.once', 'create.concurrent')(
    'Each author has ten places, and a new issue replaces the oldest of them.',
    replacingOldestOf(PLACES),
  ),
  'create-number-from-count': breaks(
    'create.listed',
    'create.once',
    'create.concurrent',
  )('A new issue is numbered by the count of open ones, and overwrites that of its number.', () => ({
    store: (draft, repository, call) => {
      const number = repository.issues.filter(({ state }) => state === 'open').length + 1;
      const issue = repository.prepare(draft, authorOf(call), call.request.world.now(), number);
      const old = repository.issues.find((other) => other.number === number);
      if (old === undefined) return repository.insert(issue);
      repository.replace(old, issue);
      return issue;
    },
  })),
  'create-under-another-owner': breaks('create.listed')(
    'The repository is looked up by name only, and the issue is stored in the last match.',
    (b) => ({
      store: (draft, repository, call) => {
        const { repositories } = call.request.world;
        const namesake = [...repositories].findLast(({ name }) => name === repository.name);
        return b.store(draft, namesake ?? repository, call);
      },
    }),
  ),
  'create-buffer-dropped': breaks('create.once', 'create.concurrent')(
    'New issues are buffered, and the buffer drops what does not fit.',
    replacingOldestOf(BUFFER),
  ),
  'create-newest-held-back': breaks('create.listed')(
    'The newest issue is not listed, because it may still be incomplete.',
    listRows((arranged, { repository }) => {
      const newest = repository.issues.at(-1);
      return arranged.filter((issue) => issue !== newest);
    }),
  ),
  'create-concurrent-mixed-up': breaks('create.concurrent')(
    'The draft is kept in a process variable during storage, so concurrent creations mix.',
    (b) => {
      let current: IssueDraft | undefined;
      return {
        store: async (draft, repository, call) => {
          current = draft;
          await call.request.pause(RACE_MS);
          return b.store(current, repository, call);
        },
      };
    },
  ),
  'create-concurrent-overflow': breaks('create.concurrent')(
    'Two creations may wait at a time; further ones are accepted and dropped.',
    (b) => {
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
  ),
  'create-database-locked': breaks('create.concurrent')(
    'The database takes one writer at a time, and whoever comes meanwhile gets an error.',
    (b) => {
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
  ),
  'create-number-taken': breaks('create.concurrent')(
    "The next number is read before the issue is written, and must be nobody else's by then.",
    (b) => {
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
  ),
});
