import type { Behaviour } from '../../src/service/behaviour.ts';
import { type Call, isCreate, isList } from '../../src/service/request.ts';
import { failure } from '../changes/answers.ts';
import { anyAccount, findOtherwise } from '../changes/callers.ts';
import { prepareOnly, whateverIsIn } from '../changes/creations.ts';
import { changeStatus } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

/** Accepts creations of some callers, and stores nothing. */
const tellOnly = (
  b: Behaviour,
  kind: Call['caller']['kind'],
): Pick<Behaviour, 'refuseCredential' | 'store'> => ({
  refuseCredential: (call) =>
    isCreate(call.request) && call.caller.kind === kind ? undefined : b.refuseCredential(call),
  store: (draft, repository, call) =>
    call.caller.kind === kind ? prepareOnly(draft, repository, call) : b.store(draft, repository, call),
});

export const createRefusalFaults = [
  {
    id: 'create-anonymous-accepted',
    description: 'Creating needs no token.',
    breaks: ['create.anonymous'],
    change: (b) => ({
      refuseCredential: (call) => (call.caller.kind === 'anonymous' ? undefined : b.refuseCredential(call)),
    }),
  },
  {
    id: 'create-anonymous-told',
    description: 'A creation without a token is answered with 201, and nothing is stored.',
    breaks: ['create.anonymous'],
    change: (b) => tellOnly(b, 'anonymous'),
  },
  {
    id: 'create-unknown-told',
    description: 'A creation with an unknown token is answered with 201, and nothing is stored.',
    breaks: ['create.invalid-token', 'create.malformed-credential'],
    change: (b) => tellOnly(b, 'unknown'),
  },
  {
    id: 'create-anonymous-403',
    description: 'A creation without a token is answered with 403 instead of 401.',
    breaks: ['create.anonymous'],
    change: (b) => changeStatus(b, ['credential-missing'], 403),
  },
  {
    id: 'create-anonymous-302',
    description: 'A creation without a token is redirected to the login page.',
    breaks: ['create.anonymous'],
    change: (b) => ({
      refusalAnswer: (refusal, status, request) =>
        refusal === 'credential-missing'
          ? failure(302, { location: '/login' })
          : b.refusalAnswer(refusal, status, request),
    }),
  },
  {
    id: 'create-token-unchecked',
    description: 'Creating accepts any token; only listing checks it.',
    breaks: ['create.invalid-token', 'create.malformed-credential'],
    change: (b) => ({
      refuseCredential: (call) =>
        isCreate(call.request) && call.caller.kind === 'unknown' ? undefined : b.refuseCredential(call),
    }),
  },
  {
    id: 'create-invalid-token-400',
    description: 'A creation with an unknown token is answered with 400.',
    breaks: ['create.invalid-token', 'create.malformed-credential'],
    change: (b) => changeStatus(b, ['credential-unknown'], 400, isCreate),
  },
  {
    id: 'create-invalid-token-403-then-known',
    description:
      'A creation with an unknown token is answered with 403, and the token may create from then on.',
    breaks: ['create.invalid-token', 'create.malformed-credential'],
    change: (b) => {
      const seen = new Set<string>();
      return {
        ...changeStatus(b, ['credential-unknown'], 403, isCreate),
        authenticate: (authorization = '', request) => {
          const caller = b.authenticate(authorization, request);
          if (caller.kind !== 'unknown' || !isCreate(request)) return caller;
          if (seen.has(authorization)) return { kind: 'known', account: anyAccount(request.world) };
          seen.add(authorization);
          return caller;
        },
      };
    },
  },
  {
    id: 'create-empty-bearer-accepted',
    description: 'An Authorization header with an empty token counts as a login.',
    breaks: ['create.malformed-credential', 'list.invalid-token'],
    change: (b) => ({
      authenticate: (authorization, request) =>
        /^bearer\s*$/i.test(authorization ?? '')
          ? { kind: 'known', account: anyAccount(request.world) }
          : b.authenticate(authorization, request),
    }),
  },
  {
    id: 'create-basic-accepted',
    description: 'Other schemes are left to a proxy that does not exist, and accepted.',
    breaks: ['create.malformed-credential'],
    change: (b) => ({
      authenticate: (authorization, request) => {
        const hasOtherScheme = /^(?!bearer\b)\S+ +\S/i.test(authorization ?? '');
        if (!hasOtherScheme || isList(request)) return b.authenticate(authorization, request);
        return { kind: 'known', account: anyAccount(request.world) };
      },
    }),
  },
  {
    id: 'create-malformed-credential-400',
    description: 'A credential of one word is answered with 400.',
    breaks: ['create.malformed-credential'],
    change: (b) =>
      changeStatus(
        b,
        ['credential-unknown'],
        400,
        (request) => !/\S \S/.test(request.header('authorization') ?? ''),
      ),
  },
  {
    id: 'create-malformed-credential-500',
    description: 'The second word of the credential is used even if it is missing.',
    breaks: ['create.malformed-credential', 'list.invalid-token'],
    change: (b) =>
      changeStatus(
        b,
        ['credential-unknown'],
        500,
        (request) => !/\S \S/.test(request.header('authorization') ?? ''),
      ),
  },
  {
    id: 'create-owner-unchecked',
    description: 'Creating looks up the repository by name only; only listing checks the owner.',
    breaks: ['create.unknown-owner'],
    change: (b) => findOtherwise(b, ({ name }, _owner, repo) => name === repo, isCreate),
  },
  {
    id: 'create-repo-unchecked',
    description: 'Creating in an unknown repository uses the first repository of the owner.',
    breaks: ['create.unknown-repo'],
    change: (b) => findOtherwise(b, (found, owner) => found.owner === owner, isCreate),
  },
  {
    id: 'create-repo-made',
    description: 'Creating in an unknown repository creates the repository.',
    breaks: ['create.unknown-repo', 'create.unknown-owner'],
    change: (b) => ({
      findRepository: (owner, name, request) => {
        const found = b.findRepository(owner, name, request);
        const mayMake =
          isCreate(request) && b.authenticate(request.header('authorization'), request).kind === 'known';
        return found ?? (mayMake ? request.world.add({ owner, name, readers: 'everybody' }) : undefined);
      },
    }),
  },
  {
    id: 'create-unknown-422',
    description: 'Creating in an unknown repository is answered with 422.',
    breaks: ['create.unknown-owner', 'create.unknown-repo'],
    change: (b) => changeStatus(b, ['repository-unknown'], 422, isCreate),
  },
  {
    id: 'create-private-unchecked',
    description: 'Only listing checks access to a private repository.',
    breaks: ['create.private.outsider'],
    change: (b) => ({
      mayUse: (caller, repository, request) => isCreate(request) || b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'create-private-403',
    description: 'Creating in a private repository without access is answered with 403 instead of 404.',
    breaks: ['create.private.outsider'],
    change: (b) => changeStatus(b, ['repository-hidden'], 403, isCreate),
  },
  {
    id: 'refused-stored-invalid',
    description: 'The issue is stored before its payload is checked, and stays after the refusal.',
    breaks: ['create.rejected-no-effect'],
    change: (b) => ({
      afterRefusedCreate: (refusal, payload, call) => {
        b.afterRefusedCreate(refusal, payload, call);
        if (refusal !== 'payload-invalid' || call.repository === undefined) return;
        void b.store(whateverIsIn(call.request.body), call.repository, call);
      },
    }),
  },
  {
    id: 'refused-stored-anonymous',
    description: 'The handler answers 401 and then continues to store the issue.',
    breaks: ['create.rejected-no-effect'],
    change: (b) => ({
      afterRefusedCreate: (refusal, payload, call) => {
        b.afterRefusedCreate(refusal, payload, call);
        const wasForCredential = refusal === 'credential-missing' || refusal === 'credential-unknown';
        if (!wasForCredential || call.repository === undefined || payload.kind === 'invalid') return;
        void b.store(payload.draft, call.repository, call);
      },
    }),
  },
  {
    id: 'refused-stored-elsewhere',
    description: 'An issue for an unknown repository is stored in the first repository.',
    breaks: ['create.rejected-no-effect'],
    change: (b) => ({
      afterRefusedCreate: (refusal, payload, call) => {
        b.afterRefusedCreate(refusal, payload, call);
        const [first] = call.request.world.repositories;
        if (refusal !== 'repository-unknown' || first === undefined || payload.kind === 'invalid') return;
        void b.store(payload.draft, first, call);
      },
    }),
  },
] as const satisfies readonly Fault[];
