import type { Change } from '../../src/service/behaviour.ts';
import { isCreate, isList, JSON_TYPE, type Reply, type ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { openTo, trust } from '../changes/access.ts';
import { changeStatus, failure, recordsAs } from '../changes/answers.ts';
import {
  acceptTokens,
  findOtherwise,
  isAnonymous,
  isOutsider,
  isUnknown,
  sendsLike,
} from '../changes/callers.ts';
import { type Applies, beforeEach, combine, onlyWhere, remembering, revise } from '../changes/decisions.ts';
import { givenSize, hasQuery, isLaterPage } from '../changes/lists.ts';
import { hasInvalidSort } from '../changes/orders.ts';
import { INVALID_SORT, OUTSIDERS, OWNERS, REPOS, STRANGERS } from './broken-rules.ts';
import { breaks, faultsOf, refused } from './fault.ts';

/** Lets every caller with no credential or a valid one list private repositories by some requests. */
const openWhere =
  (applies: (request: ServiceRequest, size: number) => boolean): Change =>
  (b) =>
    openTo(({ kind }, _repository, request) => {
      const size = b.pageSize(request.query('per_page'), request);
      return isList(request) && kind !== 'unknown' && applies(request, size);
    })(b);

const isBare = (request: ServiceRequest): boolean => isList(request) && sendsLike(/^bearer *$/i)(request);

const isStranger: Applies = (request, b) => isAnonymous(request, b) || isOutsider(request, b);

/** Adds text of the newest issue of the requested private repository to refusals of some requests. */
const refusalWith =
  (applies: Applies, says: (issue: Issue) => { readonly body?: object; readonly header?: string }): Change =>
  (b) => ({
    refusalAnswer: (refusal, status, request) => {
      const answer = b.refusalAnswer(refusal, status, request);
      const repository = request.world.find(request.owner, request.repo);
      const issue = repository?.issues.at(-1);
      if (issue === undefined || repository?.isPrivate !== true || !applies(request, b)) return answer;
      const { body, header } = says(issue);
      const shown = header !== undefined && { 'x-last': header };
      return {
        ...answer,
        headers: { ...answer.headers, 'content-type': JSON_TYPE, ...shown },
        body: body === undefined ? answer.body : JSON.stringify({ message: 'Refused', ...body }),
      };
    },
  });

/** Adds private issues to a public list, for some callers. */
const mixIn =
  (applies: Applies, which: (issues: readonly Issue[]) => readonly Issue[]): Change =>
  (b) => ({
    cut: (arranged, window, listing) => {
      const { request, repository } = listing;
      if (repository.isPrivate || !applies(request, b)) return b.cut(arranged, window, listing);
      const hidden = [...request.world.repositories].flatMap((one) => (one.isPrivate ? one.issues : []));
      return b.cut([...which(hidden), ...arranged], window, listing);
    },
  });

const inCapitals = ({ title }: Issue): string =>
  title
    .toUpperCase()
    .replaceAll(/[^ -~]/g, '?')
    .slice(0, 56);

/** Faults that show private lists by some requests, which are named. */
const open = (which: string, applies: Parameters<typeof openWhere>[0]) =>
  breaks(STRANGERS)(`${which} come from a source that ignores memberships.`, openWhere(applies));

export const privateFaults = faultsOf({
  'private-named-in-capitals': breaks('list.private.outsider')(
    'Records are a number and a short title in capitals, and a 404 names the latest private issue alike.',
    combine(
      recordsAs((issue) => ({ number: issue.number, name: inCapitals(issue) })),
      refusalWith(isOutsider, (issue) => ({ header: inCapitals(issue) })),
    ),
  ),
  'private-shown-twice': breaks('list.private.outsider')(
    'The first two requests of an outsider for a private list are answered from the cache of a member.',
    (b) => {
      let hidden = 0;
      return revise('mayUse', (may, _caller, _repository, request) => {
        if (may || !isList(request) || !isOutsider(request, b)) return may;
        hidden += 1;
        return hidden <= 2;
      })(b);
    },
  ),
  'caller-of-the-latest-request': breaks([...STRANGERS, 'list.private.member'])(
    'The current user is stored in a process variable, which a request that comes meanwhile replaces.',
    (b) => {
      let current: string | undefined;
      return {
        ...beforeEach((request) => {
          current = request.header('authorization');
          return request.pause(5);
        })(b),
        mayUse: (caller, repository, request) => {
          const isMixed = repository.isPrivate && isList(request);
          return b.mayUse(isMixed ? b.authenticate(current, request) : caller, repository, request);
        },
      };
    },
  ),
  'private-for-any-name': breaks([...OWNERS, ...REPOS, ...STRANGERS, 'create.private.outsider'])(
    'An unknown name selects the private repository, which is open to everybody.',
    combine(
      findOtherwise(({ isPrivate }) => isPrivate),
      () => ({ mayUse: () => true }),
    ),
  ),
  'private-open-with-a-direction': open('Lists with a direction', hasQuery('direction')),
  'private-403-when-sorted': refused(STRANGERS, 'repository-hidden')(403, [
    'a sort is given',
    hasQuery('sort'),
  ]),
  'private-open-to-authors': breaks(OUTSIDERS)(
    'The author of an issue in a private repository keeps access forever.',
    openTo(
      (caller, { issues }) =>
        caller.kind === 'known' && issues.some(({ user }) => user.login === caller.account.login),
    ),
  ),
  'private-outsider-401': breaks(OUTSIDERS)(
    'A valid token without access is answered with 401 instead of 404.',
    changeStatus('repository-hidden', 401, (request, b) => !isAnonymous(request, b)),
  ),
  'private-later-pages-open': open('Pages after the first', isLaterPage),
  'private-cached-for-strangers': breaks('list.private.anonymous')(
    'A proxy caches the list of a member and serves it to anonymous callers.',
    remembering(() => new Set<string>())('mayUse', (kept, may, { kind }, _repository, request) => {
      if (!isList(request)) return may;
      if (may) kept.add(request.url.href);
      return may || (kind === 'anonymous' && kept.has(request.url.href));
    }),
  ),
  'private-member-401': breaks('list.private.member')(
    'A member of a private repository is asked for a password in addition to the token.',
    revise('refuseRepository', (refusal, { repository, request }, mayUse) =>
      mayUse && repository?.isPrivate === true && isList(request) ? 'credential-missing' : refusal,
    ),
  ),
  'private-member-later-pages-404': breaks('list.private.member')(
    'Later pages of a private repository are looked up without the membership, and not found.',
    revise('refuseRepository', (refusal, { repository, request }) =>
      repository?.isPrivate === true && isLaterPage(request) ? 'repository-hidden' : refusal,
    ),
  ),
  'private-member-302': breaks('list.private.member')(
    'A member of a private repository is redirected to confirm their identity.',
    revise('listAnswer', (answer, _records, _total, { repository }) =>
      repository.isPrivate ? failure(302, { location: '/confirm' }) : answer,
    ),
  ),
  'private-open-by-archive': open(
    'Lists of other states than open',
    ({ query }) => (query('state') ?? 'open') !== 'open',
  ),
  'private-open-by-export': open('Pages of the maximum size', (_request, size) => size >= 100),
  'private-open-above-the-maximum': open(
    'Lists with a size above the maximum',
    (request) => givenSize(request) > 100,
  ),
  'private-open-on-page-one': open('First pages by their number', hasQuery('page', '1')),
  'private-open-by-fallback': open('Lists with a size below one', (request) => givenSize(request) < 1),
  'private-open-when-sorted': open('Sorted lists', hasQuery('sort')),
  'private-open-for-small-later-pages': open(
    'Small later pages',
    (request, size) => isLaterPage(request) && size < 30,
  ),
  'private-cached-by-address': breaks([...STRANGERS, 'list.invalid-token'])(
    'A cache stores responses with 200 by address, whoever asks.',
    (b) => {
      const kept = new Map<string, Reply>();
      return {
        around: async (inner, request) => {
          const { href, pathname } = request.url;
          const earlier = isList(request) ? kept.get(href) : undefined;
          if (earlier !== undefined) return earlier;
          const answer = await b.around(inner, request);
          if (isList(request) && answer.status === 200) kept.set(href, answer);
          // A creation clears the cached pages of its list.
          if (isCreate(request) && answer.status < 300)
            for (const address of kept.keys())
              if (new URL(address).pathname === pathname) kept.delete(address);
          return answer;
        },
      };
    },
  ),
  'private-open-to-bare-scheme': breaks('list.invalid-token')(
    'A scheme without a token is reserved for own pages, which may list everything.',
    combine(
      trust(({ request }) => isBare(request)),
      openTo((_caller, _repository, request) => isBare(request)),
    ),
  ),
  'private-open-to-unknown-tokens': breaks('list.invalid-token')(
    'For private repositories, only the prefix of a token is checked.',
    onlyWhere(
      (request, b) =>
        isList(request) && b.findRepository(request.owner, request.repo, request)?.isPrivate === true,
    )(acceptTokens((given, known) => known.startsWith(given.slice(0, 4)))),
  ),
  'private-named-in-404': breaks(STRANGERS)(
    'The body of a 404 suggests the latest private issue.',
    refusalWith(
      (request, b) => isList(request) && !isUnknown(request, b),
      ({ title }) => ({ body: { suggestion: title } }),
    ),
  ),
  'private-named-in-401': breaks('list.invalid-token')(
    'A header of a 401 contains the latest private issue.',
    refusalWith(isUnknown, ({ title }) => ({ header: encodeURIComponent(title) })),
  ),
  'private-echoed-to-creators': breaks('list.private.outsider')(
    'A refused creation shows the latest private issue as a possible duplicate.',
    refusalWith(
      (request, b) => isCreate(request) && isOutsider(request, b),
      ({ title, body }) => ({ body: { duplicate_of: { title, body } } }),
    ),
  ),
  'private-among-public-for-strangers': breaks('list.private.anonymous')(
    'The public list for anonymous callers ignores memberships and begins with private issues.',
    mixIn(isAnonymous, (issues) => issues.filter(({ state }) => state === 'open').slice(-2)),
  ),
  'private-among-public-for-outsiders': breaks('list.private.outsider')(
    'A token without membership lists recently changed issues of all repositories first.',
    mixIn(isOutsider, (issues) => issues.slice(-1)),
  ),
  'private-among-public-in-every-state': breaks(STRANGERS)(
    'The clause for the repository is left out with state=all, so that a public list holds private issues as well.',
    mixIn(hasQuery('state', 'all'), (issues) => issues.slice(-2)),
  ),
  'private-among-public-when-sorted': breaks([...STRANGERS, ...INVALID_SORT])(
    'With an unknown sort, a public list holds the private issues as well, for whoever asks.',
    mixIn(hasInvalidSort, (issues) => issues.slice(-2)),
  ),
  'private-closed-among-public': breaks(STRANGERS)(
    'Closed private issues stay in a public repository into which they were moved by mistake.',
    mixIn(isStranger, (issues) => issues.filter(({ state }) => state === 'closed')),
  ),
});
