import { DEFAULT_ORDER, DEFAULT_SIZE, isJsonObject } from '../../src/service/conforming.ts';
import { isCreate, isList, type Reply, type Requester } from '../../src/service/request.ts';
import type { Repository } from '../../src/service/world.ts';
import { listNothing } from '../changes/answers.ts';
import { isUnknown, knownOnceRefused } from '../changes/callers.ts';
import { acceptPayloads, noteCreated } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { hasInvalidSort } from '../changes/orders.ts';
import { LISTED_NAMES, OWNERS, REPOSITORIES, STRANGERS, TOKENS } from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';

/** Faults in which one request changes the response to another. */
export const carriedOverFaults = faultsOf({
  'caller-carried-over': breaks(['create.anonymous', 'list.private.anonymous'])(
    'The caller is kept in a process variable, which an anonymous request does not reset.',
    (b) => {
      let last: Requester = { kind: 'anonymous' };
      return revise('authenticate', (caller) => {
        if (caller.kind === 'known') last = caller;
        return caller.kind === 'anonymous' ? last : caller;
      })(b);
    },
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
    (b) => {
      let last = DEFAULT_SIZE;
      return revise('pageSize', (size, raw) => {
        if (raw !== undefined) last = size;
        return last;
      })(b);
    },
  ),
  'sort-carried-over': breaks('list.sort.invalid-default-order')(
    'The order is stored in a process variable, which an unknown sort does not reset.',
    (b) => {
      let last = DEFAULT_ORDER;
      return revise('order', (order, sort, _direction, request) => {
        if (hasInvalidSort(request)) return last;
        if (sort !== undefined) last = order;
        return order;
      })(b);
    },
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
    (b) => {
      let wasInvalid = false;
      return revise('readPayload', (draft) => {
        const isSpoilt = wasInvalid;
        wasInvalid = draft === undefined;
        return isSpoilt ? undefined : draft;
      })(b);
    },
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
    (b) => {
      const hidden = new Set<Repository>();
      return revise('mayUse', (may, _caller, repository) => {
        if (!may) hidden.add(repository);
        return !hidden.has(repository);
      })(b);
    },
  ),
  'unknown-name-made-by-refusal': breaks([...OWNERS, ...REPOSITORIES])(
    'A refused creation in an unknown repository leaves an empty repository of that name.',
    revise('afterRefusedCreate', (_done, refusal, _payload, { request }) => {
      const { owner, repo, world } = request;
      if (refusal === 'repository-unknown' && isCreate(request)) world.add(owner, repo, 'everybody');
    }),
  ),
});
