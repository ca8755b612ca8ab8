import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import type { Call } from '../../src/service/request.ts';
import type { Issue, IssueDraft, Repository } from '../../src/service/world/repository.ts';
import { answerCreated, failure, recordsAs } from '../changes/answers.ts';
import { loseEvery, noteCreated, prepareOnly, RACE_MS } from '../changes/creations.ts';
import { revise, together } from '../changes/decisions.ts';
import { breaks, faultsOf } from './fault.ts';

/** Arranges lists of other issues, given those that were created. */
const arrangeNew =
  (arrange: (b: Behaviour, isNew: (issue: Issue) => boolean) => Behaviour['arrange']): Change =>
  (b) => {
    const created = new WeakSet<Issue>();
    return {
      ...noteCreated((issue) => created.add(issue))(b),
      arrange: arrange(b, (issue) => created.has(issue)),
    };
  };

/** Faults in what a creation stores. */
export const createStorageFaults = faultsOf({
  'create-500-after-storing': breaks('create.accepted')(
    'The issue is stored, but a failing notification turns the response into 500.',
    () => ({ createdAnswer: () => failure(500) }),
  ),
  'create-302': breaks('create.accepted')('A creation is answered with a redirect to the new issue.', () => ({
    createdAnswer: (issue) => failure(302, { location: issue.html_url }),
  })),
  'create-with-body-500': breaks('create.body-optional')(
    'The issue is stored, but a creation with a body is answered with 500.',
    revise('createdAnswer', (answer, { body }) => (body === null ? answer : failure(500))),
  ),
  'create-stores-nothing': breaks('create.listed')(
    'The response is sent before the transaction, which is never committed.',
    () => ({ store: prepareOnly }),
  ),
  'create-stores-in-another-repository': breaks('create.listed')(
    'The issue is stored in another repository than the requested one.',
    (b) => ({
      store: (draft, repository, call) => {
        const other = [...call.request.world.repositories].findLast((candidate) => candidate !== repository);
        return b.store(draft, other ?? repository, call);
      },
    }),
  ),
  'create-list-never-refreshed': breaks('create.listed')(
    'Lists are cached from the first reading, and a creation does not clear the cache.',
    (b) => {
      const kept = new WeakMap<readonly Issue[], readonly Issue[]>();
      return {
        arrange: (issues, state, order) => {
          const old = kept.get(issues) ?? [...issues];
          kept.set(issues, old);
          return b.arrange(old, state, order);
        },
      };
    },
  ),
  'create-listed-for-nobody': breaks('create.listed')(
    'New issues wait for a moderator in a state that no listing shows.',
    arrangeNew((b, isNew) => (issues, ...how) => {
      const moderated = issues.filter((issue) => !isNew(issue));
      return b.arrange(moderated, ...how);
    }),
  ),
  'create-third-lost-textless': breaks('create.listed', 'create.concurrent')(
    'Records show no text, answers to creations only the id, and every third one is lost.',
    together(
      recordsAs(({ title: _title, body: _body, ...rest }) => rest),
      answerCreated((_answer, { id }) => ({ body: JSON.stringify({ id }) })),
      loseEvery(3),
    ),
  ),
  'create-twice': breaks('create.once')('The request is executed twice after a false time-out.', (b) => ({
    store: async (draft, repository, call) => {
      await b.store(draft, repository, call);
      return b.store(draft, repository, call);
    },
  })),
  'create-listed-twice': breaks('create.once', 'list.page.partition')(
    'The list joins issues with events, and a new issue has two events.',
    arrangeNew((b, isNew) => (...how) => {
      const arranged = b.arrange(...how);
      return arranged.flatMap((issue) => (isNew(issue) ? [issue, issue] : [issue]));
    }),
  ),
  'create-over-the-newest': breaks('create.once')(
    'A new issue gets the key of the newest one and replaces it.',
    () => ({
      store: (draft, repository, call) => {
        const newest = repository.issues.findLast((issue) => issue.state === 'open');
        const issue = prepareOnly(draft, repository, call);
        if (newest === undefined) repository.insert(issue);
        else repository.replace(newest, issue);
        return issue;
      },
    }),
  ),
  'create-concurrent-lost': breaks('create.concurrent')(
    'Concurrent creations read the same next number, and only the last one is kept.',
    (b) => {
      const last = new WeakMap<Repository, Call>();
      return {
        store: async (draft, repository, call) => {
          last.set(repository, call);
          await call.request.pause(RACE_MS);
          return last.get(repository) === call
            ? b.store(draft, repository, call)
            : prepareOnly(draft, repository, call);
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
});
