import { isJsonObject, jsonValue } from '../../src/service/conforming.ts';
import { isCreate, isList } from '../../src/service/request.ts';
import { changeStatus, refusing } from '../changes/answers.ts';
import { acceptTokens, anyCaller, findOtherwise } from '../changes/callers.ts';
import { acceptPayloads, failAtIssue, refusePayloads } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { changeSize } from '../changes/lists.ts';
import { hasInvalidSort, LAST_UPDATE_FIRST, OLDEST_FIRST, orderIfInvalid } from '../changes/orders.ts';
import { INVALID_SORT, LISTED_NAMES, TOKENS } from './broken-rules.ts';
import { breaks, family, faultsOf } from './fault.ts';

const failAtSort = family(['list.sort.invalid-ok'], (fails: RegExp) =>
  refusing(500, (request) => hasInvalidSort(request) && fails.test(request.query('sort') ?? '')),
);

const titleAccepted = family(['create.title-type'], (matches: (title: unknown) => boolean) =>
  acceptPayloads(({ title, body }) =>
    matches(title)
      ? { title: JSON.stringify(title), body: typeof body === 'string' ? body : null }
      : undefined,
  ),
);

/** Creates issues for unknown credentials of one form. */
const formAccepted = family(['create.invalid-token'], (form: RegExp) =>
  revise('authenticate', (caller, authorization = '', request) =>
    caller.kind === 'unknown' && isCreate(request) && form.test(authorization)
      ? anyCaller(request.world)
      : caller,
  ),
);

const isPowerOfTwo = (size: number): boolean => Number.isInteger(Math.log2(size));

const isSmall = (size = ''): boolean => Number(size) > 0 && Number(size) < 30;

const NO_TOKEN: ReadonlySet<string> = new Set(['null', 'None', 'nil', 'true', '0']);

/** True if a name matches a pattern of a database, in which _ is any character. */
const isLike = (name: string, pattern: string): boolean =>
  name.length === pattern.length && [...pattern].every((one, at) => one === '_' || one === name[at]);

/** Faults at single values, or at one class of values. */
export const valueFaults = faultsOf({
  'per-page-17-one-more': breaks('list.per-page.at-most')(
    'A size of 17 yields 18 results.',
    changeSize((given, size) => (given === 17 ? 18 : size)),
  ),
  'per-page-powers-of-two-one-less': breaks('list.per-page.fills', 'list.page.slices')(
    'A buffer whose size is a power of two, from 8 on, loses its last result.',
    changeSize((_given, size) => (size >= 8 && isPowerOfTwo(size) ? size - 1 : size)),
  ),
  'sort-backslash-500': failAtSort('A backslash in the sort breaks a database query.', /\\/),
  'sort-digits-500': failAtSort('A sort of digits is taken for the number of a column.', /^\d+$/),
  'sort-invalid-direction-in-capitals': breaks('list.sort.invalid-ignores-direction')(
    'Only a direction in lower case is dropped with an unknown sort.',
    orderIfInvalid((direction) => (direction === 'ASC' ? OLDEST_FIRST : undefined)),
  ),
  'sort-inherited-in-python-500': failAtSort('The sort names an attribute of an object.', /^__\w+__$/),
  'names-inherited-500': breaks(...LISTED_NAMES)(
    'Owners and repositories are looked up in plain objects and find inherited properties.',
    changeStatus(
      'repository-unknown',
      500,
      ({ owner, repo }) => owner in Object.prototype || repo in Object.prototype,
    ),
  ),
  'tokens-inherited-accepted': breaks(...TOKENS)(
    'Tokens are looked up in a plain object and find inherited properties.',
    acceptTokens((given) => given in Object.prototype),
  ),
  'tokens-of-no-value-accepted': breaks(...TOKENS)(
    'An account without a token has the word for none.',
    acceptTokens((given) => NO_TOKEN.has(given)),
  ),
  'repo-is-a-pattern': breaks('list.unknown-repo')(
    'The name of a repository is compared as a pattern.',
    findOtherwise(({ owner, name }, asked, repo) => owner === asked && isLike(name, repo), isList),
  ),
  'sort-invalid-descending-by-update': breaks('list.sort.invalid-ignores-direction')(
    'An unknown sort with the direction `desc` yields the order by last update.',
    orderIfInvalid((direction) => (direction === 'desc' ? LAST_UPDATE_FIRST : undefined)),
  ),
  'sort-invalid-small-pages-by-update': breaks(...INVALID_SORT)(
    'An unknown sort yields the order by last update on pages of one to 29.',
    orderIfInvalid((_direction, { query }) => (isSmall(query('per_page')) ? LAST_UPDATE_FIRST : undefined)),
  ),
  'body-nul-500': breaks('create.accepted')(
    'The database refuses the character U+0000 in a body.',
    failAtIssue(500, ({ body }) => body?.includes('\0') === true),
  ),
  'body-2000-500': breaks('create.accepted')(
    'The column of the body has 2,000 characters.',
    failAtIssue(500, ({ body }) => (body ?? '').length > 2000),
  ),
  'body-lines-422': breaks('create.accepted', 'create.body-optional')(
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
    'An empty array is taken for an empty text.',
    (title) => Array.isArray(title) && title.length === 0,
  ),
  'title-empty-object-accepted': titleAccepted(
    'An object without fields is taken for an empty text.',
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
});
