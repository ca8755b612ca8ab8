import type { Change } from '../../src/service/behaviour.ts';
import { DEFAULT_ORDER, DEFAULT_SIZE, isJsonObject, MAXIMUM_SIZE } from '../../src/service/conforming.ts';
import { isCreate, isList, type ListCall, type Reply, type Requester } from '../../src/service/request.ts';
import type { Issue, Repository } from '../../src/service/world.ts';
import { demandLogin, trust } from '../changes/access.ts';
import { listNothing, refusing } from '../changes/answers.ts';
import { cachedFor, keepPages, someParameters } from '../changes/caches.ts';
import { isUnknown, knownOnceRefused, sendsNoCredential } from '../changes/callers.ts';
import { acceptPayloads, knowingNew, noteCreated } from '../changes/creations.ts';
import { afterCreations, afterRefusal, remembering, revise } from '../changes/decisions.ts';
import { changeSize, givenSize, listRows } from '../changes/lists.ts';
import { BY_UPDATE, hasInvalidSort, orderIfInvalid } from '../changes/orders.ts';
import {
  FULL,
  LATER_PAGES,
  LISTED_NAMES,
  OUT_OF_RANGE,
  OWNERS,
  PAGING,
  REPOS,
  STRANGERS,
  TOKENS,
  TOO_LONG_LATER,
} from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';

/** Caches some pages, which creations do not clear. */
const keepWhere = (applies: (listing: ListCall) => boolean): Change =>
  keepPages((listing) => {
    const { state, order, window } = listing;
    return applies(listing) ? [state, order.key, order.direction, window.size, window.page] : undefined;
  });

export const afterWritesFaults = faultsOf({
  'after-creation-sizes-as-given': breaks(OUT_OF_RANGE)(
    'A creation reloads the settings without the limits of a page.',
    afterCreations(1)(changeSize((given) => Math.max(0, given))),
  ),
  'after-refusal-sizes-checked': breaks(OUT_OF_RANGE)(
    'The first refusal loads checks that also refuse page sizes out of range.',
    afterRefusal(refusing(422, (request) => givenSize(request) < 1 || givenSize(request) > MAXIMUM_SIZE)),
  ),
  'after-creation-sort-by-update': breaks('list.sort.invalid-default-order')(
    'After a creation, an unknown sort is served by last update.',
    afterCreations(1)(orderIfInvalid(BY_UPDATE)),
  ),
  'after-creation-private-open': breaks([...STRANGERS, 'create.private.outsider'])(
    'A creation deletes the list of readers, and a repository without one is open to all.',
    afterCreations(1)(() => ({ mayUse: () => true })),
  ),
  'after-creation-tokens-unchecked': breaks('list.invalid-token')(
    'A creation switches to the account of the service, which stays active for later listings.',
    afterCreations(1)(trust(({ request }) => isList(request))),
  ),
  'after-three-creations-hundred-only': breaks([
    'list.page.slices',
    'list.page.effective-size',
    'create.once',
  ])(
    'The third creation rebuilds the index of the list from the first hundred results.',
    afterCreations(3)(listRows((arranged) => arranged.slice(0, MAXIMUM_SIZE))),
  ),
  'after-creation-list-201': breaks('list.ok')(
    'All responses share one status object, so a listing after a creation is answered with 201.',
    afterCreations(1)(
      revise('listAnswer', (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer)),
    ),
  ),
  'after-refusal-anonymous-401': breaks('list.anonymous')(
    'After the first refused creation, the whole service demands a login.',
    afterRefusal(demandLogin(({ request }) => sendsNoCredential(request))),
  ),
  'after-creation-last-lost': breaks('create.once')(
    'The length of the list is cached, so a new issue pushes the last one out.',
    (b) => {
      const counts = new Map<string, number>();
      return listRows((arranged, { repository, state }) => {
        const key = `${repository.owner}/${repository.name} ${state}`;
        const count = counts.get(key) ?? arranged.length;
        counts.set(key, count);
        return arranged.slice(0, count);
      })(b);
    },
  ),
  'after-creation-new-on-every-page': breaks(PAGING)(
    'The newest issue is put at the top of every page instead of the list.',
    (b) => {
      const created: Issue[] = [];
      return {
        ...noteCreated((issue) => created.push(issue))(b),
        ...revise('cut', (page, arranged) => {
          const newest = created.findLast((issue) => arranged.includes(issue));
          return newest === undefined || page.includes(newest) ? page : [newest, ...page.slice(0, -1)];
        })(b),
      };
    },
  ),
  'after-creation-new-in-a-string': breaks('list.records')(
    'New issues are listed from a cache of strings that are quoted a second time.',
    knowingNew((isNew) =>
      revise('renderRecord', (record, issue, { listing }) =>
        isNew(issue) && listing !== undefined ? JSON.stringify(record) : record,
      ),
    ),
  ),
  'stale-later-pages': breaks([...PAGING, 'create.once'])(
    'A creation clears only the first page from the cache.',
    keepWhere(({ window }) => window.page > 1),
  ),
  'stale-first-page': breaks([...LATER_PAGES, 'create.listed'])(
    'A creation clears only pages with a page number from the cache.',
    keepWhere(({ window }) => window.page === 1),
  ),
  'stale-state-open': breaks('list.state.default-open')(
    'A creation clears only lists without a state from the cache.',
    keepWhere(({ request }) => request.query('state') === 'open'),
  ),
  'state-default-with-new-ones': breaks('list.state.default-open')(
    'New issues wait for triage: a list without a state shows them, and one of open issues does not.',
    knowingNew((isNew) =>
      revise('arrange', (arranged, _issues, _state, _order, request) =>
        request.query('state') === 'open' ? arranged.filter((issue) => !isNew(issue)) : arranged,
      ),
    ),
  ),
  'cache-forgets-the-size': breaks(TOO_LONG_LATER)(
    'Later pages are cached by page number, without the page size.',
    keepPages(({ state, order, window, repository }) =>
      window.page > 1
        ? [state, order.key, order.direction, window.page, repository.issues.length]
        : undefined,
    ),
  ),
  'cache-forgets-the-page': breaks(PAGING)(
    'Lists are cached for 1.5 seconds by a key without `page`.',
    cachedFor(1500, someParameters('state', 'sort', 'direction', 'per_page')),
  ),
  'cache-knows-two-parameters': breaks(['list.state.default-open', 'list.per-page.at-most', ...FULL])(
    'Lists are cached for 1.5 seconds by `state` and `page` only.',
    cachedFor(1500, someParameters('state', 'page')),
  ),
});

