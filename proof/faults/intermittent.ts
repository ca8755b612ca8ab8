import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import { changeStatus, failure, rewriteList } from '../changes/answers.ts';
import { sendsNoCredential } from '../changes/callers.ts';
import {
  acceptPayloads,
  CREDENTIAL_REFUSALS,
  loseEvery,
  prepareOnly,
  storeRefused,
  whateverIsIn,
} from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { atEvery, nthOf } from '../changes/moments.ts';
import { PAYLOADS, TOKENS } from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';

const BUFFER = 4096;

const everyList = (n: number) => atEvery(n, isList);
const everyCreation = (n: number) => atEvery(n, isCreate);
const isAny = (): boolean => true;
const createsAnonymously = (request: ServiceRequest): boolean =>
  isCreate(request) && sendsNoCredential(request);

/** Faults in every n-th listing. */
export const intermittentFaults = faultsOf({
  'third-list-repeats-a-result': breaks('list.page.partition')(
    'Every third page is filled by two threads, and its first result overwrites its last one.',
    everyList(3)(
      revise('cut', (page) => (page.length > 1 ? [...page.slice(0, -1), ...page.slice(0, 1)] : page)),
    ),
  ),
  'fifth-list-with-null': breaks('list.records')(
    'Every fifth listing meets a record that is being written, and contains null in its place.',
    everyList(5)(revise('renderRecord', (record, _issue, { index }) => (index === 0 ? 'null' : record))),
  ),
  'sixth-list-cut-off': breaks('list.array')(
    'Every sixth body ends after the first full buffer.',
    everyList(6)(rewriteList((body) => body.slice(0, BUFFER))),
  ),
});

/** Faults in every n-th creation or refusal. */
export const intermittentCreationFaults = faultsOf({
  'fourth-unknown-token-403': breaks(...TOKENS)(
    'Every fourth unknown token is checked by a machine that answers 403 instead of 401.',
    changeStatus('credential-unknown', 403, nthOf(4, isAny)),
  ),
  'third-creation-401': breaks('create.accepted')(
    'Every third creation is handled by a worker with an outdated list of tokens.',
    everyCreation(3)(() => ({ refuseCredential: () => 'credential-unknown' })),
  ),
  'third-anonymous-creation-accepted': breaks('create.anonymous')(
    'Every third creation without a credential meets a worker that checks only given ones.',
    atEvery(3, createsAnonymously)(() => ({ refuseCredential: () => undefined })),
  ),
  'third-bad-payload-accepted': breaks(...PAYLOADS)(
    'Every third invalid payload is handled by a worker that fills in defaults.',
    (b) =>
      atEvery(
        3,
        (request) => isCreate(request) && b.readPayload(request.body, request).kind === 'invalid',
      )(acceptPayloads((_fields, value) => whateverIsIn(JSON.stringify(value))))(b),
  ),
  'third-refused-creation-stored': breaks('create.rejected-no-effect')(
    'Every third creation with a refused credential is stored before the refusal arrives.',
    (b) => {
      const isThird = nthOf(3, isCreate);
      return storeRefused(CREDENTIAL_REFUSALS, (store, { request }) => {
        if (isThird(request)) store();
      })(b);
    },
  ),
  'fifth-creation-lost': breaks('create.listed', 'create.concurrent')(
    'Every fifth creation is accepted before its transaction fails.',
    loseEvery(5),
  ),
  'fourth-creation-doubled': breaks('create.once', 'create.concurrent')(
    'Every fourth creation is taken from the queue by two workers.',
    (b) => {
      const isFourth = nthOf(4, isCreate);
      return {
        store: async (draft, repository, call) => {
          if (isFourth(call.request)) await b.store(draft, repository, call);
          return b.store(draft, repository, call);
        },
      };
    },
  ),
  'third-creation-403': breaks('create.accepted', 'create.body-optional')(
    'Every third creation is handled by a machine with read-only access.',
    everyCreation(3)(() => ({ store: prepareOnly, createdAnswer: () => failure(403) })),
  ),
});
