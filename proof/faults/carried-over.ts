import { DEFAULT_ORDER, DEFAULT_SIZE, isJsonObject } from '../../src/service/conforming.ts';
import { isCreate, isList, type Reply, type Requester } from '../../src/service/request.ts';
import type { Repository } from '../../src/service/world.ts';
import { listNothing } from '../changes/answers.ts';
import { isUnknown, knownOnceRefused } from '../changes/callers.ts';
import { acceptPayloads, noteCreated } from '../changes/creations.ts';
import { remembering, revise } from '../changes/decisions.ts';
import { hasInvalidSort } from '../changes/orders.ts';
import { LISTED_NAMES, OWNERS, REPOS, STRANGERS, TOKENS } from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';

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
