import { isCreate, isList } from '../../src/service/request.ts';
import { failure } from '../changes/answers.ts';
import { anyAccount, findOtherwise } from '../changes/callers.ts';
import { whateverIsIn } from '../changes/creations.ts';
import { changeStatus } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

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
    id: 'create-anonymous-403',
    description: 'Who has no token is forbidden to create, and not asked for one.',
    breaks: ['create.anonymous'],
    change: (b) => changeStatus(b, ['credential-missing'], 403),
  },
  {
    id: 'create-anonymous-302',
    description: 'Who has no token is sent to the page for logging in.',
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
    description: 'Creating asks for a token and lets any pass, only listing looks it up.',
    breaks: ['create.invalid-token', 'create.malformed-credential'],
    change: (b) => ({
      refuseCredential: (call) =>
        isCreate(call.request) && call.caller.kind === 'unknown' ? undefined : b.refuseCredential(call),
    }),
  },
  {
    id: 'create-invalid-token-400',
    description: 'A token that is not known makes creating a bad request.',
    breaks: ['create.invalid-token', 'create.malformed-credential'],
    change: (b) => changeStatus(b, ['credential-unknown'], 400, isCreate),
  },
  {
    id: 'create-empty-bearer-accepted',
    description: 'A header is there, so somebody must be logged in.',
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
    description: 'Another scheme is left to a proxy that is not there, and let through.',
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
    description: 'A credential without two words is a bad request.',
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
    description: 'The second word of the credential is used without looking whether there is one.',
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
    description: 'Only listing looks at the owner; creating uses the name of the repository alone.',
    breaks: ['create.unknown-owner'],
    change: (b) => findOtherwise(b, ({ name }, _owner, repo) => name === repo, isCreate),
  },
  {
    id: 'create-repo-unchecked',
    description: 'Creating puts the issue into the first repository of the owner where the name finds none.',
    breaks: ['create.unknown-repo'],
    change: (b) => findOtherwise(b, (found, owner) => found.owner === owner, isCreate),
  },
  {
    id: 'create-repo-made',
    description: 'A repository that does not exist is made when something is created in it.',
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
    description: 'A name that is not found makes the payload invalid.',
    breaks: ['create.unknown-owner', 'create.unknown-repo'],
    change: (b) => changeStatus(b, ['repository-unknown'], 422, isCreate),
  },
  {
    id: 'create-private-unchecked',
    description: 'Only listing asks who may see a repository.',
    breaks: ['create.private.outsider'],
    change: (b) => ({
      mayUse: (caller, repository, request) => isCreate(request) || b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'create-private-403',
    description: 'Creating in a private repository is forbidden, and the repository not hidden.',
    breaks: ['create.private.outsider'],
    change: (b) => changeStatus(b, ['repository-hidden'], 403, isCreate),
  },
  {
    id: 'refused-stored-invalid',
    description: 'The issue is stored before its payload is checked, and stays.',
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
    description: 'The answer says 401 but nothing stops the handler from going on.',
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
    description: 'What was meant for a repository that nobody has ends up in the first one there is.',
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
