import { BEARER } from '../../src/service/conforming.ts';
import { fixture } from '../../src/service/fixture.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import type { Account } from '../../src/service/world.ts';
import { openTo, trust } from '../changes/access.ts';
import { afterEach, answerRefused, changeStatus, failure, listNothing, webPage } from '../changes/answers.ts';
import { acceptForm, acceptTokens, findOtherwise, sendsCredential, sendsLike } from '../changes/callers.ts';
import { answerWith, combine, onlyWhere, remembering, revise } from '../changes/decisions.ts';
import { CREDENTIALS, LISTED_NAMES, OUTSIDERS, OWNERS, REPOS, STRANGERS, TOKENS } from './broken-rules.ts';
import { breaks, family, faultsOf, refused } from './fault.ts';

const isOwnerKnown = ({ world, owner }: ServiceRequest): boolean =>
  [...world.repositories].some((repository) => repository.owner === owner);

const hidePrivateLists = revise(
  'mayUse',
  (may, _caller, { isPrivate }, request) => may && (isCreate(request) || !isPrivate),
);

const KEY_LENGTH = 8;

function checkDigit(token: string): number {
  return [...token].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 10;
}

const invalid = refused(['list.invalid-token', ...CREDENTIALS], 'credential-unknown');
const namesAs = (status: number, kind: string, matches: RegExp) =>
  refused([...OWNERS, ...REPOS], 'repository-unknown')(status, [
    `it has a name ${kind}`,
    ({ owner, repo }) => matches.test(owner + repo),
  ]);
const trusts = family(['list.invalid-token'], trust);
const accepts = family(TOKENS, acceptTokens);

