import { isCreate } from '../../src/service/request.ts';
import { failure } from '../changes/answers.ts';
import { sendsNoCredential } from '../changes/callers.ts';
import { acceptPayloads, prepareOnly, whateverIsIn } from '../changes/creations.ts';
import { nthOf, onlyWhere } from '../changes/moments.ts';
import { changeStatus } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

/** Faults in every n-th creation or refusal. */
export const intermittentCreationFaults = [
  {
    id: 'fourth-unknown-token-403',
    description: 'Every fourth unknown token is checked by a machine that answers 403 instead of 401.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) =>
      changeStatus(
        b,
        ['credential-unknown'],
        403,
        nthOf(4, () => true),
      ),
  },
  {
    id: 'third-creation-401',
    description: 'Every third creation is handled by a worker with an outdated list of tokens.',
    breaks: ['create.accepted'],
    change: (b) =>
      onlyWhere(b, nthOf(3, isCreate), {
        refuseCredential: () => 'credential-unknown',
      }),
  },
  {
    id: 'third-anonymous-creation-accepted',
    description:
      'Every third creation without a credential is handled by a worker that checks only given credentials.',
    breaks: ['create.anonymous'],
    change: (b) =>
      onlyWhere(
        b,
        nthOf(3, (request) => isCreate(request) && sendsNoCredential(request)),
        { refuseCredential: () => undefined },
      ),
  },
  {
    id: 'third-bad-payload-accepted',
    description: 'Every third invalid payload is handled by a worker that fills in defaults.',
    breaks: ['create.missing-title', 'create.title-type', 'create.body-type', 'create.payload-type'],
    change: (b) =>
      onlyWhere(
        b,
        nthOf(3, (request) => isCreate(request) && b.readPayload(request.body, request).kind === 'invalid'),
        acceptPayloads(b, (_fields, value) => whateverIsIn(JSON.stringify(value))),
      ),
  },
  {
    id: 'third-refused-creation-stored',
    description: 'Every third creation with a refused credential is stored before the refusal arrives.',
    breaks: ['create.rejected-no-effect'],
    change: (b) => {
      const isThird = nthOf(3, isCreate);
      return {
        afterRefusedCreate: (refusal, payload, call) => {
          b.afterRefusedCreate(refusal, payload, call);
          const { repository, request } = call;
          const isForCredential = refusal === 'credential-missing' || refusal === 'credential-unknown';
          if (!isForCredential || repository === undefined || payload.kind === 'invalid') return;
          if (isThird(request)) void b.store(payload.draft, repository, call);
        },
      };
    },
  },
  {
    id: 'fifth-creation-lost',
    description: 'Every fifth creation is accepted before its transaction fails.',
    breaks: ['create.listed', 'create.concurrent'],
    change: (b) => {
      const isFifth = nthOf(5, isCreate);
      return {
        store: (draft, repository, call) =>
          isFifth(call.request) ? prepareOnly(draft, repository, call) : b.store(draft, repository, call),
      };
    },
  },
  {
    id: 'fourth-creation-doubled',
    description: 'Every fourth creation is taken from the queue by two workers.',
    breaks: ['create.once', 'create.concurrent'],
    change: (b) => {
      const isFourth = nthOf(4, isCreate);
      return {
        store: async (draft, repository, call) => {
          if (isFourth(call.request)) await b.store(draft, repository, call);
          return b.store(draft, repository, call);
        },
      };
    },
  },
  {
    id: 'third-creation-403',
    description: 'Every third creation is handled by a machine with read-only access.',
    breaks: ['create.accepted', 'create.body-optional'],
    change: (b) =>
      onlyWhere(b, nthOf(3, isCreate), { store: prepareOnly, createdAnswer: () => failure(403) }),
  },
] as const satisfies readonly Fault[];
