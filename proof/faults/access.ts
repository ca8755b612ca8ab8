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
    description: 'A token that is not known is overlooked where none is needed.',
    breaks: ['list.invalid-token'],
    change: (b) => ({
      refuseCredential: (call) => (isList(call.request) ? undefined : b.refuseCredential(call)),
    }),
  },
  {
    id: 'invalid-token-list-empty',
    description: 'A token that is not known sees nothing, and that is no error.',
    breaks: ['list.invalid-token'],
    change: (b) => listNothing(b, ['credential-unknown']),
  },
  {
    id: 'invalid-token-403',
    description: 'A token that is not known is taken for one that may not.',
    breaks: ['list.invalid-token', 'create.invalid-token', 'create.malformed-credential'],
    change: (b) => changeStatus(b, ['credential-unknown'], 403),
  },
  {
    id: 'invalid-token-404',
    description: 'A token that is not known is told that nothing is there.',
    breaks: ['list.invalid-token', 'create.invalid-token', 'create.malformed-credential'],
    change: (b) => changeStatus(b, ['credential-unknown'], 404),
  },
  {
    id: 'token-never-checked',
    description: 'Any token will do.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, () => true),
  },
  {
    id: 'token-compared-by-half',
    description:
      'The comparison ends with the shorter of the two, so that the beginning of a token is enough.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, (given, known) => known.startsWith(given)),
  },
  {
    id: 'token-compared-by-beginning',
    description: 'A column of fixed width cuts off what follows the token.',
    breaks: ['list.invalid-token', 'create.invalid-token'],
    change: (b) => acceptTokens(b, (given, known) => given.startsWith(known)),
  },
  {
    id: 'token-compared-by-ends',
    description: 'Only the first and the last four characters are kept and compared.',
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
    description: 'Who may write is asked of public repositories only.',
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
    description: 'Repositories are found by their own name alone.',
    breaks: ['list.unknown-owner', 'create.unknown-owner'],
    change: (b) => findOtherwise(b, ({ name }, _owner, repo) => name === repo),
  },
  {
    id: 'owner-compared-by-beginning',
    description: 'An owner is found whose name the given one begins with.',
    breaks: ['list.unknown-owner', 'create.unknown-owner'],
    change: (b) =>
      findOtherwise(b, (found, owner, repo) => found.name === repo && owner.startsWith(found.owner)),
  },
  {
    id: 'unknown-owner-empty-list',
    description: 'A query for an owner who does not exist finds no issues, and that is no error.',
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
    description: 'A name that is nobody is called a bad request.',
    breaks: ['list.unknown-owner', 'create.unknown-owner'],
    change: (b) => changeStatus(b, ['repository-unknown'], 400, ({ world, owner }) => !isOwner(world, owner)),
  },
  {
    id: 'repo-ignored',
    description: 'The first repository of the owner is used where the name finds none.',
    breaks: ['list.unknown-repo', 'create.unknown-repo'],
    change: (b) => findOtherwise(b, (found, owner) => found.owner === owner),
  },
  {
    id: 'repo-compared-by-beginning',
    description: 'A repository is found whose name the given one begins with.',
    breaks: ['list.unknown-repo', 'create.unknown-repo'],
    change: (b) =>
      findOtherwise(b, (found, owner, repo) => found.owner === owner && repo.startsWith(found.name)),
  },
  {
    id: 'unknown-repo-empty-list',
    description: 'A query for a repository that does not exist finds no issues, and that is no error.',
    breaks: ['list.unknown-repo', 'list.unknown-owner'],
    change: (b) => listNothing(b, ['repository-unknown']),
  },
  {
    id: 'unknown-repo-500',
    description: 'A repository that is not found is used nevertheless.',
    breaks: ['list.unknown-repo', 'create.unknown-repo'],
    change: (b) => changeStatus(b, ['repository-unknown'], 500, ({ world, owner }) => isOwner(world, owner)),
  },
  {
    id: 'private-anonymous-200',
    description: 'Access is only checked for callers who are known.',
    breaks: ['list.private.anonymous'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        caller.kind === 'anonymous' || b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'private-anonymous-401',
    description: 'Who has no token is asked for one, which gives away that the repository is there.',
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
    description: 'Who may not see the issues is given an empty list.',
    breaks: ['list.private.anonymous', 'list.private.outsider'],
    change: (b) => listNothing(b, ['repository-hidden']),
  },
  {
    id: 'private-403',
    description: 'A private repository is forbidden and not hidden.',
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
    description: 'A valid token without access is told that it is forbidden.',
    breaks: ['list.private.outsider', 'create.private.outsider'],
    change: (b) =>
      changeStatus(b, ['repository-hidden'], 403, (request) => request.header('authorization') !== undefined),
  },
  {
    id: 'private-list-cached',
    description: 'Lists are kept under their path only, so that a member fills the cache for everybody.',
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
    description: 'The lists of private repositories are hidden from their members too.',
    breaks: ['list.private.member'],
    change: (b) => ({
      mayUse: (caller, repository, request) =>
        (isCreate(request) || !repository.isPrivate) && b.mayUse(caller, repository, request),
    }),
  },
  {
    id: 'private-member-list-403',
    description: 'Reading a private repository needs a permission that no token has.',
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
