import { isJsonObject } from '../../src/service/conforming/creating.ts';
import { DEFAULT_SIZE, isSortKey } from '../../src/service/conforming/listing.ts';
import { isCreate, isList, type Requester } from '../../src/service/request.ts';
import type { Repository } from '../../src/service/world/repository.ts';
import { anyAccount } from '../changes/callers.ts';
import { acceptPayloads, noteCreated } from '../changes/creations.ts';
import { hasInvalidSort } from '../changes/orders.ts';
import { listNothing } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

/** What one request leaves behind in the service for another. */
export const carriedOverFaults = [
  {
    id: 'caller-carried-over',
    description:
      'Who asks is kept in a variable of the process, and a request without a credential leaves it alone.',
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
    description:
      'A token that is refused is kept in the table of tokens seen, and is found there the next time.',
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
    description:
      'The page size is kept in a variable of the process, and a request without one leaves it alone.',
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
    description: 'The order is kept in a variable of the process, and an unknown sort leaves it alone.',
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
    description:
      'The draft is one object for all requests, so that a missing title is that of the issue before.',
    // The issue before may be the canary.
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
    description: 'What is wrong with a payload is kept in a list that is emptied one request too late.',
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
    description: 'That a name was not found is cached as an empty list, which is what the next one is given.',
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
    description: 'That a repository was hidden from somebody is cached without saying from whom.',
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
    description:
      'A creation that is refused because the repository is unknown leaves an empty one of that name behind.',
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
