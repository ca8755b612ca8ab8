import { BEARER } from '../../src/service/conforming/access-and-refusals.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import type { Account } from '../../src/service/world/repository.ts';
import { acceptTokens, anyCaller, findOtherwise } from '../changes/callers.ts';
import { revise } from '../changes/decisions.ts';
import { changeStatus, listNothing, unknownCredentialAs } from '../changes/refusals.ts';
import { together } from '../changes/together.ts';
import {
  CREDENTIALS,
  LISTED_NAMES,
  OUTSIDERS,
  OWNERS,
  REPOSITORIES,
  STRANGERS,
  TOKENS,
} from './broken-rules.ts';
import { familyOf, faultsOf } from './fault.ts';

const isOwnerKnown = ({ world, owner }: ServiceRequest): boolean =>
  [...world.repositories].some((repository) => repository.owner === owner);

const sendsCredential = ({ header }: ServiceRequest): boolean => header('authorization') !== undefined;

/** Hides private lists from everybody; creating is as usual. */
const hidePrivateLists = revise(
  'mayUse',
  (may, _caller, { isPrivate }, request) => may && (isCreate(request) || !isPrivate),
);

const KEY_LENGTH = 8;

/** Returns the sum of the character codes modulo 10. */
function checkDigit(token: string): number {
  return [...token].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 10;
}

