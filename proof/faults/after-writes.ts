import { MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { isList } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world/repository.ts';
import { sendsNoCredential } from '../changes/callers.ts';
import { noteCreated } from '../changes/creations.ts';
import { afterCreations, afterRefusal } from '../changes/moments.ts';
import { orderIfInvalid } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import { changeSize, givenSize } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Faults that appear after a write. */
export const afterWritesFaults = [
  {
    id: 'after-creation-sizes-as-given',
    description: 'A creation reloads the settings without the limits of a page.',
    breaks: [
      'list.per-page.zero',
      'list.per-page.negative',
      'list.per-page.above-maximum',
      'list.per-page.huge',
    ],
    change: (b) =>
      afterCreations(
        b,
        1,
        changeSize(b, (given) => Math.max(0, given)),
      ),
  },
  {
    id: 'after-refusal-sizes-checked',
    description: 'The first refusal loads checks that also refuse page sizes out of range.',
    breaks: [
      'list.per-page.zero',
      'list.per-page.negative',
      'list.per-page.above-maximum',
      'list.per-page.huge',
    ],
    change: (b) =>
      afterRefusal(
        b,
        refuseLists(b, 422, (request) => givenSize(request) < 1 || givenSize(request) > MAXIMUM_SIZE),
      ),
  },
  {
    id: 'after-creation-sort-by-update',
    description: 'A creation updates the statistics, after which an unknown sort is served by last update.',
    breaks: ['list.sort.invalid-default-order'],
    change: (b) =>
      afterCreations(
        b,
        1,
        orderIfInvalid(b, () => ({ key: 'updated', direction: 'desc' })),
      ),
  },
  {
    id: 'after-creation-private-open',
    description: 'A creation deletes the list of readers, and a repository without one is open to all.',
    breaks: ['list.private.anonymous', 'list.private.outsider', 'create.private.outsider'],
    change: (b) => afterCreations(b, 1, { mayUse: () => true }),
  },
  {
    id: 'after-creation-tokens-unchecked',
    description: 'A creation switches to the account of the service, which stays active for later listings.',
    breaks: ['list.invalid-token'],
    change: (b) =>
      afterCreations(b, 1, {
        refuseCredential: (call) => (isList(call.request) ? undefined : b.refuseCredential(call)),
      }),
  },
  {
    id: 'after-three-creations-hundred-only',
    description: 'The third creation rebuilds the index of the list from the first hundred results.',
    breaks: ['list.page.slices', 'list.page.effective-size', 'create.once'],
    change: (b) =>
      afterCreations(b, 3, {
        cut: (arranged, window, listing) => b.cut(arranged.slice(0, MAXIMUM_SIZE), window, listing),
      }),
  },
  {
    id: 'after-creation-list-201',
    description: 'All responses share one status object, so a listing after a creation is answered with 201.',
    breaks: ['list.ok'],
    change: (b) =>
      afterCreations(b, 1, {
        listAnswer: (records, total, listing) => {
          const answer = b.listAnswer(records, total, listing);
          return answer.status === 200 ? { ...answer, status: 201 } : answer;
        },
      }),
  },
  {
    id: 'after-refusal-anonymous-401',
    description: 'After the first refused creation, the whole service demands a login.',
    breaks: ['list.anonymous'],
    change: (b) =>
      afterRefusal(b, {
        refuseCredential: (call) =>
          sendsNoCredential(call.request) ? 'credential-missing' : b.refuseCredential(call),
      }),
  },
  {
    id: 'after-creation-last-lost',
    description: 'The length of the list is cached, so a new issue pushes the last one out.',
    breaks: ['create.once'],
    change: (b) => {
      const counts = new Map<string, number>();
      return {
        cut: (arranged, window, listing) => {
          const { repository, state } = listing;
          const key = `${repository.owner}/${repository.name} ${state}`;
          const count = counts.get(key) ?? arranged.length;
          counts.set(key, count);
          return b.cut(arranged.slice(0, count), window, listing);
        },
      };
    },
  },
  {
    id: 'after-creation-new-on-every-page',
    description: 'The newest issue is put at the top of every page instead of the list.',
    breaks: ['list.page.partition', 'list.page.slices', 'list.page.second'],
    change: (b) => {
      const created: Issue[] = [];
      return {
        ...noteCreated(b, (issue) => created.push(issue)),
        cut: (arranged, window, listing) => {
          const page = b.cut(arranged, window, listing);
          const newest = created.findLast((issue) => arranged.includes(issue));
          return newest === undefined || page.includes(newest) ? page : [newest, ...page.slice(0, -1)];
        },
      };
    },
  },
  {
    id: 'after-creation-new-in-a-string',
    description: 'New issues are listed from a cache of strings that are quoted a second time.',
    breaks: ['list.records'],
    change: (b) => {
      const fresh = new WeakSet<Issue>();
      return {
        ...noteCreated(b, (issue) => fresh.add(issue)),
        renderRecord: (issue, place, request) => {
          const text = b.renderRecord(issue, place, request);
          return fresh.has(issue) && place.listing !== undefined ? JSON.stringify(text) : text;
        },
      };
    },
  },
] as const satisfies readonly Fault[];
