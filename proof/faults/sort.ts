import type { Behaviour } from '../../src/service/behaviour.ts';
import { DEFAULT_ORDER } from '../../src/service/conforming/listing.ts';
import type { Order } from '../../src/service/listing.ts';
import { isList } from '../../src/service/request.ts';
import { findOtherwise } from '../changes/callers.ts';
import { anotherPlan, hasInvalidSort, orderIfInvalid } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import { givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Refuses listings whose invalid `sort` matches. */
function failAtSort(b: Behaviour, status: number, breaks: (sort: string) => boolean) {
  return refuseLists(b, status, (request) => hasInvalidSort(request) && breaks(request.query('sort') ?? ''));
}

const OLDEST_FIRST: Order = { ...DEFAULT_ORDER, direction: 'asc' };
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

export const sortFaults = [
  {
    id: 'sort-invalid-422',
    description: 'An unknown sort is refused with 422.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 422, () => true),
  },
  {
    id: 'sort-invalid-400',
    description: 'An unknown sort is refused with 400.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 400, () => true),
  },
  {
    id: 'sort-422-under-any-name',
    description: 'Every repository name gets the same list, and an unknown sort is refused.',
    breaks: ['list.sort.invalid-ok', 'list.unknown-owner', 'list.unknown-repo'],
    change: (b) => ({
      ...failAtSort(b, 422, () => true),
      ...findOtherwise(b, ({ isPrivate }) => !isPrivate, isList),
    }),
  },
  {
    id: 'sort-quote-500',
    description: 'The sort is concatenated into a database query, which fails on a quote.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 500, (sort) => /['"]/.test(sort)),
  },
  {
    id: 'sort-other-script-500',
    description: 'The sort is compared as ASCII, and other scripts fail.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 500, (sort) => Buffer.byteLength(sort) > sort.length),
  },
  {
    id: 'sort-inherited-500',
    description: 'The sort is looked up in a plain object, and the names of inherited properties fail.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 500, (sort) => INHERITED.includes(sort)),
  },
  {
    id: 'sort-inherited-order',
    description: 'The name of an inherited property is taken for a column, and nothing is sorted.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (_direction, request) =>
        INHERITED.includes(request.query('sort') ?? '') ? OLDEST_FIRST : undefined,
      ),
  },
  {
    id: 'sort-control-400',
    description: 'A firewall refuses control characters in the sort.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 400, (sort) => /\p{Cc}/u.test(sort)),
  },
  {
    id: 'sort-long-414',
    description: 'A sort of more than 200 characters is refused.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 414, (sort) => sort.length > 200),
  },
  {
    id: 'sort-invalid-oldest-first',
    description: 'An unknown sort yields the order of the table instead of the default.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => orderIfInvalid(b, () => OLDEST_FIRST),
  },
  {
    id: 'sort-invalid-by-update',
    description: 'An unknown sort yields the order by last update instead of the default.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => orderIfInvalid(b, () => ({ key: 'updated', direction: 'desc' })),
  },
  {
    id: 'sort-invalid-empty',
    description: 'An unknown sort yields an empty list.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        hasInvalidSort(listing.request) ? [] : b.cut(arranged, window, listing),
    }),
  },
  {
    id: 'sort-invalid-first-page-only',
    description: 'With an unknown sort, the page number is ignored.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      pageNumber: (raw, request) => (hasInvalidSort(request) ? 1 : b.pageNumber(raw, request)),
    }),
  },
  {
    id: 'sort-invalid-default-size-only',
    description: 'With an unknown sort, the page size is ignored.',
    breaks: [
      'list.sort.invalid-default-order',
      'list.per-page.at-most',
      'list.sort.invalid-ignores-direction',
    ],
    change: (b) => ({
      pageSize: (raw, request) => b.pageSize(hasInvalidSort(request) ? undefined : raw, request),
    }),
  },
  {
    id: 'sort-invalid-all-states',
    description: 'With an unknown sort, the state is ignored.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      stateFilter: (raw, request) => (hasInvalidSort(request) ? 'all' : b.stateFilter(raw, request)),
    }),
  },
  {
    id: 'sort-invalid-direction-obeyed',
    description: 'An unknown sort is replaced by the default one, but the direction is obeyed.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) => orderIfInvalid(b, (direction) => (direction === 'asc' ? OLDEST_FIRST : undefined)),
  },
  {
    id: 'sort-invalid-direction-any-ascends',
    description: 'Any direction but `desc` means ascending, also with an unknown sort.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (direction) =>
        direction === undefined || direction === 'desc' ? undefined : OLDEST_FIRST,
      ),
  },
  {
    id: 'sort-invalid-direction-422',
    description: 'A direction together with an unknown sort is refused.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      refuseLists(b, 422, (request) => hasInvalidSort(request) && request.query('direction') !== undefined),
  },
  {
    id: 'sort-invalid-direction-by-update',
    description: 'A direction together with an unknown sort selects the order by last update.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (direction) =>
        direction === undefined ? undefined : { key: 'updated', direction: 'desc' },
      ),
  },
  {
    id: 'sort-by-first-letter',
    description: 'Only the first letter of a sort is compared.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (_direction, request) => {
        const [first = ''] = request.query('sort') ?? '';
        const key = ['comments', 'updated'].find((name) => name.startsWith(first));
        return first === '' || key === undefined ? undefined : { key, direction: 'desc' };
      }),
  },
  {
    id: 'sort-invalid-later-pages-by-update',
    description:
      'An unknown sort yields the default order on the first page, and the order by last update on later ones.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (_direction, request) =>
        givenPage(request) > 1 ? { key: 'updated', direction: 'desc' } : undefined,
      ),
  },
  {
    id: 'sort-invalid-other-ties',
    description: 'An unknown sort yields the default order without its order of issues of the same second.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        b.cut(hasInvalidSort(listing.request) ? anotherPlan(arranged) : arranged, window, listing),
    }),
  },
  {
    id: 'sort-decoded-twice-400',
    description: 'The sort is decoded a second time, which fails on a percent sign.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 400, (sort) => /%(?![0-9a-f]{2})/i.test(sort)),
  },
  {
    id: 'sort-invalid-direction-unknown-422',
    description: 'An unknown direction together with an unknown sort is refused.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      refuseLists(
        b,
        422,
        (request) =>
          hasInvalidSort(request) && !['asc', 'desc'].includes(request.query('direction') ?? 'desc'),
      ),
  },
  {
    id: 'sort-invalid-direction-turns-page',
    description: 'With an unknown sort, an ascending direction reverses the page after it was cut.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const page = b.cut(arranged, window, listing);
        const { request } = listing;
        return hasInvalidSort(request) && request.query('direction') === 'asc' ? page.toReversed() : page;
      },
    }),
  },
] as const satisfies readonly Fault[];
