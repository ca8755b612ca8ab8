import type { Change } from '../../src/service/behaviour.ts';
import { type Call, isCreate, isList } from '../../src/service/request.ts';
import type { IssueDraft, Repository } from '../../src/service/world/repository.ts';
import { failure } from '../changes/answers.ts';
import { anyCaller, callerOf, findOtherwise } from '../changes/callers.ts';
import { CREDENTIAL_REFUSALS, storeRefused, storeUnless, whateverIsIn } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { changeStatus, unknownCredentialAs } from '../changes/refusals.ts';
import { together } from '../changes/together.ts';
import { CREDENTIALS } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

type Kind = Call['caller']['kind'];

/** Lets some callers create. */
const acceptFrom = (kind: Kind): Change =>
  revise('refuseCredential', (refusal, { caller, request }) =>
    isCreate(request) && caller.kind === kind ? undefined : refusal,
  );

/** Accepts creations of some callers, and stores nothing. */
const tellOnly = (kind: Kind): Change =>
  together(
    acceptFrom(kind),
    storeUnless(({ caller }) => caller.kind === kind),
  );

const isOneWord = (credential: string): boolean => !/\S \S/.test(credential);

/** Access to creations, and refusals without their effect. */
export const createRefusalFaults = faultsOf({
  'create-anonymous-accepted': {
    description: 'Creating needs no token.',
    breaks: ['create.anonymous'],
    change: revise('refuseCredential', (refusal, { caller }) =>
      caller.kind === 'anonymous' ? undefined : refusal,
    ),
  },
  'create-anonymous-told': {
    description: 'A creation without a token is answered with 201, and nothing is stored.',
    breaks: ['create.anonymous'],
    change: tellOnly('anonymous'),
  },
  'create-unknown-told': {
    description: 'A creation with an unknown token is answered with 201, and nothing is stored.',
    breaks: CREDENTIALS,
    change: tellOnly('unknown'),
  },
  'create-anonymous-403': {
    description: 'A creation without a token is answered with 403 instead of 401.',
    breaks: ['create.anonymous'],
    change: changeStatus('credential-missing', 403),
  },
  'create-anonymous-302': {
    description: 'A creation without a token is redirected to the login page.',
    breaks: ['create.anonymous'],
    change: revise('refusalAnswer', (answer, refusal) =>
      refusal === 'credential-missing' ? failure(302, { location: '/login' }) : answer,
    ),
  },
  'create-token-unchecked': {
    description: 'Creating accepts any token; only listing checks it.',
    breaks: CREDENTIALS,
    change: acceptFrom('unknown'),
  },
  'create-invalid-token-400': {
    description: 'A creation with an unknown token is answered with 400.',
    breaks: CREDENTIALS,
    change: changeStatus('credential-unknown', 400, isCreate),
  },
  'create-invalid-token-403-then-known': {
    description: 'A creation with an unknown token is answered with 403; from then on, the token may create.',
    breaks: CREDENTIALS,
    change: (b) => {
      const seen = new Set<string>();
      return {
        ...changeStatus('credential-unknown', 403, isCreate)(b),
        authenticate: (authorization = '', request) => {
          const caller = b.authenticate(authorization, request);
          if (caller.kind !== 'unknown' || !isCreate(request)) return caller;
          if (seen.has(authorization)) return anyCaller(request.world);
          seen.add(authorization);
          return caller;
        },
      };
    },
  },
  'create-empty-bearer-accepted': {
    description: 'An Authorization header with an empty token counts as a login.',
    breaks: ['create.malformed-credential', 'list.invalid-token'],
    change: revise('authenticate', (caller, authorization, { world }) =>
      /^bearer\s*$/i.test(authorization ?? '') ? anyCaller(world) : caller,
    ),
  },
  'create-basic-accepted': {
    description: 'Other schemes are left to a proxy that does not exist, and accepted.',
    breaks: ['create.malformed-credential'],
    change: revise('authenticate', (caller, authorization, request) => {
      const hasOtherScheme = /^(?!bearer\b)\S+ +\S/i.test(authorization ?? '');
      return hasOtherScheme && !isList(request) ? anyCaller(request.world) : caller;
    }),
  },
  'create-malformed-credential-400': {
    description: 'A credential of one word is answered with 400.',
    breaks: ['create.malformed-credential'],
    change: unknownCredentialAs(400, isOneWord),
  },
  'create-malformed-credential-500': {
    description: 'The second word of the credential is used even if it is missing.',
    breaks: ['create.malformed-credential', 'list.invalid-token'],
    change: unknownCredentialAs(500, isOneWord),
  },
  'create-owner-unchecked': {
    description: 'Creating looks up the repository by name only; only listing checks the owner.',
    breaks: ['create.unknown-owner'],
    change: findOtherwise(({ name }, _owner, repo) => name === repo, isCreate),
  },
  'create-repo-unchecked': {
    description: 'Creating in an unknown repository uses the first repository of the owner.',
    breaks: ['create.unknown-repo'],
    change: findOtherwise((found, owner) => found.owner === owner, isCreate),
  },
  'create-repo-made': {
    description: 'Creating in an unknown repository creates the repository.',
    breaks: ['create.unknown-repo', 'create.unknown-owner'],
    change: (b) => ({
      findRepository: (owner, name, request) => {
        const found = b.findRepository(owner, name, request);
        const mayMake = isCreate(request) && callerOf(b, request).kind === 'known';
        return found ?? (mayMake ? request.world.add({ owner, name, readers: 'everybody' }) : undefined);
      },
    }),
  },
  'create-unknown-422': {
    description: 'Creating in an unknown repository is answered with 422.',
    breaks: ['create.unknown-owner', 'create.unknown-repo'],
    change: changeStatus('repository-unknown', 422, isCreate),
  },
  'create-private-unchecked': {
    description: 'Only listing checks access to a private repository.',
    breaks: ['create.private.outsider'],
    change: revise('mayUse', (may, _caller, _repository, request) => may || isCreate(request)),
  },
  'create-private-403': {
    description: 'Creating in a private repository without access is answered with 403 instead of 404.',
    breaks: ['create.private.outsider'],
    change: changeStatus('repository-hidden', 403, isCreate),
  },
  'refused-stored-invalid': {
    description: 'The issue is stored before its payload is checked, and stays after the refusal.',
    breaks: ['create.rejected-no-effect'],
    change: storeRefused(['payload-invalid']),
  },
  'refused-stored-anonymous': {
    description: 'The handler answers 401 and then continues to store the issue.',
    breaks: ['create.rejected-no-effect'],
    change: storeRefused(CREDENTIAL_REFUSALS),
  },
  'refused-stored-elsewhere': {
    description: 'An issue for an unknown repository is stored in the first repository.',
    breaks: ['create.rejected-no-effect'],
    change: storeRefused(['repository-unknown'], undefined, ({ request }) => {
      const [first] = request.world.repositories;
      return first;
    }),
  },
});

