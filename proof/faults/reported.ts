import { isJsonObject, MAXIMUM_SIZE } from '../../src/service/conforming.ts';
import { isList, type Window } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { openTo, trust } from '../changes/access.ts';
import { failure, listNothing, refusing } from '../changes/answers.ts';
import { acceptTokens, isAnonymous } from '../changes/callers.ts';
import { storeTwice, storeUnless } from '../changes/creations.ts';
import { answerInstead, combine, revise } from '../changes/decisions.ts';
import {
  changePages,
  changeSize,
  endAt,
  hasQuery,
  isLaterPage,
  listRows,
  startAt,
} from '../changes/lists.ts';
import { anotherPlan, hasValidSort, OLDEST_FIRST, orderIfInvalid } from '../changes/orders.ts';
import {
  BY_DEFAULT,
  CREDENTIALS,
  LATER_PAGES,
  LISTED_NAMES,
  PAGING,
  STRANGERS,
  TOKENS,
  TOO_LONG_LATER,
} from './broken-rules.ts';
import { bodyFails, textIn, titleFails, titleTakenFrom } from './create-payload.ts';
import { breaks, denies, faultsOf, refused } from './fault.ts';
import { joinedUpTo } from './page.ts';
import { sortRefused } from './sort-and-state.ts';

/** True if a page begins behind the last full hundred of the list, as behind the window of a search engine. */
const isBehindWindow = (page: number, size: number, total: number): boolean =>
  (page - 1) * size >= Math.max(1, Math.floor(total / 100)) * 100;

const windowOf = (status: number) =>
  breaks('list.page.slices')(
    `Results behind the window of the search engine, the last full hundred, are answered with ${status}.`,
    revise('listAnswer', (answer, _records, total, { window: { page, size } }) =>
      isBehindWindow(page, size, total) ? failure(status) : answer,
    ),
  );

/** Orders issues of the same second in another way on every second page of six to `largest` results. */
const tiesUpTo = (largest: number) =>
  breaks('list.page.partition')(
    `Pages up to ${largest} are sorted by a heap, which orders issues of the same second by chance.`,
    listRows((arranged, { window: { page, size } }) =>
      size > 5 && size <= largest && page % 2 === 0 ? anotherPlan(arranged) : arranged,
    ),
  );

/** True for a later page that ends with the list. */
const isLastFull = ({ page, size }: Window, total: number): boolean =>
  size > 1 && page > 1 && page * size === total;

const lastFull = (does: string, other: (page: readonly Issue[]) => readonly Issue[]) =>
  breaks('list.page.slices')(
    `Where the size divides the number of issues, the last page ${does}.`,
    changePages((cut, window, length) => (isLastFull(window, length) ? other(cut) : cut)),
  );

const ascending = (sign: string, sort: RegExp) =>
  breaks('list.sort.invalid-default-order')(
    `A sort may end in ${sign} and a direction, which is obeyed whatever stands before it.`,
    orderIfInvalid(OLDEST_FIRST, hasQuery('sort', sort)),
  );

