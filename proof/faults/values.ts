import { isJsonObject } from '../../src/service/conforming.ts';
import { isCreate } from '../../src/service/request.ts';
import { changeStatus, refusing } from '../changes/answers.ts';
import { acceptTokens, anyCaller } from '../changes/callers.ts';
import { acceptPayloads } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { changeSize } from '../changes/lists.ts';
import { hasInvalidSort, OLDEST_FIRST, orderIfInvalid } from '../changes/orders.ts';
import { LISTED_NAMES, TOKENS } from './broken-rules.ts';
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