/** Faults in which one request changes the response to another. */
export const carriedOverFaults = faultsOf({
  'caller-carried-over': breaks(['create.anonymous', 'list.private.anonymous'])(
    'The caller is kept in a process variable, which an anonymous request does not reset.',
    remembering((): { last: Requester } => ({ last: { kind: 'anonymous' } }))(
      'authenticate',
      (kept, caller) => {
        if (caller.kind === 'known') kept.last = caller;
        return caller.kind === 'anonymous' ? kept.last : caller;
      },
    ),
  ),
  'private-lists-in-flight-shared': breaks(STRANGERS)(
    'Equal listings that are under way together get one answer.',
    (b) => {
      const inFlight = new Map<string, Promise<Reply>>();
      return {
        around: (inner, request) => {
          const key = request.url.href;
          const isShared = isList(request) && !isUnknown(request, b);
          const reply =
            (isShared ? inFlight.get(key) : undefined) ??
            request.pause(5).then(() => b.around(inner, request));
          if (isShared) inFlight.set(key, reply);
          return reply.finally(() => inFlight.delete(key));
        },
      };
    },
  ),
  'token-known-once-refused': breaks(TOKENS)(
    'A refused token is stored with the known tokens and accepted the next time.',
    knownOnceRefused(),
  ),
  'size-carried-over': breaks('list.per-page.default')(
    'The page size is stored in a process variable, which a request without one does not reset.',
    remembering(() => ({ last: DEFAULT_SIZE }))('pageSize', (kept, size, raw) => {
      if (raw !== undefined) kept.last = size;
      return kept.last;
    }),
  ),
  'sort-carried-over': breaks('list.sort.invalid-default-order')(
    'The order is stored in a process variable, which an unknown sort does not reset.',
    remembering(() => ({ last: DEFAULT_ORDER }))('order', (kept, order, sort, _direction, request) => {
      if (hasInvalidSort(request)) return kept.last;
      if (sort !== undefined) kept.last = order;
      return order;
    }),
  ),
  // The previous issue may be the canary.
  'title-carried-over': breaks(['create.missing-title', ...STRANGERS])(
    'All requests share one draft, so a missing title is taken from the previous issue.',
    (b) => {
      let last: string | undefined;
      return {
        ...noteCreated(({ title }) => {
          last = title;
        })(b),
        ...acceptPayloads(({ title }, value) =>
          last !== undefined && isJsonObject(value) && title === undefined
            ? { title: last, body: null }
            : undefined,
        )(b),
      };
    },
  ),
  'problem-carried-over': breaks(['create.accepted', 'create.body-optional'])(
    'The list of payload errors is cleared one request too late.',
    remembering(() => ({ isInvalid: false }))('readPayload', (last, draft) => {
      const isSpoilt = last.isInvalid;
      last.isInvalid = draft === undefined;
      return isSpoilt ? undefined : draft;
    }),
  ),
  'unknown-name-remembered': breaks(LISTED_NAMES)(
    'A failed repository lookup is cached as an empty list for the next request.',
    (b) => {
      const remembered = new Set<string>();
      return listNothing('repository-unknown', ({ url }) => {
        const isKnown = remembered.has(url.pathname);
        remembered.add(url.pathname);
        return isKnown;
      })(b);
    },
  ),
  'private-hidden-from-all': breaks('list.private.member')(
    'The decision to hide a repository is cached without the caller.',
    remembering(() => new Set<Repository>())('mayUse', (hidden, may, _caller, repository) => {
      if (!may) hidden.add(repository);
      return !hidden.has(repository);
    }),
  ),
  'unknown-name-made-by-refusal': breaks([...OWNERS, ...REPOS])(
    'A refused creation in an unknown repository leaves an empty repository of that name.',
    revise('afterRefusedCreate', (_done, refusal, _payload, { request }) => {
      const { owner, repo, world } = request;
      if (refusal === 'repository-unknown' && isCreate(request)) world.add(owner, repo, 'everybody');
    }),
  ),
});
