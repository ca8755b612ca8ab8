import { isCreate, isList } from '../../src/service/request.ts';
import type { World } from '../../src/service/world/world.ts';
import { acceptTokens, findOtherwise } from '../changes/callers.ts';
import { changeStatus, listNothing } from '../changes/refusals.ts';
import type { Fault } from './fault.ts';

function isOwner(world: World, owner: string): boolean {
  return [...world.repositories].some((repository) => repository.owner === owner);
}

export const accessFaults = [
  {
    id: 'invalid-token-lists-as-anonymous',
    description: 'An unknown token is ignored if the request needs none.',
    breaks: ['list.invalid-token'],
    change: (b) => ({
      refuseCredential: (call) => (isList(call.request) ? undefined : b.refuseCredential(call)),
    }),
  },
  {
    id: 'invalid-token-list-empty',
    description: 'An unknown token gets an empty list instead of an error.',
    breaks: ['list.invalid-token'],
    change: (b) => listNothing(b, ['credential-unknown']),
  },
  {
    id: 'invalid-token-403',
    description: 'An unknown token is answered with 403, as if it lacked a permission.',
    breaks: ['list.invalid-token', 'create.invalid-token', 'create.malformed-credential'],
    change: (b) => changeStatus(b, ['credential-unknown'], 403),
  },
  {
    id: 'invalid-token-404',
    description: 'An unknown token is answered with 404.',
    breaks: ['list.invalid-token', 'create.invalid-token', 'create.malformed-credential'],
    change: (b) => changeStatus(b, ['credential-unknown'], 404),
  },
  {
    id: 'token-never-checked',
    description: 'Every token is accepted.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, () => true),
  },
  {
    id: 'token-compared-by-half',
    description: 'The comparison stops at the end of the shorter token, so a prefix of a token is accepted.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, (given, known) => known.startsWith(given)),
  },
  {
    id: 'token-compared-by-beginning',
    description: 'A column of fixed width truncates tokens, so text after a valid token is ignored.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, (given, known) => given.startsWith(known)),
  },
  {
    id: 'token-compared-by-ends',
    description: 'Only the first and last four characters of a token are stored and compared.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) =>
      acceptTokens(
        b,
        (given, known) =>
          given.length === known.length &&
          given.slice(0, 4) === known.slice(0, 4) &&
          given.slice(-4) === known.slice(-4),
      ),
  },
  {
    id: 'create-anonymous-in-private',
    description: 'Permission to create is checked for public repositories only.',
    breaks: ['create.anonymous'],
    change: (b) => ({
      refuseCredential: (call) =>
        call.repository !== undefined && call.repository.readers !== 'everybody' && isCreate(call.request)
          ? undefined
          : b.refuseCredential(call),
      mayUse: (caller, repository, request) =>
        (isCreate(request) && caller.kind === 'anonymous') || b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'owner-ignored',
    description: 'Repositories are looked up by name only; the owner is ignored.',
    breaks: ['list.unknown-owner', 'create.unknown-owner'],
    change: (b) => findOtherwise(b, ({ name }, _owner, repo) => name === repo),
  },
  {
    id: 'owner-compared-by-beginning',
    description: 'An owner matches if the given name begins with its name.',
    breaks: ['list.unknown-owner', 'create.unknown-owner'],
    change: (b) =>
      findOtherwise(b, (found, owner, repo) => found.name === repo && owner.startsWith(found.owner)),
  },
  {
    id: 'unknown-owner-empty-list',
    description: 'The list of an unknown owner is empty instead of an error.',
    breaks: ['list.unknown-owner'],
    change: (b) => ({
      refusalAnswer: (refusal, status, request) =>
        isOwner(request.world, request.owner)
          ? b.refusalAnswer(refusal, status, request)
          : listNothing(b, ['repository-unknown']).refusalAnswer(refusal, status, request),
    }),
  },
  {
    id: 'unknown-owner-400',
    description: 'An unknown owner is answered with 400.',
    breaks: ['list.unknown-owner', 'create.unknown-owner'],
    change: (b) => changeStatus(b, ['repository-unknown'], 400, ({ world, owner }) => !isOwner(world, owner)),
  },
  {
    id: 'repo-ignored',
    description: 'An unknown repository name selects the first repository of the owner.',
    breaks: ['list.unknown-repo', 'create.unknown-repo'],
    change: (b) => findOtherwise(b, (found, owner) => found.owner === owner),
  },
  {
    id: 'repo-compared-by-beginning',
    description: 'A repository matches if the given name begins with its name.',
    breaks: ['list.unknown-repo', 'create.unknown-repo'],
    change: (b) =>
      findOtherwise(b, (found, owner, repo) => found.owner === owner && repo.startsWith(found.name)),
  },
  {
    id: 'unknown-repo-empty-list',
    description: 'The list of an unknown repository is empty instead of an error.',
    breaks: ['list.unknown-repo', 'list.unknown-owner'],
    change: (b) => listNothing(b, ['repository-unknown']),
  },
  {
    id: 'unknown-repo-500',
    description: 'The result of a failed repository lookup is used anyway, which ends in 500.',
    breaks: ['list.unknown-repo', 'create.unknown-repo'],
    change: (b) => changeStatus(b, ['repository-unknown'], 500, ({ world, owner }) => isOwner(world, owner)),
  },
  {
    id: 'private-anonymous-200',
    description: 'Access to a private repository is not checked for anonymous callers.',
    breaks: ['list.private.anonymous'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        caller.kind === 'anonymous' || b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'private-anonymous-401',
    description: 'A private repository answers anonymous callers with 401, which reveals that it exists.',
    breaks: ['list.private.anonymous'],
    change: (b) => ({
      refuseRepository: (call, mayUse) => {
        const refusal = b.refuseRepository(call, mayUse);
        const isAnonymous = call.caller.kind === 'anonymous';
        return refusal === 'repository-hidden' && isAnonymous ? 'credential-missing' : refusal;
      },
    }),
  },
  {
    id: 'private-empty-list',
    description: 'Callers without access to a private repository get an empty list.',
    breaks: ['list.private.anonymous', 'list.private.outsider'],
    change: (b) => listNothing(b, ['repository-hidden']),
  },
  {
    id: 'private-403',
    description: 'A private repository answers with 403, which reveals that it exists.',
    breaks: ['list.private.anonymous', 'list.private.outsider', 'create.private.outsider'],
    change: (b) => changeStatus(b, ['repository-hidden'], 403),
  },
  {
    id: 'private-outsider-200',
    description: 'Any valid token opens any repository.',
    breaks: ['list.private.outsider', 'create.private.outsider'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        caller.kind === 'known' || b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'private-outsider-403',
    description: 'A private repository answers a valid token without access with 403.',
    breaks: ['list.private.outsider', 'create.private.outsider'],
    change: (b) =>
      changeStatus(b, ['repository-hidden'], 403, (request) => request.header('authorization') !== undefined),
  },
  {
    id: 'private-list-cached',
    description: "Lists are cached by path only, so a member's list is served to everybody.",
    breaks: ['list.private.outsider', 'list.private.anonymous'],
    change: (b) => {
      const opened = new Set<string>();
      return {
        mayUse: (caller, repository, request) => {
          if (isCreate(request)) return b.mayUse(caller, repository, request);
          const may = b.mayUse(caller, repository, request) || opened.has(request.url.pathname);
          if (may) opened.add(request.url.pathname);
          return may;
        },
      };
    },
  },
  {
    id: 'private-member-404',
    description: 'Lists of private repositories are hidden from members too.',
    breaks: ['list.private.member'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        (isCreate(request) || !repository.isPrivate) && b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'private-member-list-403',
    description: 'Listing a private repository needs a permission that no token has.',
    breaks: ['list.private.outsider', 'list.private.member', 'create.private.outsider'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        (isCreate(request) || !repository.isPrivate) && b.mayUse(caller, repository, request),
      ...changeStatus(
        b,
        ['repository-hidden'],
        403,
        (request) => request.header('authorization') !== undefined,
      ),
    }),
  },
] as const satisfies readonly Fault[];
