import { isJsonObject } from '../../src/service/conforming/creating.ts';
import { DEFAULT_SIZE, isSortKey } from '../../src/service/conforming/listing.ts';
import { isCreate, isList, type Requester } from '../../src/service/request.ts';
import type { Repository } from '../../src/service/world/repository.ts';
import { anyAccount } from '../changes/callers.ts';
import { acceptPayloads, noteCreated } from '../changes/creations.ts';
import { hasInvalidSort } from '../changes/orders.ts';
import { listNothing } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

/** Faults in which one request changes the response to another. */
export const carriedOverFaults = [
  {
    id: 'caller-carried-over',
    description:
      'The caller is stored in a process variable, which a request without a credential does not reset.',
    breaks: ['create.anonymous', 'list.private.anonymous'],
    change: (b) => {
      let last: Requester = { kind: 'anonymous' };
      return {
        authenticate: (authorization, request) => {
          const caller = b.authenticate(authorization, request);
          if (caller.kind === 'known') last = caller;
          return caller.kind === 'anonymous' ? last : caller;
        },
      };
    },
  },
  {
    id: 'token-known-once-refused',
    description: 'A refused token is stored with the known tokens and accepted the next time.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => {
      const refused = new Set<string>();
      return {
        authenticate: (authorization, request) => {
          const caller = b.authenticate(authorization, request);
          if (caller.kind !== 'unknown' || authorization === undefined) return caller;
          if (refused.has(authorization)) return { kind: 'known', account: anyAccount(request.world) };
          refused.add(authorization);
          return caller;
        },
      };
    },
  },
  {
    id: 'size-carried-over',
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
  {
    id: 'sort-carried-over',
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
  {
    id: 'title-carried-over',
    description: 'All requests share one draft, so a missing title is taken from the previous issue.',
    // The previous issue may be the canary.
    breaks: ['create.missing-title', 'list.private.outsider'],
    change: (b) => {
      let last: string | undefined;
      const patient = acceptPayloads(b, (fields, value) =>
        last !== undefined && isJsonObject(value) && fields['title'] === undefined
          ? { title: last, body: null }
          : undefined,
      );
      return {
        ...noteCreated(b, ({ title }) => {
          last = title;
        }),
        ...patient,
      };
    },
  },
  {
    id: 'problem-carried-over',
    description: 'The list of payload errors is cleared one request too late.',
    breaks: ['create.accepted', 'create.body-optional'],
    change: (b) => {
      let wasInvalid = false;
      return {
        readPayload: (text, request) => {
          const payload = b.readPayload(text, request);
          const isSpoilt = wasInvalid;
          wasInvalid = payload.kind === 'invalid';
          return isSpoilt ? { kind: 'invalid', problem: 'that of the payload before' } : payload;
        },
      };
    },
  },
  {
    id: 'unknown-name-remembered',
    description: 'A failed repository lookup is cached as an empty list for the next request.',
    breaks: ['list.unknown-repo', 'list.unknown-owner'],
    change: (b) => {
      const remembered = new Set<string>();
      return {
        refusalAnswer: (refusal, status, request) => {
          const path = request.url.pathname;
          if (refusal !== 'repository-unknown' || !isList(request) || !remembered.has(path)) {
            if (refusal === 'repository-unknown') remembered.add(path);
            return b.refusalAnswer(refusal, status, request);
          }
          return listNothing(b, [refusal]).refusalAnswer(refusal, status, request);
        },
      };
    },
  },
  {
    id: 'private-hidden-from-all',
    description: 'The decision to hide a repository is cached without the caller.',
    breaks: ['list.private.member'],
    change: (b) => {
      const hidden = new Set<Repository>();
      return {
        mayUse: (caller, repository, request) => {
          const mayUse = b.mayUse(caller, repository, request) && !hidden.has(repository);
          if (!mayUse) hidden.add(repository);
          return mayUse;
        },
      };
    },
  },
  {
    id: 'unknown-name-made-by-refusal',
    description: 'A refused creation in an unknown repository leaves an empty repository of that name.',
    breaks: ['list.unknown-repo', 'list.unknown-owner', 'create.unknown-repo', 'create.unknown-owner'],
    change: (b) => ({
      afterRefusedCreate: (refusal, payload, call) => {
        b.afterRefusedCreate(refusal, payload, call);
        const { owner, repo, world } = call.request;
        if (refusal !== 'repository-unknown' || !isCreate(call.request)) return;
        world.add({ owner, name: repo, readers: 'everybody' });
      },
    }),
  },
] as const satisfies readonly Fault[];
