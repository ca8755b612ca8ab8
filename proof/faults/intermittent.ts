import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import { changeStatus, failure, rewriteList } from '../changes/answers.ts';
import { isKnown, isUnknown, sendsNoCredential } from '../changes/callers.ts';
import {
  acceptAll,
  knowingNew,
  loseEvery,
  prepareOnly,
  storeRefused,
  storeTwice,
} from '../changes/creations.ts';
import {
  type Applies,
  afterCreations,
  answerWith,
  atEvery,
  atOneOf,
  nthOf,
  onlyWhere,
  revise,
} from '../changes/decisions.ts';
import { changePages, listRows } from '../changes/lists.ts';
import { anotherPlan, hasInvalidSort } from '../changes/orders.ts';
import { LATER_PAGES, PAYLOADS, STRANGERS, TOKENS } from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';

const everyList = (n: number) => atEvery(n, isList);
const everyCreation = (n: number) => atEvery(n, isCreate);
const createsInvalidly: Applies = (request, b) =>
  isCreate(request) && b.readPayload(request.body, request) === undefined;
const createsAnonymously = (request: ServiceRequest): boolean =>
  isCreate(request) && sendsNoCredential(request);

/** True for the third of three machines, which take requests in turn. */
const isAtThird = ({ ordinal }: ServiceRequest): boolean => ordinal % 3 === 0;
const listsAtThird = (request: ServiceRequest): boolean => isAtThird(request) && isList(request);

/** Answers some requests with 500 if they reach the faulty one of three machines. */
const erringAtOne = (meets: (request: ServiceRequest) => boolean): Change =>
  answerWith(failure(500), (request) => meets(request) && atOneOf(3)(request));

export const intermittentFaults = faultsOf({
  'down-for-good': breaks(['list.ok', 'create.accepted'])(
    'From its 60th request on, the service answers 500.',
    answerWith(failure(500), ({ ordinal }) => ordinal >= 60),
  ),
  'replica-other-ties': breaks(LATER_PAGES)(
    'One of three machines lacks an index and orders issues of the same second differently.',
    onlyWhere(isAtThird)(listRows(anotherPlan)),
  ),
  'replica-unaware': breaks(['list.ok', 'list.token'])(
    'One of three machines knows no repository.',
    onlyWhere(listsAtThird)(() => ({ findRepository: () => undefined })),
  ),
  'replica-behind': breaks([
    'list.per-page.zero',
    'list.per-page.default',
    'list.page.effective-size',
    ...LATER_PAGES,
    'create.listed',
  ])(
    'One of three machines receives no writes and lists outdated issues.',
    knowingNew((isNew) =>
      onlyWhere(isAtThird)(listRows((arranged) => arranged.filter((one) => !isNew(one)))),
    ),
  ),
  'replica-private-open': breaks(STRANGERS)(
    'One of three machines has a copy from before the repository was made private.',
    onlyWhere(listsAtThird)(() => ({ mayUse: () => true })),
  ),
  'third-list-repeats-a-result': breaks('list.page.partition')(
    'Every third page is filled by two threads, and its first result overwrites its last one.',
    everyList(3)(
      changePages((page) => (page.length > 1 ? [...page.slice(0, -1), ...page.slice(0, 1)] : page)),
    ),
  ),
  'fifth-list-with-null': breaks('list.records')(
    'Every fifth listing meets a record that is being written, and contains null in its place.',
    everyList(5)(revise('renderRecord', (record, _issue, { index }) => (index === 0 ? 'null' : record))),
  ),
  'sixth-list-cut-off': breaks('list.array')(
    'Every sixth body ends after the first full buffer.',
    everyList(6)(rewriteList((body) => body.slice(0, 4096))),
  ),
  'fourth-unknown-token-403': breaks(TOKENS)(
    'Every fourth unknown token is checked by a machine that answers 403 instead of 401.',
    atEvery(4, isUnknown)(changeStatus('credential-unknown', 403)),
  ),
  'third-creation-401': breaks('create.accepted')(
    'Every third creation is handled by a worker with an outdated list of tokens.',
    everyCreation(3)(() => ({ refuseCredential: () => 'credential-unknown' })),
  ),
  'third-anonymous-creation-accepted': breaks('create.anonymous')(
    'Every third creation without a credential meets a worker that checks only given ones.',
    atEvery(3, createsAnonymously)(() => ({ refuseCredential: () => undefined })),
  ),
  'third-bad-payload-accepted': breaks(PAYLOADS)(
    'Every third invalid payload is handled by a worker that fills in defaults.',
    atEvery(3, createsInvalidly)(acceptAll),
  ),
  'third-refused-creation-stored': breaks('create.rejected-no-effect')(
    'Every third creation with a refused credential is stored before the refusal arrives.',
    (b) => {
      const isThird = nthOf(3, isCreate);
      return storeRefused({ when: (store, { request }) => isThird(request) && store() })(b);
    },
  ),
  'fifth-creation-lost': breaks(['create.listed', 'create.concurrent'])(
    'Every fifth creation is accepted before its transaction fails.',
    loseEvery(5),
  ),
  'fourth-creation-doubled': breaks(['create.once', 'create.concurrent'])(
    'Every fourth creation is taken from the queue by two workers.',
    (b) => storeTwice(nthOf(4, isCreate))(b),
  ),
  'third-known-token-401': breaks(['list.token', 'list.private.member', 'create.accepted'])(
    'Every third request with a known token is handled by a machine that does not know it.',
    atEvery(3, isKnown)(() => ({ authenticate: () => ({ kind: 'unknown' }) })),
  ),
  'create-after-two-refused-422': breaks('create.accepted')(
    'After two refused creations, the next valid one is refused too.',
    (b) => {
      let refused = 0;
      return {
        around: async (inner, request) => {
          const isValid = isCreate(request) && b.readPayload(request.body, request) !== undefined;
          if (isValid && refused >= 2) {
            refused = 0;
            return failure(422);
          }
          const answer = await b.around(inner, request);
          refused = isCreate(request) && answer.status === 422 ? refused + 1 : 0;
          return answer;
        },
      };
    },
  ),
  'token-creates-twelve-issues': breaks('create.accepted')(
    'A token may create twelve issues, and is not known to creations after that.',
    afterCreations(12)(
      revise('refuseCredential', (refusal, { caller, request }) =>
        isCreate(request) && caller.kind === 'known' ? 'credential-unknown' : refusal,
      ),
    ),
  ),
  'third-creation-403': breaks(['create.accepted', 'create.body-optional'])(
    'Every third creation is handled by a machine with read-only access.',
    everyCreation(3)(() => ({ store: prepareOnly, createdAnswer: () => failure(403) })),
  ),
  'invalid-sort-500-at-one-of-three': breaks(['list.sort.invalid-ok', 'list.sort.invalid-ignores-direction'])(
    'One machine of three runs an old release that does not ignore an unknown sort.',
    erringAtOne((request) => isList(request) && hasInvalidSort(request)),
  ),
  'per-page-zero-500-at-one-of-three': breaks('list.per-page.zero')(
    'One machine of three divides by the requested page size.',
    erringAtOne((request) => isList(request) && request.query('per_page') === '0'),
  ),
  'missing-title-500-at-one-of-three': breaks('create.missing-title')(
    'One machine of three reads the title without checking that there is one.',
    erringAtOne(
      (request) => isCreate(request) && !request.body.includes('"title"') && request.body.startsWith('{'),
    ),
  ),
});
