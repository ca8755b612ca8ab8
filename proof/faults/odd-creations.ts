import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, type ServiceRequest } from '../../src/service/request.ts';
import { failure } from '../changes/answers.ts';
import { noteCreated, prepareOnly, RACE_MS, refusePayloads, storeUnless } from '../changes/creations.ts';
import { removeOldestOpen } from '../changes/other-people.ts';
import { breaks, faultsOf } from './fault.ts';

const LATER_MS = 300;
const TOO_LATE_MS = 10_000;
const LASTING = 12;

/**
 * Answers creations that come while another one is under way with a status, and stores nothing. For each of them a
 * later one may be answered with a status too.
 */
const racing =
  (status: number, later?: number): Change =>
  (b) => {
    let [underWay, conflicts] = [0, 0];
    const refused = new WeakMap<ServiceRequest, number>();
    return {
      store: async (draft, repository, call) => {
        if (underWay > 0) {
          conflicts += 1;
          refused.set(call.request, status);
        } else if (conflicts > 0 && later !== undefined) {
          conflicts -= 1;
          refused.set(call.request, later);
        }
        underWay += 1;
        await call.request.pause(RACE_MS);
        underWay -= 1;
        return refused.has(call.request)
          ? prepareOnly(draft, repository, call)
          : b.store(draft, repository, call);
      },
      createdAnswer: (issue, record, call) => {
        const refusal = refused.get(call.request);
        return refusal === undefined ? b.createdAnswer(issue, record, call) : failure(refusal);
      },
    };
  };

/** Answers all creations with a status. */
const always =
  (status: number): Change =>
  (b) => ({
    around: async (inner, request) => (isCreate(request) ? failure(status) : b.around(inner, request)),
  });

const REFUSALS_OF_CREATIONS = [
  'create.anonymous',
  'create.invalid-token',
  'create.malformed-credential',
  'create.unknown-owner',
  'create.unknown-repo',
  'create.private.outsider',
] as const;

const REFUSALS_OF_PAYLOADS = [
  'create.missing-title',
  'create.title-type',
  'create.body-type',
  'create.payload-type',
] as const;

/** Creations that are answered, stored or lost in unusual ways. */
export const oddCreationFaults = faultsOf({
  'create-concurrent-422': breaks('create.concurrent')(
    'The next number is read before the issue is written; if it is taken by then, the answer is 422.',
    racing(422),
  ),
  'create-concurrent-404': breaks('create.concurrent')(
    'A repository is locked while an issue is written, and not found by whoever comes meanwhile.',
    racing(404),
  ),
  'create-conflict-remembered': breaks('create.concurrent')(
    'Whoever comes while an issue is written gets 409, and then 422 for each such conflict.',
    racing(409, 422),
  ),
  'create-concurrent-over-the-oldest': breaks('create.once')(
    'Of two creations at the same moment the second one frees a place, which takes the oldest issue.',
    (b) => {
      let underWay = 0;
      return {
        store: async (draft, repository, call) => {
          underWay += 1;
          const isAlone = underWay === 1;
          await call.request.pause(RACE_MS);
          underWay -= 1;
          const issue = await b.store(draft, repository, call);
          if (!isAlone) removeOldestOpen(repository);
          return issue;
        },
      };
    },
  ),
  'create-every-second-over-the-oldest': breaks('create.once')(
    'Every second creation takes the place of the oldest issue.',
    noteCreated((_issue, repository, _call, count) => {
      if (count % 2 === 0) removeOldestOpen(repository);
    }),
  ),
  'create-twice-later': breaks('create.once')(
    'A queue delivers a creation a second time, 0.3 s later.',
    (b) => ({
      store: async (draft, repository, call) => {
        const issue = await b.store(draft, repository, call);
        void call.request.world.clock.sleep(LATER_MS).then(() => b.store(draft, repository, call));
        return issue;
      },
    }),
  ),
  'create-without-body-lost': breaks('create.listed')(
    'A creation without a body is accepted and not stored.',
    storeUnless((_call, { body }) => body === null),
  ),
  'create-listed-after-ten-seconds': breaks('create.listed')(
    'A new issue is listed ten seconds later.',
    () => ({
      store: (draft, repository, call) => {
        const issue = prepareOnly(draft, repository, call);
        void call.request.world.clock.sleep(TOO_LATE_MS).then(() => repository.insert(issue));
        return issue;
      },
    }),
  ),
  'title-zero-422': breaks('create.accepted')(
    'A title of "0" counts as missing.',
    refusePayloads(({ title }) => title === '0'),
  ),
  'create-after-two-refused-422': breaks('create.accepted')(
    'After two refused creations, the next valid one is refused too.',
    (b) => {
      let refused = 0;
      return {
        around: async (inner, request) => {
          const isValid = isCreate(request) && b.readPayload(request.body, request).kind === 'valid';
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
    (b) => {
      let created = 0;
      return {
        ...noteCreated(() => {
          created += 1;
        })(b),
        refuseCredential: (call) =>
          created >= LASTING && isCreate(call.request) && call.caller.kind === 'known'
            ? 'credential-unknown'
            : b.refuseCredential(call),
      };
    },
  ),
  'create-all-422': breaks(...REFUSALS_OF_CREATIONS, 'create.accepted')(
    'Every creation is answered with 422.',
    always(422),
  ),
  'create-all-405': breaks(
    ...REFUSALS_OF_CREATIONS,
    ...REFUSALS_OF_PAYLOADS,
    'create.accepted',
  )('Creations are not implemented and answered with 405.', always(405)),
  'create-all-201': breaks(
    ...REFUSALS_OF_CREATIONS,
    ...REFUSALS_OF_PAYLOADS,
    'create.listed',
  )('Every creation is answered with 201, and nothing is stored.', always(201)),
  'refused-stored-closed': breaks('create.rejected-no-effect')(
    'An issue of a creation without a credential is stored, and closed at once.',
    () => ({
      afterRefusedCreate: (refusal, payload, call) => {
        const { repository, request } = call;
        if (refusal !== 'credential-missing' || payload.kind === 'invalid' || repository === undefined)
          return;
        const issue = repository.prepare(payload.draft, { login: 'ghost', id: 1 }, request.world.now());
        repository.insert({ ...issue, state: 'closed' });
      },
    }),
  ),
  'refused-stored-once': breaks('create.rejected-no-effect')(
    'The first creation without a credential is stored although it is refused.',
    (b) => {
      let isStored = false;
      return {
        afterRefusedCreate: (refusal, payload, call) => {
          if (refusal !== 'credential-missing' || payload.kind === 'invalid') return;
          if (isStored || call.repository === undefined) return;
          isStored = true;
          void b.store(payload.draft, call.repository, call);
        },
      };
    },
  ),
  'create-anonymous-409-stored': breaks('create.anonymous')(
    'A creation without a credential is stored and answered with 409.',
    (b) => ({
      refusalStatus: (refusal, request) =>
        refusal === 'credential-missing' ? 409 : b.refusalStatus(refusal, request),
      afterRefusedCreate: (refusal, payload, call) => {
        if (refusal !== 'credential-missing' || payload.kind === 'invalid') return;
        if (call.repository !== undefined) void b.store(payload.draft, call.repository, call);
      },
    }),
  ),
});