/** Faults after public bug reports on other services, and after habits of frameworks. */
export const reportedFaults = faultsOf({
  'invalid-token-500': refused(['list.invalid-token', ...CREDENTIALS], 'credential-unknown')(500),
  'create-anonymous-500': refused('create.anonymous', 'credential-missing')(500),
  'anonymous-list-500': breaks(['list.anonymous', 'list.private.anonymous'])(
    'A listing reads the name of its reader, and nobody is signed in.',
    answerInstead((request, b) => (isList(request) && isAnonymous(request, b) ? failure(500) : undefined)),
  ),
  'page-window-500': windowOf(500),
  'page-window-422': windowOf(422),
  'page-window-empty': breaks(LATER_PAGES)(
    'Results behind the window of the search engine, the last full hundred, are left out.',
    changePages((cut, { page, size }, total) => (isBehindWindow(page, size, total) ? [] : cut)),
  ),
  'title-nul-500': titleFails('with the character U+0000', /\0/),
  'title-surrogate-500': titleFails('with half a pair of UTF-16', /\p{Cs}/u),
  'title-256-500': titleFails('of more than 255 characters', /^.{256}/s),
  'page-ties-at-30': tiesUpTo(30),
  'page-ties-at-10': tiesUpTo(10),
  'page-of-joined-rows-at-30': breaks(['list.per-page.fills', ...BY_DEFAULT, ...LATER_PAGES])(
    'Pages up to thirty are cut from a join with two rows of some older issues.',
    joinedUpTo(30),
  ),
  'page-later-whole-rest': breaks(TOO_LONG_LATER)(
    'The limit is lost on later pages, which hold all the rest.',
    endAt((_cut, { page, size }) => (page > 1 ? Infinity : size)),
  ),
  'page-later-of-fifty': breaks([...PAGING, 'list.per-page.at-most'])(
    'Later pages of ten or fewer come in blocks of fifty.',
    endAt((_cut, { page, size }) => (page > 1 && size <= 10 ? 50 : size)),
  ),
  'page-later-first-fifty': breaks([...PAGING, 'list.per-page.at-most'])(
    'Later pages of ten or fewer are the first fifty.',
    revise('cut', (cut, arranged, { page, size }) => (page > 1 && size <= 10 ? arranged.slice(0, 50) : cut)),
  ),
  'page-without-size-500': breaks('list.page.slices')(
    'A later page fails unless a size above 0 is asked for.',
    refusing(500, (request) => isLaterPage(request) && !(Number(request.query('per_page') ?? 0) >= 1)),
  ),
  'page-without-size-first': breaks(['list.page.slices', 'list.page.effective-size'])(
    'The page is ignored unless a size from 1 to 100 is asked for.',
    startAt(({ page, size }, { request }) => {
      const given = Number(request.query('per_page') ?? 0);
      return given >= 1 && given <= 100 ? (page - 1) * size : 0;
    }),
  ),
  'page-last-full-lost': lastFull('is lost', () => []),
  'page-last-full-short': lastFull('lacks its last result', (page) => page.slice(0, -1)),
  'page-last-full-404': breaks('list.page.slices')(
    'Where the size divides the number of issues, the last page is not found.',
    revise('listAnswer', (answer, _records, total, { window }) =>
      isLastFull(window, total) ? failure(404) : answer,
    ),
  ),
  'token-never-checked-nothing-stored': breaks(TOKENS)(
    'Every token is accepted, and what a made-up one creates is not stored.',
    combine(
      acceptTokens(() => true),
      storeUnless(({ request: { header, world } }) => {
        const token = (header('authorization') ?? '').slice('Bearer '.length);
        return !world.accounts.has(token);
      }),
    ),
  ),
  'page-named-of-ten': breaks(['list.per-page.default', 'list.page.slices', 'list.page.effective-size'])(
    'A page that is named has ten results where no size is given.',
    (b) => ({
      pageSize: (raw, request) =>
        raw === undefined && request.query('page') !== undefined ? 10 : b.pageSize(raw, request),
    }),
  ),
  'token-unset-accepted': breaks(TOKENS)(
    'The token of an account was never set, and the word that stands for it is accepted.',
    acceptTokens((given) => given === 'undefined'),
  ),
  'invalid-token-lists-with-a-query': breaks('list.invalid-token')(
    'Lists with a query come from a search engine, which ignores an unknown token.',
    trust(({ request }) => isList(request) && request.url.search !== ''),
  ),
  'sort-with-its-direction': ascending('a comma', /,asc$/),
  'sort-dotted-500': sortRefused('with a dot', 500, /\./),
  'title-inside-issue-accepted': titleTakenFrom(
    'The framework wraps payloads in an object named after the resource, and takes wrapped ones too.',
    ({ issue }) => (isJsonObject(issue) ? textIn(issue['title']) : null),
  ),
  'title-backslash-500': titleFails('with a backslash', /\\/),
  'per-page-ten-alone-eleven': breaks('list.per-page.at-most')(
    'Without a page, a size of 10 yields 11 results, the last of which announces the next page.',
    changeSize((given, size, { query }) => (given === 10 && query('page') === undefined ? 11 : size)),
  ),
  'per-page-in-every-state-hundred': breaks('list.per-page.at-most')(
    'Issues of every state come from a report, in pages of the maximum size.',
    changeSize((given, size, { query }) => (query('state') === 'all' && given >= 1 ? MAXIMUM_SIZE : size)),
  ),
  'page-last-single-lost': breaks('list.page.slices')(
    'A page that would begin with the last result counts as behind the end.',
    changePages((cut, { page, size }, length) => (page > 1 && (page - 1) * size === length - 1 ? [] : cut)),
  ),
  'sort-usual-500': denies('list.ok', 500)('A known sort', hasValidSort),
  'sort-usual-joined': breaks(['list.page.partition', 'list.page.slices'])(
    'Sorted lists are joined with labels, and issues with two comments or more have two rows.',
    listRows((arranged, { request }) =>
      hasValidSort(request)
        ? arranged.flatMap((issue) => (issue.comments > 1 ? [issue, issue] : [issue]))
        : arranged,
    ),
  ),
  'sort-usual-always-first': breaks('list.page.slices')(
    'Sorted lists come from another query, which ignores the page.',
    startAt(({ page, size }, { request }) => (hasValidSort(request) ? 0 : (page - 1) * size)),
  ),
  'page-ties-beyond-sixty': breaks(LATER_PAGES)(
    'Pages that reach beyond sixty results are sorted as a whole, others by a heap, and equals come in another order.',
    listRows((arranged, { window: { page, size } }) => (page * size > 60 ? anotherPlan(arranged) : arranged)),
  ),
  'sort-signed-500': sortRefused('with a minus before it', 500, /^-/),
  'sort-ending-in-its-direction': ascending('a colon or a dot', /[:.]asc$/),
  'token-unsigned-accepted': breaks(TOKENS)(
    'A token that names no algorithm is not verified.',
    acceptTokens((given) => /^[\w-]+\.[\w-]+\.$/.test(given)),
  ),
  'private-open-by-update': breaks(STRANGERS)(
    'Lists by the last update come from a search that ignores memberships.',
    openTo((_caller, _repository, request) => request.query('sort') === 'updated'),
  ),
  'unknown-name-empty-on-later-pages': breaks(LISTED_NAMES)(
    'Only a first page looks for the repository.',
    listNothing('repository-unknown', isLaterPage),
  ),
  'body-emoji-500': bodyFails('with an emoji', /\p{Extended_Pictographic}/u),
  'private-created-twice': breaks('create.once')(
    'An issue of a private repository is stored once more for its members.',
    storeTwice(({ world, owner, repo }) => world.find(owner, repo)?.isPrivate === true),
  ),
  'private-open-in-another-case': breaks(STRANGERS)(
    'A repository is found by its name in any case, and its members by the name as it was given.',
    openTo((_caller, { name }, request) => isList(request) && request.repo !== name),
  ),
  'sort-dollar-500': sortRefused('with a dollar sign', 500, /\$/),
  'title-placeholder-500': titleFails('with a placeholder', /\{0\}/),
});
