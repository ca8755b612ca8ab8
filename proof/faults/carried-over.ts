import { isJsonObject } from '../../src/service/conforming/creating.ts';
import { DEFAULT_SIZE, isSortKey } from '../../src/service/conforming/listing.ts';
import { isCreate, type Requester } from '../../src/service/request.ts';
import type { Repository } from '../../src/service/world/repository.ts';
import { anyCaller } from '../changes/callers.ts';
import { acceptPayloads, noteCreated } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { hasInvalidSort } from '../changes/orders.ts';
import { listNothing } from '../changes/refusals.ts';
import { LISTED_NAMES, OWNERS, REPOSITORIES, TOKENS } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

/** Faults in which one request changes the response to another. */
export const carriedOverFaults = faultsOf({
  'caller-carried-over': {
    description: 'The caller is kept in a process variable, which an anonymous request does not reset.',
    breaks: ['create.anonymous', 'list.private.anonymous'],
    change: (b) => {
      let last: Requester = { kind: 'anonymous' };
      return revise('authenticate', (caller) => {
        if (caller.kind === 'known') last = caller;
        return caller.kind === 'anonymous' ? last : caller;
      })(b);
    },
  },
  'token-known-once-refused': {
    description: 'A refused token is stored with the known tokens and accepted the next time.',
    breaks: TOKENS,
    change: (b) => {
      const refused = new Set<string>();
      return revise('authenticate', (caller, authorization, { world }) => {
        if (caller.kind !== 'unknown' || authorization === undefined) return caller;
        if (refused.has(authorization)) return anyCaller(world);
        refused.add(authorization);
        return caller;
      })(b);
    },
  },
  'size-carried-over': {
    description: 'The page size is stored in a process variable, which a request without one does not reset.',
    breaks: ['list.per-page.default'],
    change: (b) => {
      let last = DEFAULT_SIZE;
      return {
        pageSize: (raw, request) => {
          if (raw !== undefined) last = b.pageSize(raw, request);
          return last;
        },
      };
    },
  },
  'sort-carried-over': {
    description: 'The order is stored in a process variable, which an unknown sort does not reset.',
    breaks: ['list.sort.invalid-default-order'],
    change: (b) => {
      let last = b.order;
      return {
        order: (sort, direction, request) => {
          if (hasInvalidSort(request)) return last(sort, direction, request);
          const order = b.order(sort, direction, request);
          if (sort !== undefined && isSortKey(sort)) last = () => order;
          return order;
        },
      };
    },
  },
  'title-carried-over': {
    description: 'All requests share one draft, so a missing title is taken from the previous issue.',
    // The previous issue may be the canary.
    breaks: ['create.missing-title', 'list.private.outsider'],
    change: (b) => {
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
  },
  'problem-carried-over': {
    description: 'The list of payload errors is cleared one request too late.',
    breaks: ['create.accepted', 'create.body-optional'],
    change: (b) => {
      let wasInvalid = false;
      return revise('readPayload', (payload) => {
        const isSpoilt = wasInvalid;
        wasInvalid = payload.kind === 'invalid';
        return isSpoilt ? { kind: 'invalid', problem: 'that of the payload before' } : payload;
      })(b);
    },
  },
  'unknown-name-remembered': {
    description: 'A failed repository lookup is cached as an empty list for the next request.',
    breaks: LISTED_NAMES,
    change: (b) => {
      const remembered = new Set<string>();
      return listNothing('repository-unknown', ({ url }) => {
        const isKnown = remembered.has(url.pathname);
        remembered.add(url.pathname);
        return isKnown;
      })(b);
    },
  },
  'private-hidden-from-all': {
    description: 'The decision to hide a repository is cached without the caller.',
    breaks: ['list.private.member'],
    change: (b) => {
      const hidden = new Set<Repository>();
      return revise('mayUse', (may, _caller, repository) => {
        if (!may) hidden.add(repository);
        return !hidden.has(repository);
      })(b);
    },
  },
  'unknown-name-made-by-refusal': {
    description: 'A refused creation in an unknown repository leaves an empty repository of that name.',
    breaks: [...OWNERS, ...REPOSITORIES],
    change: revise('afterRefusedCreate', (_done, refusal, _payload, { request }) => {
      const { owner, repo, world } = request;
      if (refusal === 'repository-unknown' && isCreate(request))
        world.add({ owner, name: repo, readers: 'everybody' });
    }),
  },
});
