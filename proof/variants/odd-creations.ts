import type { Behaviour } from '../../src/service/behaviour.ts';
import { isCreate } from '../../src/service/request.ts';
import { failure } from '../changes/answers.ts';
import { noteCreated, prepareOnly, RACE_MS, storeDraft } from '../changes/creations.ts';
import { removeOldestOpen } from '../changes/other-people.ts';
import { OF_NEW_RECORDS } from './creation.ts';
import { deviationsOf } from './variant.ts';

const FOREVER_MS = 3_600_000;
const OLD_ISSUES = 1500;
const ROBOT = { login: 'robot', id: 7301 };

/** Creations that come while another one is under way are answered otherwise. */
function besides(b: Behaviour, status: number | 'never'): Pick<Behaviour, 'store' | 'createdAnswer'> {
  const refused = new WeakSet<object>();
  let underWay = 0;
  return {
    store: async (draft, repository, call) => {
      if (underWay > 0) {
        refused.add(call.request);
        if (status === 'never') await call.request.pause(FOREVER_MS);
        return prepareOnly(draft, repository, call);
      }
      underWay += 1;
      await call.request.pause(RACE_MS);
      underWay -= 1;
      return b.store(draft, repository, call);
    },
    createdAnswer: (issue, record, call) =>
      refused.has(call.request)
        ? failure(status === 'never' ? 503 : status)
        : b.createdAnswer(issue, record, call),
  };
}

/** A token lists, and is answered a status whatever it creates. */
const mayNotCreate = (b: Behaviour, status: number): Pick<Behaviour, 'around'> => ({
  around: async (inner, request) =>
    isCreate(request) && b.authenticate(request.header('authorization'), request).kind === 'known'
      ? failure(status)
      : b.around(inner, request),
});

const OF_CREATIONS = [
  'create.anonymous',
  'create.invalid-token',
  'create.malformed-credential',
  'create.missing-title',
  'create.title-type',
  'create.body-type',
  'create.payload-type',
  'create.unknown-owner',
  'create.unknown-repo',
  'create.private.outsider',
  'create.rejected-no-effect',
  'create.accepted',
  'create.body-optional',
  'create.listed',
  'create.once',
  'create.concurrent',
] as const;

/** Creations that are refused, stored or told of in unusual ways. */
export const oddCreationVariants = deviationsOf({
  'created-beside-another-409': {
    difference: 'A creation that comes while another one is under way is answered with 409.',
    change: (b) => besides(b, 409),
  },
  'created-beside-another-503': {
    difference: 'A creation that comes while another one is under way is answered with 503.',
    change: (b) => besides(b, 503),
  },
  'created-beside-another-never': {
    difference: 'A creation that comes while another one is under way is never answered.',
    cannotShow: ['create.concurrent'],
    change: (b) => besides(b, 'never'),
  },
  'created-under-another-title': {
    difference: 'Every issue has the title and the text of a template.',
    cannotShow: ['create.listed', ...OF_NEW_RECORDS],
    change: storeDraft(() => ({ title: 'New issue', body: 'New issue' })),
  },
  'created-in-part-under-another-title': {
    difference: 'Every second issue has the title and the text of a template.',
    cannotShow: ['create.concurrent', 'create.listed'],
    change: (b) => {
      let created = 0;
      return storeDraft((draft) => {
        created += 1;
        return created % 2 === 0 ? { title: 'New issue', body: 'New issue' } : draft;
      })(b);
    },
  },
  'token-may-not-create-401': {
    difference: 'Tokens are for listing; creations with one are answered with 401.',
    cannotShow: OF_CREATIONS,
    change: (b) => mayNotCreate(b, 401),
  },
  'token-may-not-create-404': {
    difference: 'Tokens are for listing; creations with one are answered with 404.',
    cannotShow: OF_CREATIONS,
    change: (b) => mayNotCreate(b, 404),
  },
  'token-may-not-create-in-private': {
    difference: 'Tokens may list private repositories and not create there (404).',
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        !(isCreate(request) && repository.isPrivate) && b.mayUse(caller, repository, request),
    }),
  },
  'created-by-many-runs-before': {
    difference: 'The list holds 1,500 issues that earlier runs have left behind.',
    change: (b) => {
      let isFilled = false;
      return {
        around: (inner, request) => {
          const [repository] = request.world.repositories;
          if (!isFilled && repository !== undefined)
            for (let left = OLD_ISSUES; left > 0; left -= 1) {
              const marker = `ic-run${left % 200}-${String(left).padStart(4, '0')}`;
              const draft = { title: `conformance ${marker} may be deleted`, body: `about ${marker}` };
              repository.insert(repository.prepare(draft, ROBOT, new Date(Date.UTC(2025, 0, 1, left))));
            }
          isFilled = true;
          return b.around(inner, request);
        },
      };
    },
  },
  'robot-tidies-up': {
    difference: 'A robot deletes the oldest issue after every third creation.',
    cannotShow: ['list.page.partition', 'list.page.slices'],
    change: noteCreated((_issue, repository, _call, count) => {
      if (count % 3 === 0) removeOldestOpen(repository);
    }),
  },
});
