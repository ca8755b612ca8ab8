import type { Change } from '../../src/service/behaviour.ts';
import { MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import type { Order } from '../../src/service/listing.ts';
import { isList } from '../../src/service/request.ts';
import { findOtherwise } from '../changes/callers.ts';
import { revise } from '../changes/decisions.ts';
import {
  anotherPlan,
  defaultOrder,
  hasInvalidSort,
  LAST_UPDATE_FIRST,
  OLDEST_FIRST,
  orderIfInvalid,
} from '../changes/orders.ts';
import { refusing } from '../changes/refusals.ts';
import { givenPage, listRows } from '../changes/sizes-and-pages.ts';
import { together } from '../changes/together.ts';
import { INVALID_SORT, PAGES } from './broken-rules.ts';
import { familyOf, faultsOf } from './fault.ts';

type Matches = (sort: string) => boolean;

/** Refuses listings whose invalid `sort` matches. */
const failAtSort = (status: number, fails: Matches = () => true): Change =>
  refusing(status, (request) => hasInvalidSort(request) && fails(request.query('sort') ?? ''));

/** Refuses invalid sorts beside some directions. */
const failAtDirection = (fails: (direction: string | undefined) => boolean): Change =>
  refusing(422, (request) => hasInvalidSort(request) && fails(request.query('direction')));

const INHERITED = Object.getOwnPropertyNames(Object.prototype);
const isInherited: Matches = (sort) => INHERITED.includes(sort);
const isNotAscii: Matches = (sort) => Buffer.byteLength(sort) > sort.length;

export const sortFaults = faultsOf({
  ...familyOf(['list.sort.invalid-ok'], (status: number) => failAtSort(status), {
    'sort-invalid-422': ['An unknown sort is refused with 422.', 422],
    'sort-invalid-400': ['An unknown sort is refused with 400.', 400],
  }),
  'sort-422-under-any-name': {
    description: 'Every repository name gets the same list, and an unknown sort is refused.',
    breaks: ['list.sort.invalid-ok', 'list.unknown-owner', 'list.unknown-repo'],
    change: together(
      failAtSort(422),
      findOtherwise(({ isPrivate }) => !isPrivate, isList),
    ),
  },
  ...familyOf(['list.sort.invalid-ok'], (fails: Matches) => failAtSort(500, fails), {
    'sort-quote-500': ['A quote in the sort breaks a database query.', (sort) => /['"]/.test(sort)],
    'sort-other-script-500': ['The sort is compared as ASCII, and other scripts fail.', isNotAscii],
    'sort-inherited-500': ['The sort is looked up in a plain object, and inherited names fail.', isInherited],
  }),
  'sort-inherited-order': {
    description: 'The name of an inherited property is taken for a column, and nothing is sorted.',
    breaks: INVALID_SORT,
    change: orderIfInvalid((_direction, { query }) =>
      isInherited(query('sort') ?? '') ? OLDEST_FIRST : undefined,
    ),
  },
  'sort-control-400': {
    description: 'A firewall refuses control characters in the sort.',
    breaks: ['list.sort.invalid-ok'],
    change: failAtSort(400, (sort) => /\p{Cc}/u.test(sort)),
  },
  'sort-long-414': {
    description: 'A sort of more than 200 characters is refused.',
    breaks: ['list.sort.invalid-ok'],
    change: failAtSort(414, ({ length }) => length > 200),
  },
  ...familyOf(INVALID_SORT, (order: Order) => orderIfInvalid(() => order), {
    'sort-invalid-oldest-first': ['An unknown sort yields the order of the table.', OLDEST_FIRST],
    'sort-invalid-by-update': ['An unknown sort yields the order by last update.', LAST_UPDATE_FIRST],
  }),
  'sort-invalid-empty': {
    description: 'An unknown sort yields an empty list.',
    breaks: INVALID_SORT,
    change: revise('cut', (page, _arranged, _window, { request }) => (hasInvalidSort(request) ? [] : page)),
  },
  'sort-invalid-first-page-only': {
    description: 'With an unknown sort, the page number is ignored.',
    breaks: INVALID_SORT,
    change: revise('pageNumber', (page, _raw, request) => (hasInvalidSort(request) ? 1 : page)),
  },
  'sort-invalid-default-size-only': {
    description: 'With an unknown sort, the page size is ignored.',
    breaks: ['list.per-page.at-most', ...INVALID_SORT],
    change: (b) => ({
      pageSize: (raw, request) => b.pageSize(hasInvalidSort(request) ? undefined : raw, request),
    }),
  },
  'sort-invalid-all-states': {
    description: 'With an unknown sort, the state is ignored.',
    breaks: INVALID_SORT,
    change: revise('stateFilter', (state, _raw, request) => (hasInvalidSort(request) ? 'all' : state)),
  },
  'sort-invalid-direction-obeyed': {
    description: 'An unknown sort is replaced by the default one, but the direction is obeyed.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: orderIfInvalid((direction) => (direction === 'asc' ? OLDEST_FIRST : undefined)),
  },
  'sort-invalid-direction-any-ascends': {
    description: 'Any direction but `desc` means ascending, also with an unknown sort.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: orderIfInvalid((direction = 'desc') => (direction === 'desc' ? undefined : OLDEST_FIRST)),
  },
  'sort-invalid-direction-422': {
    description: 'A direction together with an unknown sort is refused.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: failAtDirection((direction) => direction !== undefined),
  },
  'sort-invalid-direction-by-update': {
    description: 'A direction together with an unknown sort selects the order by last update.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: orderIfInvalid((direction) => (direction === undefined ? undefined : LAST_UPDATE_FIRST)),
  },
  'sort-by-first-letter': {
    description: 'Only the first letter of a sort is compared.',
    breaks: INVALID_SORT,
    change: orderIfInvalid((_direction, { query }) => {
      const [first = ''] = query('sort') ?? '';
      const key = ['comments', 'updated'].find((name) => name.startsWith(first));
      return first === '' || key === undefined ? undefined : { key, direction: 'desc' };
    }),
  },
  'sort-invalid-later-pages-by-update': {
    description: 'With an unknown sort, pages after the first are ordered by last update.',
    breaks: INVALID_SORT,
    change: orderIfInvalid((_direction, request) => (givenPage(request) > 1 ? LAST_UPDATE_FIRST : undefined)),
  },
  'sort-invalid-other-ties': {
    description: 'An unknown sort yields the default order without its order of issues of the same second.',
    breaks: INVALID_SORT,
    change: listRows((arranged, { request }) => (hasInvalidSort(request) ? anotherPlan(arranged) : arranged)),
  },
  'sort-decoded-twice-400': {
    description: 'The sort is decoded a second time, which fails on a percent sign.',
    breaks: ['list.sort.invalid-ok'],
    change: failAtSort(400, (sort) => /%(?![0-9a-f]{2})/i.test(sort)),
  },
  'sort-invalid-direction-unknown-422': {
    description: 'An unknown direction together with an unknown sort is refused.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: failAtDirection((direction = 'desc') => !['asc', 'desc'].includes(direction)),
  },
  'sort-invalid-direction-turns-page': {
    description: 'With an unknown sort, an ascending direction reverses the page after it was cut.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: revise('cut', (page, _arranged, _window, { request }) =>
      hasInvalidSort(request) && request.query('direction') === 'asc' ? page.toReversed() : page,
    ),
  },
});

/** Faults that hide the end of a list whose newest issues come last. By turns, the order itself would be a fault. */
export const oldestFirstFaults = faultsOf({
  'oldest-first-hundred-only': {
    description: 'The oldest issues come first, and only the first hundred results are ever listed.',
    breaks: ['list.page.slices'],
    change: together(
      defaultOrder(OLDEST_FIRST),
      listRows((arranged) => arranged.slice(0, MAXIMUM_SIZE)),
    ),
  },
  'oldest-first-second-page-422': {
    description: 'The oldest issues come first, and pages after the first are refused.',
    breaks: ['list.page.second', 'list.page.slices'],
    change: together(
      defaultOrder(OLDEST_FIRST),
      refusing(422, (request) => givenPage(request) > 1),
    ),
  },
  'oldest-first-half-again': {
    description: 'The oldest issues come first, and each later page is the first half of the first one.',
    breaks: PAGES,
    change: together(
      defaultOrder(OLDEST_FIRST),
      revise('cut', (cut, arranged, { page, size }) => (page === 1 ? cut : arranged.slice(0, size / 2))),
    ),
  },
});
