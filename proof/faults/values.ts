import { isJsonObject, jsonValue, MAXIMUM_SIZE } from '../../src/service/conforming.ts';
import { isCreate, isList, type ServiceRequest } from '../../src/service/request.ts';
import { openTo, trust } from '../changes/access.ts';
import { changeStatus, failure, refusing } from '../changes/answers.ts';
import { acceptForm, acceptTokens, findOtherwise, isAnonymous, isOutsider } from '../changes/callers.ts';
import { acceptPayloads, failAtIssue, refusePayloads } from '../changes/creations.ts';
import { type Applies, combine, onlyWhere, revise } from '../changes/decisions.ts';
import { changePages, changeSize, givenPage, hasQuery, isUnversioned, listRows } from '../changes/lists.ts';
import { BY_UPDATE, hasInvalidSort, hasValidSort, orderIfInvalid } from '../changes/orders.ts';
import { CREDENTIALS, INVALID_SORT, LATER_PAGES, LISTED_NAMES, STRANGERS, TOKENS } from './broken-rules.ts';
import { acceptTitles, bodyFails, isNoText, titleAccepted, titleFails } from './create-payload.ts';
import { breaks, denies, family, faultsOf } from './fault.ts';
import { byDefault, only, uncapped } from './per-page.ts';
import { ascends, sortRefused } from './sort-and-state.ts';

const isOfEveryState = hasQuery('state', 'all');

const standsBefore =
  (one: string, other: string) =>
  ({ url }: ServiceRequest): boolean => {
    const names = [...url.searchParams.keys()];
    return names.includes(one) && names.indexOf(one) < names.indexOf(other);
  };

const isInPrivate = ({ world, owner, repo }: ServiceRequest) => world.find(owner, repo)?.isPrivate === true;

const formAccepted = family(['create.invalid-token'], acceptForm);

/** True if a name matches a pattern of a database, in which _ is any character. */
const isLike = (name: string, pattern: string): boolean =>
  name.length === pattern.length && [...pattern].every((one, at) => one === '_' || one === name[at]);

/** Shows some callers page 1 if a parameter is given. */
const ignorePage = (applies: Applies, beside = 'state') =>
  onlyWhere(applies)(
    revise('pageNumber', (page, _raw, { query }) => (query(beside) === undefined ? page : 1)),
  );

