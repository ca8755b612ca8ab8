import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import type { Call } from '../../src/service/request.ts';
import type { Issue, IssueDraft, Repository } from '../../src/service/world/repository.ts';
import { answerCreated, failure, recordsAs } from '../changes/answers.ts';
import { loseEvery, noteCreated, prepareOnly, RACE_MS } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { together } from '../changes/together.ts';
import { faultsOf } from './fault.ts';

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
  'create-500-after-storing': {
    description: 'The issue is stored, but a failing notification turns the response into 500.',
    breaks: ['create.accepted'],
    change: () => ({ createdAnswer: () => failure(500) }),
  },
  'create-302': {
    description: 'A creation is answered with a redirect to the new issue.',
    breaks: ['create.accepted'],
    change: () => ({ createdAnswer: (issue) => failure(302, { location: issue.html_url }) }),
  },
  'create-with-body-500': {
    description: 'The issue is stored, but a creation with a body is answered with 500.',
    breaks: ['create.body-optional'],
    change: revise('createdAnswer', (answer, { body }) => (body === null ? answer : failure(500))),
  },
  'create-stores-nothing': {
    description: 'The response is sent before the transaction, which is never committed.',
    breaks: ['create.listed'],
    change: () => ({ store: prepareOnly }),
  },
  'create-stores-in-another-repository': {
    description: 'The issue is stored in another repository than the requested one.',
    breaks: ['create.listed'],
    change: (b) => ({
      store: (draft, repository, call) => {
        const other = [...call.request.world.repositories].findLast((candidate) => candidate !== repository);
        return b.store(draft, other ?? repository, call);
      },
    }),
  },
  'create-list-never-refreshed': {
    description: 'Lists are cached from the first reading, and a creation does not clear the cache.',
    breaks: ['create.listed'],
    change: (b) => {
      const kept = new WeakMap<readonly Issue[], readonly Issue[]>();
      return {
        arrange: (issues, state, order) => {
          const old = kept.get(issues) ?? [...issues];
          kept.set(issues, old);
          return b.arrange(old, state, order);
        },
      };
    },
  },
  'create-listed-for-nobody': {
    description: 'New issues wait for a moderator in a state that no listing shows.',
    breaks: ['create.listed'],
    change: arrangeNew((b, isNew) => (issues, ...how) => {
      const moderated = issues.filter((issue) => !isNew(issue));
      return b.arrange(moderated, ...how);
    }),
  },
  'create-third-lost-textless': {
    description: 'Records show no text, answers to creations only the id, and every third one is lost.',
    breaks: ['create.listed', 'create.concurrent'],
    change: together(
      recordsAs(({ title: _title, body: _body, ...rest }) => rest),
      answerCreated((_answer, { id }) => ({ body: JSON.stringify({ id }) })),
      loseEvery(3),
    ),
  },
  'create-twice': {
    description: 'The request is executed twice after a false time-out.',
    breaks: ['create.once'],
    change: (b) => ({
      store: async (draft, repository, call) => {
        await b.store(draft, repository, call);
        return b.store(draft, repository, call);
      },
    }),
  },
  'create-listed-twice': {
    description: 'The list joins issues with events, and a new issue has two events.',
    breaks: ['create.once', 'list.page.partition'],
    change: arrangeNew((b, isNew) => (...how) => {
      const arranged = b.arrange(...how);
      return arranged.flatMap((issue) => (isNew(issue) ? [issue, issue] : [issue]));
    }),
  },
  'create-over-the-newest': {
    description: 'A new issue gets the key of the newest one and replaces it.',
    breaks: ['create.once'],
    change: () => ({
      store: (draft, repository, call) => {
        const newest = repository.issues.findLast((issue) => issue.state === 'open');
        const issue = prepareOnly(draft, repository, call);
        if (newest === undefined) repository.insert(issue);
        else repository.replace(newest, issue);
        return issue;
      },
    }),
  },
  'create-concurrent-lost': {
    description: 'Concurrent creations read the same next number, and only the last one is kept.',
    breaks: ['create.concurrent'],
    change: (b) => {
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
  },
  'create-concurrent-doubled': {
    description: 'Concurrent creations are collected in a batch, which each of them writes.',
    breaks: ['create.concurrent'],
    change: (b) => {
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
  },
  'create-concurrent-merged': {
    description: 'Concurrent creations in a repository are taken for retries of the first.',
    breaks: ['create.concurrent'],
    change: (b) => {
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
  },
});