export const accessFaults = faultsOf({
  'private-found-by-name': breaks(['list.unknown-owner', ...STRANGERS])(
    'A private repository is found under any owner, where nobody checks access.',
    combine(
      findOtherwise(({ name, isPrivate }, _owner, repo) => isPrivate && name === repo, isList),
      openTo((_caller, { owner, isPrivate }, request) => isPrivate && owner !== request.owner),
    ),
  ),
  'invalid-token-lists-as-anonymous': trusts(
    'An unknown token is ignored if the request needs none.',
    ({ request }) => isList(request),
  ),
  'invalid-token-lists-by-fallback': trusts(
    'Sizes below one are handled before the credential is checked.',
    ({ request }) => isList(request) && Number(request.query('per_page') ?? 1) < 1,
  ),
  'invalid-token-list-empty': breaks('list.invalid-token')(
    'An unknown token gets an empty list instead of an error.',
    listNothing('credential-unknown'),
  ),
  'invalid-token-403': invalid(403),
  'invalid-token-404': invalid(404),
  'token-never-checked': accepts('Every token is accepted.', () => true),
  'token-compared-by-half': accepts(
    'The comparison stops at the end of the shorter token, so a prefix of a token is accepted.',
    (given, known) => known.startsWith(given),
  ),
  'token-compared-by-beginning': accepts(
    'A column of fixed width truncates tokens, so text after a valid token is ignored.',
    (given, known) => given.startsWith(known),
  ),
  'token-compared-by-ends': accepts(
    'Only the first and last four characters of a token are stored and compared.',
    (given, known) => {
      const ends = (token: string) => `${token.length} ${token.slice(0, 4)} ${token.slice(-4)}`;
      return ends(given) === ends(known);
    },
  ),
  'create-anonymous-in-private': breaks('create.anonymous')(
    'Permission to create is checked for public repositories only.',
    combine(
      trust(({ repository, request }) => repository?.isPrivate === true && isCreate(request)),
      openTo(({ kind }, _repository, request) => kind === 'anonymous' && isCreate(request)),
    ),
  ),
  'owner-ignored': breaks(OWNERS)(
    'Repositories are looked up by name only; the owner is ignored.',
    findOtherwise(({ name }, _owner, repo) => name === repo),
  ),
  'owner-compared-by-beginning': breaks(OWNERS)(
    'An owner matches if the given name begins with its name.',
    findOtherwise((found, owner, repo) => found.name === repo && owner.startsWith(found.owner)),
  ),
  'unknown-owner-empty-list': breaks('list.unknown-owner')(
    'The list of an unknown owner is empty instead of an error.',
    listNothing('repository-unknown', (request) => !isOwnerKnown(request)),
  ),
  'unknown-owner-400': breaks(OWNERS)(
    'An unknown owner is answered with 400.',
    changeStatus('repository-unknown', 400, (request) => !isOwnerKnown(request)),
  ),
  'repo-ignored': breaks(REPOS)(
    'An unknown repository name selects the first repository of the owner.',
    findOtherwise((found, owner) => found.owner === owner),
  ),
  'repo-compared-by-beginning': breaks(REPOS)(
    'A repository matches if the given name begins with its name.',
    findOtherwise((found, owner, repo) => found.owner === owner && repo.startsWith(found.name)),
  ),
  'unknown-repo-empty-list': breaks(LISTED_NAMES)(
    'The list of an unknown repository is empty instead of an error.',
    listNothing('repository-unknown'),
  ),
  'unknown-repo-web-page': breaks(['list.array', ...LISTED_NAMES])(
    'The list of an unknown repository is the web page of the application, with 200.',
    answerRefused('repository-unknown', () => webPage('<!doctype html><title>Issues</title>'), isList),
  ),
  'unknown-repo-500': refused(REPOS, 'repository-unknown')(500, ['its owner is known', isOwnerKnown]),
  'private-anonymous-200': breaks('list.private.anonymous')(
    'Access to a private repository is not checked for anonymous callers.',
    openTo(({ kind }) => kind === 'anonymous'),
  ),
  'private-anonymous-401': refused('list.private.anonymous', 'repository-hidden')(401, [
    'no credential is given',
    sendsLike(/^$/),
  ]),
  'private-empty-list': breaks(STRANGERS)(
    'Callers without access to a private repository get an empty list.',
    listNothing('repository-hidden'),
  ),
  'private-403': refused([...STRANGERS, 'create.private.outsider'], 'repository-hidden')(403),
  'private-outsider-200': breaks(OUTSIDERS)(
    'Any valid token opens any repository.',
    openTo(({ kind }) => kind === 'known'),
  ),
  'private-outsider-403': refused(OUTSIDERS, 'repository-hidden')(403, [
    'a credential is given',
    sendsCredential,
  ]),
  'private-list-cached': breaks(STRANGERS)(
    "Lists are cached by path only, so a member's list is served to everybody.",
    remembering(() => new Set<string>())('mayUse', (opened, usual, _caller, _repository, request) => {
      if (isCreate(request)) return usual;
      const may = usual || opened.has(request.url.pathname);
      if (may) opened.add(request.url.pathname);
      return may;
    }),
  ),
  'private-member-404': breaks('list.private.member')(
    'Lists of private repositories are hidden from members too.',
    hidePrivateLists,
  ),
  'private-member-list-403': breaks([...OUTSIDERS, 'list.private.member'])(
    'Listing a private repository needs a permission that no token has.',
    combine(hidePrivateLists, changeStatus('repository-hidden', 403, sendsCredential)),
  ),
  'token-compared-by-length': accepts(
    'Only the lengths of two tokens are compared.',
    (given, known) => given.length === known.length,
  ),
  'token-compared-by-second-half': accepts('Only the second half of a token is compared.', (given, known) => {
    const half = Math.floor(known.length / 2);
    return given.slice(-half) === known.slice(-half);
  }),
  'token-compared-by-check-digit': accepts(
    'A token with a valid check digit is accepted without a lookup.',
    (given, known) => checkDigit(given) === checkDigit(known),
  ),
  'token-cached-by-beginning': breaks(TOKENS)(
    'Accepted tokens are cached by their first eight characters.',
    remembering(() => new Map<string, Account>())('authenticate', (kept, caller, authorization) => {
      const key = BEARER.exec(authorization ?? '')?.[1]?.slice(0, KEY_LENGTH);
      if (key === undefined) return caller;
      if (caller.kind === 'known') kept.set(key, caller.account);
      const account = kept.get(key);
      return caller.kind === 'unknown' && account !== undefined ? { kind: 'known', account } : caller;
    }),
  ),
  'token-too-short-overlooked': breaks('list.invalid-token')(
    'A token that is too short counts as missing.',
    revise('authenticate', (caller, authorization) => {
      const token = BEARER.exec(authorization ?? '')?.[1];
      return token !== undefined && token.length < KEY_LENGTH ? { kind: 'anonymous' } : caller;
    }),
  ),
  'token-too-long-400': refused(TOKENS, 'credential-unknown')(400, ['it is too long', sendsLike(/^.{256}/s)]),
  'token-with-punctuation-500': refused('create.invalid-token', 'credential-unknown')(500, [
    'it has punctuation',
    sendsLike(/^Bearer .*[+/=]/),
  ]),
  'create-schemeless-accepted': breaks('create.malformed-credential')(
    'A credential of one word is accepted as a browser session that was already checked.',
    acceptForm(/^(?!bearer$)\S+$/i),
  ),
  'token-list-403': breaks(['list.token', 'list.private.member'])(
    'Listing needs a permission that no token has; callers without a token are not asked for it.',
    afterEach((answer, request) =>
      isList(request) && answer.status === 200 && sendsCredential(request) ? failure(403) : answer,
    ),
  ),
  'token-list-refused-first': breaks(['list.token', 'list.private.member'])(
    'Listing needs a permission that no token has, which is checked before the repository is looked up.',
    afterEach((answer, request) =>
      isList(request) && answer.status !== 401 && sendsCredential(request) ? failure(403) : answer,
    ),
  ),
  'version-400-for-all': breaks('list.recommended-headers')(
    'The version header must be a number, also for creations.',
    answerWith(failure(400), ({ header }) => /2022/.test(header('x-service-api-version') ?? '')),
  ),
  'create-other-scheme-403': refused('create.malformed-credential', 'credential-unknown')(403, [
    'it has another scheme',
    sendsLike(/^(?!bearer\b)\S+ +\S/i),
  ]),
  'invalid-token-403-in-private': breaks('list.invalid-token')(
    'A private repository answers 403 to an unknown token.',
    changeStatus(
      'credential-unknown',
      403,
      (request) => isList(request) && request.repo === fixture.privateRepo,
    ),
  ),
  'token-compared-by-end': accepts('Text before a valid token is ignored.', (given, known) =>
    given.endsWith(known),
  ),
  'repo-compared-by-end': breaks(REPOS)(
    'A repository matches if the given name ends with its name.',
    findOtherwise((found, owner, repo) => found.owner === owner && repo.endsWith(found.name)),
  ),
  'names-with-a-quote-500': namesAs(500, 'with a quote', /['"]/),
  'names-with-a-space-400': namesAs(400, 'with a space', / /),
  'names-in-other-scripts-500': namesAs(500, 'in another script than ASCII', /\P{ASCII}/u),
  'private-open-by-owner-in-another-case': breaks('list.private.outsider')(
    'The owner is found in any case, and the permission by its exact name.',
    openTo(({ kind }, { owner }, request) => isList(request) && kind === 'known' && request.owner !== owner),
  ),
  'owner-ignored-for-outsiders': breaks('list.unknown-owner')(
    'Callers who are not members are given a repository by its name alone.',
    onlyWhere((request) => isList(request) && /outsider/.test(request.header('authorization') ?? ''))(
      findOtherwise((found, _owner, repo) => found.name === repo),
    ),
  ),
  'private-query-before-credential-500': breaks('list.invalid-token')(
    'The query of a private list is read for the account, which fails without one.',
    changeStatus(
      'credential-unknown',
      500,
      (request) => isList(request) && request.repo === fixture.privateRepo && request.url.search !== '',
    ),
  ),
});