/** Faults in the check of tokens, names and memberships. */
export const accessFaults = faultsOf({
  'invalid-token-lists-as-anonymous': {
    description: 'An unknown token is ignored if the request needs none.',
    breaks: ['list.invalid-token'],
    change: revise('refuseCredential', (refusal, { request }) => (isList(request) ? undefined : refusal)),
  },
  'invalid-token-list-empty': {
    description: 'An unknown token gets an empty list instead of an error.',
    breaks: ['list.invalid-token'],
    change: listNothing('credential-unknown'),
  },
  ...familyOf(['list.invalid-token', ...CREDENTIALS], unknownCredentialAs, {
    'invalid-token-403': ['An unknown token is answered with 403, as if it lacked a permission.', 403],
    'invalid-token-404': ['An unknown token is answered with 404.', 404],
  }),
  'token-never-checked': {
    description: 'Every token is accepted.',
    breaks: TOKENS,
    change: acceptTokens(() => true),
  },
  'token-compared-by-half': {
    description: 'The comparison stops at the end of the shorter token, so a prefix of a token is accepted.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => known.startsWith(given)),
  },
  'token-compared-by-beginning': {
    description: 'A column of fixed width truncates tokens, so text after a valid token is ignored.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => given.startsWith(known)),
  },
  'token-compared-by-ends': {
    description: 'Only the first and last four characters of a token are stored and compared.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => {
      const ends = (token: string) => `${token.length} ${token.slice(0, 4)} ${token.slice(-4)}`;
      return ends(given) === ends(known);
    }),
  },
  'create-anonymous-in-private': {
    description: 'Permission to create is checked for public repositories only.',
    breaks: ['create.anonymous'],
    change: together(
      revise('refuseCredential', (refusal, { repository, request }) =>
        repository !== undefined && repository.readers !== 'everybody' && isCreate(request)
          ? undefined
          : refusal,
      ),
      revise(
        'mayUse',
        (may, { kind }, _repository, request) => may || (kind === 'anonymous' && isCreate(request)),
      ),
    ),
  },
  'owner-ignored': {
    description: 'Repositories are looked up by name only; the owner is ignored.',
    breaks: OWNERS,
    change: findOtherwise(({ name }, _owner, repo) => name === repo),
  },
  'owner-compared-by-beginning': {
    description: 'An owner matches if the given name begins with its name.',
    breaks: OWNERS,
    change: findOtherwise((found, owner, repo) => found.name === repo && owner.startsWith(found.owner)),
  },
  'unknown-owner-empty-list': {
    description: 'The list of an unknown owner is empty instead of an error.',
    breaks: ['list.unknown-owner'],
    change: listNothing('repository-unknown', (request) => !isOwnerKnown(request)),
  },
  'unknown-owner-400': {
    description: 'An unknown owner is answered with 400.',
    breaks: OWNERS,
    change: changeStatus('repository-unknown', 400, (request) => !isOwnerKnown(request)),
  },
  'repo-ignored': {
    description: 'An unknown repository name selects the first repository of the owner.',
    breaks: REPOSITORIES,
    change: findOtherwise((found, owner) => found.owner === owner),
  },
  'repo-compared-by-beginning': {
    description: 'A repository matches if the given name begins with its name.',
    breaks: REPOSITORIES,
    change: findOtherwise((found, owner, repo) => found.owner === owner && repo.startsWith(found.name)),
  },
  'unknown-repo-empty-list': {
    description: 'The list of an unknown repository is empty instead of an error.',
    breaks: LISTED_NAMES,
    change: listNothing('repository-unknown'),
  },
  'unknown-repo-500': {
    description: 'The result of a failed repository lookup is used anyway, which ends in 500.',
    breaks: REPOSITORIES,
    change: changeStatus('repository-unknown', 500, isOwnerKnown),
  },
  'private-anonymous-200': {
    description: 'Access to a private repository is not checked for anonymous callers.',
    breaks: ['list.private.anonymous'],
    change: revise('mayUse', (may, { kind }) => may || kind === 'anonymous'),
  },
  'private-anonymous-401': {
    description: 'A private repository answers anonymous callers with 401, which reveals that it exists.',
    breaks: ['list.private.anonymous'],
    change: revise('refuseRepository', (refusal, { caller }) =>
      refusal === 'repository-hidden' && caller.kind === 'anonymous' ? 'credential-missing' : refusal,
    ),
  },
  'private-empty-list': {
    description: 'Callers without access to a private repository get an empty list.',
    breaks: STRANGERS,
    change: listNothing('repository-hidden'),
  },
  'private-403': {
    description: 'A private repository answers with 403, which reveals that it exists.',
    breaks: [...STRANGERS, 'create.private.outsider'],
    change: changeStatus('repository-hidden', 403),
  },
  'private-outsider-200': {
    description: 'Any valid token opens any repository.',
    breaks: OUTSIDERS,
    change: revise('mayUse', (may, { kind }) => may || kind === 'known'),
  },
  'private-outsider-403': {
    description: 'A private repository answers a valid token without access with 403.',
    breaks: OUTSIDERS,
    change: changeStatus('repository-hidden', 403, sendsCredential),
  },
  'private-list-cached': {
    description: "Lists are cached by path only, so a member's list is served to everybody.",
    breaks: STRANGERS,
    change: (b) => {
      const opened = new Set<string>();
      return revise('mayUse', (usual, _caller, _repository, request) => {
        if (isCreate(request)) return usual;
        const may = usual || opened.has(request.url.pathname);
        if (may) opened.add(request.url.pathname);
        return may;
      })(b);
    },
  },
  'private-member-404': {
    description: 'Lists of private repositories are hidden from members too.',
    breaks: ['list.private.member'],
    change: hidePrivateLists,
  },
  'private-member-list-403': {
    description: 'Listing a private repository needs a permission that no token has.',
    breaks: [...OUTSIDERS, 'list.private.member'],
    change: together(hidePrivateLists, changeStatus('repository-hidden', 403, sendsCredential)),
  },
  'token-compared-by-length': {
    description: 'Only the lengths of two tokens are compared.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => given.length === known.length),
  },
  'token-compared-by-second-half': {
    description: 'Only the second half of a token is compared.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => {
      const half = Math.floor(known.length / 2);
      return given.slice(-half) === known.slice(-half);
    }),
  },
  'token-compared-by-check-digit': {
    description: 'A token with a valid check digit is accepted without a lookup.',
    breaks: TOKENS,
    change: acceptTokens((given, known) => checkDigit(given) === checkDigit(known)),
  },
  'token-cached-by-beginning': {
    description: 'Accepted tokens are cached by their first eight characters.',
    breaks: TOKENS,
    change: (b) => {
      const kept = new Map<string, Account>();
      return revise('authenticate', (caller, authorization) => {
        const key = BEARER.exec(authorization ?? '')?.[1]?.slice(0, KEY_LENGTH);
        if (key === undefined) return caller;
        if (caller.kind === 'known') kept.set(key, caller.account);
        const account = kept.get(key);
        return caller.kind === 'unknown' && account !== undefined ? { kind: 'known', account } : caller;
      })(b);
    },
  },
  'token-too-short-overlooked': {
    description: 'A token that is too short counts as missing.',
    breaks: ['list.invalid-token'],
    change: revise('authenticate', (caller, authorization) => {
      const token = BEARER.exec(authorization ?? '')?.[1];
      return token !== undefined && token.length < KEY_LENGTH ? { kind: 'anonymous' } : caller;
    }),
  },
  'token-too-long-400': {
    description: 'A token that is too long is answered with 400.',
    breaks: ['list.invalid-token', ...CREDENTIALS],
    change: unknownCredentialAs(400, (credential) => credential.length > 64),
  },
  'create-schemeless-accepted': {
    description: 'A credential of one word is accepted as a browser session that was already checked.',
    breaks: ['create.malformed-credential'],
    change: revise('authenticate', (caller, authorization, request) =>
      isCreate(request) && /^(?!bearer$)\S+$/i.test(authorization ?? '') ? anyCaller(request.world) : caller,
    ),
  },
  'create-other-scheme-403': {
    description: 'An unknown scheme is answered with 403 instead of 401.',
    breaks: ['create.malformed-credential'],
    change: unknownCredentialAs(403, (credential) => /^(?!bearer\b)\S+ +\S/i.test(credential)),
  },
});