/** Faults that show only if parameters, or parts of a payload, stand together; at single values; or at one class of values. */
export const valueFaults = faultsOf({
  'per-page-in-every-state-uncapped': uncapped('A list of every state', isOfEveryState),
  'per-page-when-sorted-uncapped': uncapped('A sorted list', hasValidSort),
  'per-page-default-when-sorted-25': byDefault(25, 'A sorted list', hasValidSort),
  'sort-invalid-beside-size-direction-obeyed': ascends(
    'beside a size',
    hasQuery({ direction: 'asc', per_page: /^/ }),
  ),
  'sort-invalid-on-later-pages-reversed': ascends('on page 2', hasQuery({ direction: 'desc', page: '2' })),
  'direction-before-sort-obeyed': ascends('if it comes first', standsBefore('direction', 'sort')),
  'private-title-type-unchecked': breaks('create.title-type')(
    'In a private repository a title of any type is turned into text.',
    onlyWhere(isInPrivate)(acceptTitles(isNoText)),
  ),
  'title-behind-body-422': breaks('create.accepted')(
    'The title is expected first, and is not found behind a body.',
    refusePayloads((fields) => Object.keys(fields)[0] === 'body'),
  ),
  'per-page-default-in-every-state-50': byDefault(50, 'A list of every state', isOfEveryState),
  'per-page-default-in-every-state-20': byDefault(20, 'A list of every state', isOfEveryState),
  'sort-of-any-name-422': denies('list.sort.invalid-ok', 422)('Any sort', hasQuery('sort')),
  'per-page-17-one-more': only(17, 'list.per-page.at-most')('A size of 17 yields 18 results.', 18),
  'per-page-powers-of-two-one-less': breaks(['list.per-page.fills', 'list.page.slices'])(
    'A buffer whose size is a power of two, from 8 on, loses its last result.',
    changeSize((_given, size) => (size >= 8 && Number.isInteger(Math.log2(size)) ? size - 1 : size)),
  ),
  'sort-backslash-500': sortRefused('with a backslash', 500, /\\/),
  'sort-digits-500': sortRefused('of digits', 500, /^\d+$/),
  'sort-invalid-direction-in-capitals': ascends('in capitals', hasQuery('direction', 'ASC')),
  'sort-inherited-in-python-500': sortRefused('named like an attribute of an object', 500, /^__\w+__$/),
  'names-inherited-500': breaks(LISTED_NAMES)(
    'Owners and repositories are looked up in plain objects and find inherited properties.',
    changeStatus(
      'repository-unknown',
      500,
      ({ owner, repo }) => owner in Object.prototype || repo in Object.prototype,
    ),
  ),
  'tokens-inherited-accepted': breaks(TOKENS)(
    'Tokens are looked up in a plain object and find inherited properties.',
    acceptTokens((given) => given in Object.prototype),
  ),
  'tokens-of-no-value-accepted': breaks(TOKENS)(
    'An account without a token has the word for none.',
    acceptTokens((given) => ['null', 'None', 'nil', 'true', '0'].includes(given)),
  ),
  'repo-is-a-pattern': breaks('list.unknown-repo')(
    'The name of a repository is compared as a pattern.',
    findOtherwise(({ owner, name }, asked, repo) => owner === asked && isLike(name, repo), isList),
  ),
  'sort-invalid-descending-by-update': breaks('list.sort.invalid-ignores-direction')(
    'An unknown sort with the direction `desc` yields the order by last update.',
    orderIfInvalid(BY_UPDATE, hasQuery('direction', 'desc')),
  ),
  'sort-invalid-small-pages-by-update': breaks(INVALID_SORT)(
    'An unknown sort yields the order by last update on pages of one to 29.',
    orderIfInvalid(BY_UPDATE, ({ query }) => /^([1-9]|[12]\d)$/.test(query('per_page') ?? '')),
  ),
  'body-nul-500': bodyFails('with the character U+0000', /\0/),
  'body-2000-500': bodyFails('of more than 2,000 characters', /^.{2001}/s),
  'body-lines-422': breaks(['create.accepted', 'create.body-optional'])(
    'The pattern of a valid body ends at the first line.',
    refusePayloads(({ body }) => typeof body === 'string' && body.includes('\n')),
  ),
  'payload-parsed-twice': breaks('create.payload-type')(
    'A payload that is a string is parsed again.',
    acceptPayloads((_fields, value) => {
      const inner = typeof value === 'string' ? jsonValue(value) : undefined;
      return isJsonObject(inner) ? { title: String(inner['title']), body: null } : undefined;
    }),
  ),
  'title-empty-array-accepted': titleAccepted(
    'an empty array',
    (title) => Array.isArray(title) && title.length === 0,
  ),
  'title-empty-object-accepted': titleAccepted(
    'an object without fields',
    (title) => isJsonObject(title) && Object.keys(title).length === 0,
  ),
  'payload-false-accepted': breaks('create.payload-type')(
    'The payload `false` means none, and creates an issue without a title.',
    acceptPayloads((_fields, value) => (value === false ? { title: 'untitled', body: null } : undefined)),
  ),
  'create-forty-letters-accepted': formAccepted(
    'A token of forty letters is taken for one of an old kind, which is not looked up.',
    /^Bearer [A-Za-z]{40}$/,
  ),
  'create-lower-case-bearer-accepted': formAccepted(
    'A proxy checks tokens behind `Bearer` only, and lets others through.',
    /^bearer /,
  ),
  'page-ignored-in-every-state': breaks('list.page.slices')(
    'The query for issues of every state ignores the page number.',
    revise('pageNumber', (page, _raw, request) => (isOfEveryState(request) ? 1 : page)),
  ),
  'state-default-all-when-sorted': breaks('list.state.default-open')(
    'A sorted list has no state by default.',
    revise('stateFilter', (state, raw, request) =>
      raw === undefined && hasValidSort(request) ? 'all' : state,
    ),
  ),
  'anonymous-sort-500': breaks('list.anonymous')(
    'A sorted list looks up the settings of the caller, which an anonymous caller lacks.',
    refusing(500, (request) => hasValidSort(request) && request.header('authorization') === undefined),
  ),
  'private-open-without-version': breaks(STRANGERS)(
    'A request that names no version is answered by an old service, which knows no members.',
    openTo((_caller, _repository, request) => isList(request) && isUnversioned(request)),
  ),
  'create-anonymous-without-version': breaks(['create.anonymous', ...CREDENTIALS])(
    'A request that names no version is answered by an old service, which checks no credential.',
    trust(({ request }) => isCreate(request) && isUnversioned(request)),
  ),
  'record-cannot-be-shown': breaks(['list.ok', ...LATER_PAGES])(
    'One old record fails as it is rendered, and with it each page that holds it.',
    revise('listAnswer', (answer, records) =>
      records.some((record) => /"number":12\b/.test(record)) ? failure(500) : answer,
    ),
  ),
  'page-beyond-100-503': breaks('list.page.slices')(
    'Pages beyond the hundredth take too long for the gateway.',
    refusing(503, (request) => isList(request) && givenPage(request) > 100),
  ),
  'body-beyond-64-kib-500': bodyFails('of more than 65,535 characters', /^.{65536}/s),
  'title-of-two-lines-500': titleFails('of two lines', /\n/),
  'body-mention-500-with-a-limit': breaks('create.accepted')(
    'A body has at most 65,536 characters, and a mention of an unknown user is not found.',
    combine(
      refusePayloads(({ body }) => typeof body === 'string' && body.length > 65_536),
      failAtIssue(500, ({ body }) => body?.includes('@') === true),
    ),
  ),
  'title-no-break-space-500': titleFails('with a no-break space', /\u00a0/),
  'body-empty-500': bodyFails('without a character', /^$/),
  'sort-invalid-in-every-state-422': breaks('list.sort.invalid-ok')(
    'A list of every state refuses an unknown sort.',
    refusing(422, (request) => isOfEveryState(request) && hasInvalidSort(request)),
  ),
  'sort-invalid-beside-state-and-page-obeyed': ascends(
    'on a page of a state',
    hasQuery({ direction: /^/, state: /^/, page: /^/ }),
  ),
  'page-ignored-for-outsiders-beside-state': breaks('list.page.slices')(
    'A named state is read for members only, and others get its first page.',
    ignorePage(isOutsider),
  ),
  'page-ignored-without-a-credential-beside-state': breaks('list.page.slices')(
    'A named state comes from a cache for anonymous callers, which has its first page.',
    ignorePage(isAnonymous),
  ),
  'per-page-when-sorted-halved-for-outsiders': breaks('list.per-page.fills')(
    'Half of a sorted page is left out for callers who are not members.',
    onlyWhere((request, b) => isOutsider(request, b) && hasValidSort(request))(
      revise('cut', (cut) => cut.slice(0, Math.ceil(cut.length / 2))),
    ),
  ),
  'page-ignored-without-a-credential-beside-sort': breaks('list.sort.invalid-default-order')(
    'A sorted list comes from a cache for anonymous callers, which has its first page.',
    ignorePage(isAnonymous, 'sort'),
  ),
  'page-long-list-loses-last': breaks('list.page.slices')(
    'Of a list of six hundred issues, pages of a hundred lack the last one.',
    combine(
      changePages((cut, { size }) => (size === MAXIMUM_SIZE && cut.length < size ? cut.slice(0, -1) : cut)),
      listRows((arranged, { repository: { issues, isPrivate } }) => {
        const old = isPrivate ? [] : issues.slice(0, 90);
        const more = [1, 2, 3, 4, 5].flatMap((n) => old.map((o) => Object.assign({}, o, { id: -n * o.id })));
        return [...arranged, ...more];
      }),
    ),
  ),
  'state-default-all-alone': breaks('list.state.default-open')(
    'The default state is set where a query is read, so that the address alone lists every state.',
    revise('stateFilter', (state, _raw, { url }) => (url.search === '' ? 'all' : state)),
  ),
  'private-size-zero-403': breaks('list.private.outsider')(
    'The size 0 lists a private repository by other code, which answers 403 to a token without access.',
    onlyWhere(isOutsider)(changeStatus('repository-hidden', 403, hasQuery('per_page', '0'))),
  ),
});
