import type { Behaviour } from '../../src/service/behaviour.ts';
import { DEFAULT_ORDER } from '../../src/service/conforming/listing.ts';
import type { Order } from '../../src/service/listing.ts';
import { isList } from '../../src/service/request.ts';
import { findOtherwise } from '../changes/callers.ts';
import { anotherPlan, hasInvalidSort, orderIfInvalid } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import { givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Refuses what `breaks` finds in the value of `sort`. */
function failAtSort(b: Behaviour, status: number, breaks: (sort: string) => boolean) {
  return refuseLists(b, status, (request) => hasInvalidSort(request) && breaks(request.query('sort') ?? ''));
}

const OLDEST_FIRST: Order = { ...DEFAULT_ORDER, direction: 'asc' };
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

export const sortFaults = [
  {
    id: 'sort-invalid-422',
    description: 'An unknown sort is refused as a bad payload would be.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 422, () => true),
  },
  {
    id: 'sort-invalid-400',
    description: 'An unknown sort is refused as a bad request.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 400, () => true),
  },
  {
    id: 'sort-422-under-any-name',
    description: 'One list is given for whatever repository is asked for, and an unknown sort is refused.',
    breaks: ['list.sort.invalid-ok', 'list.unknown-owner', 'list.unknown-repo'],
    change: (b) => ({
      ...failAtSort(b, 422, () => true),
      ...findOtherwise(b, ({ isPrivate }) => !isPrivate, isList),
    }),
  },
  {
    id: 'sort-quote-500',
    description: 'The sort is put into the text of a database query, which a quote breaks.',
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
    description:
      'The sort is looked up in a plain object, and names that every object inherits are found there.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 500, (sort) => INHERITED.includes(sort)),
  },
  {
    id: 'sort-inherited-order',
    description: 'A name that every object inherits is taken for a column, and nothing is sorted by it.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (_direction, request) =>
        INHERITED.includes(request.query('sort') ?? '') ? OLDEST_FIRST : undefined,
      ),
  },
  {
    id: 'sort-control-400',
    description: 'A firewall refuses control characters in the query.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 400, (sort) => /\p{Cc}/u.test(sort)),
  },
  {
    id: 'sort-long-414',
    description: 'Long values of the query are refused.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 414, (sort) => sort.length > 200),
  },
  {
    id: 'sort-invalid-oldest-first',
    description: 'Without a known sort the order of the table is used, which is not the default one.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => orderIfInvalid(b, () => OLDEST_FIRST),
  },
  {
    id: 'sort-invalid-by-update',
    description: 'An unknown sort falls back to the last update and not to the default.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => orderIfInvalid(b, () => ({ key: 'updated', direction: 'desc' })),
  },
  {
    id: 'sort-invalid-empty',
    description: 'An unknown sort finds nothing.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        hasInvalidSort(listing.request) ? [] : b.cut(arranged, window, listing),
    }),
  },
  {
    id: 'sort-invalid-first-page-only',
    description: 'Together with an unknown sort the page is dropped.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      pageNumber: (raw, request) => (hasInvalidSort(request) ? 1 : b.pageNumber(raw, request)),
    }),
  },
  {
    id: 'sort-invalid-default-size-only',
    description: 'Together with an unknown sort the page size is dropped.',
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
    description: 'The unknown sort takes another path through the code, which forgets the state.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      stateFilter: (raw, request) => (hasInvalidSort(request) ? 'all' : b.stateFilter(raw, request)),
    }),
  },
  {
    id: 'sort-invalid-direction-obeyed',
    description: 'An unknown sort is replaced by the default one and the direction is kept.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) => orderIfInvalid(b, (direction) => (direction === 'asc' ? OLDEST_FIRST : undefined)),
  },
  {
    id: 'sort-invalid-direction-any-ascends',
    description: 'Any direction but `desc` ascends, with an unknown sort too.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (direction) =>
        direction === undefined || direction === 'desc' ? undefined : OLDEST_FIRST,
      ),
  },
  {
    id: 'sort-invalid-direction-422',
    description: 'A direction without a sort that it belongs to is refused.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      refuseLists(b, 422, (request) => hasInvalidSort(request) && request.query('direction') !== undefined),
  },
  {
    id: 'sort-invalid-direction-by-update',
    description: 'A direction switches to the order by last update, whatever the sort is.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (direction) =>
        direction === undefined ? undefined : { key: 'updated', direction: 'desc' },
      ),
  },
  {
    id: 'sort-by-first-letter',
    description: 'Sorts may be abbreviated, and only their first letter is looked at.',
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
      'The default order is filled in for the first page only, and later pages have that of an index.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (_direction, request) =>
        givenPage(request) > 1 ? { key: 'updated', direction: 'desc' } : undefined,
      ),
  },
  {
    id: 'sort-invalid-other-ties',
    description: 'The order that replaces an unknown sort does not say what comes first in the same second.',
    breaks: ['list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        b.cut(hasInvalidSort(listing.request) ? anotherPlan(arranged) : arranged, window, listing),
    }),
  },
  {
    id: 'sort-decoded-twice-400',
    description: 'The sort is decoded a second time, which fails where a percent sign was meant.',
    breaks: ['list.sort.invalid-ok'],
    change: (b) => failAtSort(b, 400, (sort) => /%(?![0-9a-f]{2})/i.test(sort)),
  },
  {
    id: 'sort-invalid-direction-unknown-422',
    description: 'A direction is checked for itself, also where it means nothing.',
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
    description: 'The direction turns the page round after it was cut, whatever it was sorted by.',
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
