import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import type { Call } from '../../src/service/request.ts';
import type { Issue, IssueDraft, Repository } from '../../src/service/world.ts';
import { prepareOnly, RACE_MS, refuseBeside } from '../changes/creations.ts';
import { removeOldestOpen } from '../changes/other-clients.ts';
import { breaks, family, faultsOf } from './fault.ts';

const failsBeside = family(['create.concurrent'], refuseBeside);

/** Does something after each creation that came while another one was under way. */
const besideAnother =
  (act: (b: Behaviour, ...storing: Parameters<Behaviour['store']>) => void): Change =>
  (b) => {
    let underWay = 0;
    return {
      store: async (draft, repository, call) => {
        underWay += 1;
        const isAlone = underWay === 1;
        await call.request.pause(RACE_MS);
        underWay -= 1;
        const issue = await b.store(draft, repository, call);
        if (!isAlone) act(b, draft, repository, call);
        return issue;
      },
    };
  };

export const createRaceFaults = faultsOf({
  'create-concurrent-lost': breaks('create.concurrent')(
    'Concurrent creations read the same next number, and only the last one is kept.',
    (b) => {
      const last = new WeakMap<Repository, Call>();
      return {
        store: async (draft, repository, call) => {
          last.set(repository, call);
          await call.request.pause(RACE_MS);
          return (last.get(repository) === call ? b.store : prepareOnly)(draft, repository, call);
        },
      };
    },
  ),
  'create-concurrent-doubled': breaks('create.concurrent')(
    'Concurrent creations are collected in a batch, which each of them writes.',
    (b) => {
      const gathered = new WeakMap<Repository, IssueDraft[]>();
      return {
        store: async (draft, repository, call) => {
          const drafts = gathered.get(repository) ?? [];
          gathered.set(repository, drafts);
          drafts.push(draft);
          await call.request.pause(RACE_MS);
          for (const other of drafts.slice(drafts.indexOf(draft) + 1)) await b.store(other, repository, call);
          drafts.splice(drafts.indexOf(draft), 1);
          return b.store(draft, repository, call);
        },
      };
    },
  ),
  'create-concurrent-merged': breaks('create.concurrent')(
    'Concurrent creations in a repository are taken for retries of the first.',
    (b) => {
      const underWay = new WeakMap<Repository, Promise<Issue>>();
      const storeLater = async (draft: IssueDraft, repository: Repository, call: Call) => {
        await call.request.pause(RACE_MS);
        underWay.delete(repository);
        return b.store(draft, repository, call);
      };
      return {
        store: (draft, repository, call) => {
          const stored = underWay.get(repository) ?? storeLater(draft, repository, call);
          underWay.set(repository, stored);
          return stored;
        },
      };
    },
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
  'create-database-locked': failsBeside('The database takes one writer, and others get an error.', 500),
  'create-number-taken': failsBeside('The next number is taken once the issue is written.', 500, RACE_MS),
  'create-concurrent-422': failsBeside('A number that is taken by then is answered with 422.', 422, RACE_MS),
  'create-concurrent-404': failsBeside('A repository is not found while an issue is written.', 404, RACE_MS),
  'create-conflict-remembered': breaks('create.concurrent')(
    'Whoever comes while an issue is written gets 409, and then 422 for each such conflict.',
    refuseBeside(409, RACE_MS, 422),
  ),
  'create-concurrent-over-the-oldest': breaks('create.once')(
    'Of two creations at the same moment the second one frees a place, which takes the oldest issue.',
    besideAnother((_b, _draft, repository) => removeOldestOpen(repository)),
  ),
  'create-concurrent-again-later': breaks(['create.concurrent', 'create.once'])(
    'Of two creations at the same moment the second one is stored again 1.5 s later.',
    besideAnother(({ store }, ...all) => void all[2].request.pause(1500).then(() => store(...all))),
  ),
});
