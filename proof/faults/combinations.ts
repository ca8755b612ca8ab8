import { DEFAULT_SIZE, isJsonObject, isSortKey, MAXIMUM_SIZE } from '../../src/service/conforming.ts';
import { isList, type ServiceRequest } from '../../src/service/request.ts';
import { refusing } from '../changes/answers.ts';
import { refusePayloads } from '../changes/creations.ts';
import { revise } from '../changes/decisions.ts';
import { changeSize } from '../changes/lists.ts';
import { OLDEST_FIRST, orderIfInvalid } from '../changes/orders.ts';
import { ABOVE } from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';

const isSorted = ({ query }: ServiceRequest): boolean => {
  const sort = query('sort');
  return sort !== undefined && isSortKey(sort);
};

/** True if one parameter stands before another one in a query. */
const standsBefore = ({ url }: ServiceRequest, one: string, other: string): boolean => {
  const names = [...url.searchParams.keys()];
  return names.includes(one) && names.indexOf(one) < names.indexOf(other);
};

/** True for a creation in the private repository. */
const isInPrivate = (request: ServiceRequest): boolean =>
  !isList(request) && request.world.find(request.owner, request.repo)?.isPrivate === true;

/** Faults that show only if parameters, or parts of a payload, stand together. */
export const combinationFaults = faultsOf({
  'per-page-in-every-state-uncapped': breaks(...ABOVE)(
    'Issues of every state come from an export without a maximum.',
    changeSize((given, size, { query }) => (query('state') === 'all' && given > MAXIMUM_SIZE ? given : size)),
  ),
  'per-page-when-sorted-uncapped': breaks(...ABOVE)(
    'A sorted list comes from a report without a maximum.',
    changeSize((given, size, request) => (isSorted(request) && given > MAXIMUM_SIZE ? given : size)),
  ),
  'per-page-default-when-sorted-25': breaks('list.per-page.default')(
    'A sorted list has a default of its own.',
    revise('pageSize', (size, raw, request) =>
      raw === undefined && isSorted(request) ? DEFAULT_SIZE - 5 : size,
    ),
  ),
  'sort-invalid-beside-size-direction-obeyed': breaks('list.sort.invalid-ignores-direction')(
    'With a page size, the direction of an unknown sort is obeyed.',
    orderIfInvalid((direction, { query }) =>
      direction === 'asc' && query('per_page') !== undefined ? OLDEST_FIRST : undefined,
    ),
  ),
  'sort-invalid-on-later-pages-reversed': breaks('list.sort.invalid-ignores-direction')(
    'On a later page, an explicit direction of an unknown sort reverses the list.',
    orderIfInvalid((direction, { query }) =>
      direction === 'desc' && query('page') === '2' ? OLDEST_FIRST : undefined,
    ),
  ),
  'direction-before-sort-obeyed': breaks('list.sort.invalid-ignores-direction')(
    'The sort is checked where the direction has been read, so one that stands before it is obeyed.',
    orderIfInvalid((direction, request) =>
      direction !== undefined && standsBefore(request, 'direction', 'sort') ? OLDEST_FIRST : undefined,
    ),
  ),
  'private-title-type-unchecked': breaks('create.title-type')(
    'In a private repository a title of any type is turned into text.',
    revise('readPayload', (draft, text, request) => {
      if (draft !== undefined || !isInPrivate(request)) return draft;
      const value: unknown = JSON.parse(text);
      return isJsonObject(value) && value['title'] !== undefined && typeof value['title'] !== 'string'
        ? { title: JSON.stringify(value['title']), body: null }
        : undefined;
    }),
  ),
  'title-behind-body-422': breaks('create.accepted')(
    'The title is expected first, and is not found behind a body.',
    refusePayloads((fields) => Object.keys(fields)[0] === 'body'),
  ),
  'per-page-default-in-every-state-50': breaks('list.per-page.default')(
    'A list of every state has a default of its own.',
    revise('pageSize', (size, raw, { query }) =>
      raw === undefined && query('state') === 'all' ? DEFAULT_SIZE + 20 : size,
    ),
  ),
  'per-page-default-in-every-state-20': breaks('list.per-page.default')(
    'A list of every state has fewer results by default.',
    revise('pageSize', (size, raw, { query }) =>
      raw === undefined && query('state') === 'all' ? DEFAULT_SIZE - 10 : size,
    ),
  ),
  'sort-of-any-name-422': breaks('list.sort.invalid-ok')(
    'No sort is known, and each is refused.',
    refusing(422, (request) => isList(request) && request.query('sort') !== undefined),
  ),
});
