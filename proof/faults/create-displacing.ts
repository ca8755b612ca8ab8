import { authorOf } from '../../src/service/conforming/creating.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { noteCreated, prepareOnly } from '../changes/creations.ts';
import { listRows } from '../changes/sizes-and-pages.ts';
import { faultsOf } from './fault.ts';

const BUFFER = 2;
const PLACES = 10;

/** Faults in which a creation misplaces its issue or affects another one. */
export const createDisplacingFaults = faultsOf({
  'create-over-the-oldest': {
    description: 'The table is a ring buffer, so a new issue replaces the oldest one.',
    breaks: ['create.once'],
    change: () => ({
      store: (draft, repository, call) => {
        const oldest = repository.issues.find(({ state }) => state === 'open');
        const issue = repository.insert(prepareOnly(draft, repository, call));
        if (oldest !== undefined) repository.remove(oldest);
        return issue;
      },
    }),
  },
  'create-over-the-last-but-nine': {
    description: 'Each author has ten places, and a new issue replaces the oldest of them.',
    breaks: ['create.once', 'create.concurrent'],
    change: () => {
      const places: Issue[] = [];
      return {
        store: (draft, repository, call) => {
          const issue = repository.insert(prepareOnly(draft, repository, call));
          places.push(issue);
          const oldest = places.length > PLACES ? places.shift() : undefined;
          if (oldest !== undefined) repository.remove(oldest);
          return issue;
        },
      };
    },
  },
  'create-number-from-count': {
    description:
      'A new issue is numbered by the count of open issues, and overwrites the one of that number.',
    breaks: ['create.listed', 'create.once', 'create.concurrent'],
    change: () => ({
      store: (draft, repository, call) => {
        const number = repository.issues.filter(({ state }) => state === 'open').length + 1;
        const issue = repository.prepare(draft, authorOf(call), call.request.world.now(), number);
        const old = repository.issues.find((other) => other.number === number);
        if (old === undefined) return repository.insert(issue);
        repository.replace(old, issue);
        return issue;
      },
    }),
  },
  'create-under-another-owner': {
    description: 'The repository is looked up by name only, and the issue is stored in the last match.',
    breaks: ['create.listed'],
    change: (b) => ({
      store: (draft, repository, call) => {
        const { repositories } = call.request.world;
        const namesake = [...repositories].findLast(({ name }) => name === repository.name);
        return b.store(draft, namesake ?? repository, call);
      },
    }),
  },
  'create-buffer-dropped': {
    description: 'New issues are buffered, and the buffer drops what does not fit.',
    breaks: ['create.once', 'create.concurrent'],
    change: (b) => {
      const buffered: Issue[] = [];
      return noteCreated(b, (issue, repository) => {
        buffered.push(issue);
        const dropped = buffered.length > BUFFER ? buffered.shift() : undefined;
        if (dropped !== undefined) repository.remove(dropped);
      });
    },
  },
  'create-newest-held-back': {
    description: 'The newest issue is not listed, because it may still be incomplete.',
    breaks: ['create.listed'],
    change: listRows((arranged, { repository }) => {
      const newest = repository.issues.at(-1);
      return arranged.filter((issue) => issue !== newest);
    }),
  },
});