const LATER_MS = 100;

/** Refused creations that take effect nevertheless: in private, later, or with others. */
export const refusedStoredFaults = faultsOf({
  'refused-stored-in-private': {
    description: 'An issue for a private repository is stored before the creation is refused.',
    breaks: ['create.rejected-no-effect'],
    change: storeRefused(['repository-hidden']),
  },
  'refused-stored-later': {
    description: 'A creation with a refused credential is retried later with the rights of the service.',
    breaks: ['create.rejected-no-effect'],
    change: storeRefused(
      CREDENTIAL_REFUSALS,
      (store, { request }) => void request.pause(LATER_MS).then(store),
    ),
  },
  'refused-stored-with-next': {
    description: 'A refused issue stays in the unit of work and is stored with the next accepted one.',
    breaks: ['create.rejected-no-effect'],
    change: (b) => {
      const pending: { readonly draft: IssueDraft; readonly repository: Repository }[] = [];
      return {
        afterRefusedCreate: (refusal, payload, call) => {
          b.afterRefusedCreate(refusal, payload, call);
          const { repository, request } = call;
          if (refusal !== 'payload-invalid' || repository === undefined) return;
          pending.push({ draft: whateverIsIn(request.body), repository });
        },
        store: async (draft, repository, call) => {
          for (const old of pending.splice(0)) await b.store(old.draft, old.repository, call);
          return b.store(draft, repository, call);
        },
      };
    },
  },
});
