import { type Call, isCreate } from '../../src/service/request.ts';
import type { Draft, Issue, Repository } from '../../src/service/world/repository.ts';
import { answerCreated, failure, renderAs } from '../changes/answers.ts';
import { prepareOnly, RACE_MS } from '../changes/creations.ts';
import { nthOf } from '../changes/moments.ts';
import type { Fault } from './fault.ts';

export const createStorageFaults = [
  {
    id: 'create-500-after-storing',
    description: 'A notification fails after the issue was stored, and the whole request with it.',
    breaks: ['create.accepted'],
    change: () => ({ createdAnswer: () => failure(500) }),
  },
  {
    id: 'create-302',
    description: 'The answer sends a browser to the new issue.',
    breaks: ['create.accepted'],
    change: () => ({ createdAnswer: (issue) => failure(302, { location: issue.html_url }) }),
  },
  {
    id: 'create-with-body-500',
    description: 'Bodies go to a store of their own that does not answer.',
    breaks: ['create.body-optional'],
    change: (b) => ({
      createdAnswer: (issue, record, call) =>
        issue.body === null ? b.createdAnswer(issue, record, call) : failure(500),
    }),
  },
  {
    id: 'create-stores-nothing',
    description: 'The answer is made before the transaction, which is never committed.',
    breaks: ['create.listed'],
    change: () => ({ store: prepareOnly }),
  },
  {
    id: 'create-stores-in-another-repository',
    description: 'The issue is stored in the repository that was used first.',
    breaks: ['create.listed'],
    change: (b) => ({
      store: (draft, repository, call) => {
        const other = [...call.request.world.repositories].findLast((candidate) => candidate !== repository);
        return b.store(draft, other ?? repository, call);
      },
    }),
  },
  {
    id: 'create-list-never-refreshed',
    description: 'Lists are kept from the first reading on, and creating forgets to drop them.',
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
  {
    id: 'create-listed-for-nobody',
    description: 'New issues wait for a moderator, in a state that no listing shows.',
    breaks: ['create.listed'],
    change: (b) => {
      const waiting = new WeakSet<Issue>();
      return {
        store: async (draft, repository, call) => {
          const issue = await b.store(draft, repository, call);
          waiting.add(issue);
          return issue;
        },
        arrange: (issues, state, order) =>
          b.arrange(
            issues.filter((issue) => !waiting.has(issue)),
            state,
            order,
          ),
      };
    },
  },
  {
    id: 'create-third-lost-textless',
    description:
      'Records show no titles and no texts, answers to creations only the id, and every third one is lost.',
    breaks: ['create.listed', 'create.concurrent'],
    change: (b) => {
      const isThird = nthOf(3, isCreate);
      return {
        ...renderAs(({ title: _title, body: _body, ...rest }) => rest),
        ...answerCreated(b, (_answer, { id }) => ({ body: JSON.stringify({ id }) })),
        store: (draft, repository, call) =>
          isThird(call.request) ? prepareOnly(draft, repository, call) : b.store(draft, repository, call),
      };
    },
  },
  {
    id: 'create-twice',
    description: 'The request is carried out once more after a time-out that did not happen.',
    breaks: ['create.once'],
    change: (b) => ({
      store: async (draft, repository, call) => {
        await b.store(draft, repository, call);
        return b.store(draft, repository, call);
      },
    }),
  },
  {
    id: 'create-listed-twice',
    description: 'The list joins the issues with their events, of which a new one has two.',
    breaks: ['create.once', 'list.page.partition'],
    change: (b) => {
      const fresh = new WeakSet<Issue>();
      return {
        store: async (draft, repository, call) => {
          const issue = await b.store(draft, repository, call);
          fresh.add(issue);
          return issue;
        },
        arrange: (issues, state, order) =>
          b.arrange(issues, state, order).flatMap((issue) => (fresh.has(issue) ? [issue, issue] : [issue])),
      };
    },
  },
  {
    id: 'create-over-the-newest',
    description: 'The key of a new issue is that of the newest one, which it replaces.',
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
  {
    id: 'create-concurrent-lost',
    description: 'The next number is read, and only the last of those who read the same one is kept.',
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
  {
    id: 'create-concurrent-doubled',
    description:
      'What comes in at the same moment is gathered, and the gathered is written by each who waits for it.',
    breaks: ['create.concurrent'],
    change: (b) => {
      const gathered = new WeakMap<Repository, Draft[]>();
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
  {
    id: 'create-concurrent-merged',
    description: 'Requests of one token at one moment are taken for repetitions of the first.',
    breaks: ['create.concurrent'],
    change: (b) => {
      const underWay = new WeakMap<Repository, Promise<Issue>>();
      const storeLater = async (draft: Draft, repository: Repository, call: Call) => {
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
] as const satisfies readonly Fault[];
