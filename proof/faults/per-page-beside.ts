import { DEFAULT_ORDER, DEFAULT_SIZE, MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import { hasInvalidSort, orderIfInvalid } from '../changes/orders.ts';
import { refuseLists } from '../changes/refusals.ts';
import { givenSize } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;
const LARGEST_OF_32_BITS = 2 ** 31 - 1;

const has = (request: ServiceRequest, ...names: readonly string[]): boolean =>
  names.every((name) => request.query(name) !== undefined);

/** Faults with sizes out of range or invalid sorts that appear only in combination with other parameters. */
export const perPageBesideFaults = [
  {
    id: 'per-page-beside-state-uncapped',
    description: 'The cap is applied only without a filter, so naming a state removes it.',
    breaks: ['list.per-page.above-maximum', 'list.per-page.huge'],
    change: (b) => ({
      pageSize: (raw, request) =>
        has(request, 'state') && givenSize(request) > MAXIMUM_SIZE
          ? givenSize(request)
          : b.pageSize(raw, request),
    }),
  },
  {
    id: 'per-page-beside-state-negative-closed',
    description:
      'A negative size shifts the parameters of a prepared query, which then filters by another state.',
    breaks: ['list.per-page.negative'],
    change: (b) => ({
      stateFilter: (raw, request) =>
        has(request, 'state') && givenSize(request) < 0 ? 'closed' : b.stateFilter(raw, request),
    }),
  },
  {
    id: 'per-page-beside-direction-zero-everything',
    description: 'With a direction, a size of zero reaches the database, where it means no limit.',
    breaks: ['list.per-page.zero', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      pageSize: (raw, request) =>
        has(request, 'direction') && givenSize(request) === 0 ? EVERYTHING : b.pageSize(raw, request),
    }),
  },
  {
    id: 'per-page-beside-direction-negative-500',
    description: 'A negative size together with a direction fails in the database.',
    breaks: ['list.per-page.negative', 'list.sort.invalid-ignores-direction'],
    change: (b) => refuseLists(b, 500, (request) => has(request, 'direction') && givenSize(request) < 0),
  },
  {
    id: 'per-page-beside-page-huge-500',
    description: 'The offset of a later page is computed from a huge size before the cap, and overflows.',
    breaks: ['list.per-page.huge'],
    change: (b) =>
      refuseLists(b, 500, (request) => has(request, 'page') && givenSize(request) > LARGEST_OF_32_BITS),
  },
  {
    id: 'per-page-beside-sort-zero-one',
    description: 'With an unknown sort, a size of zero yields one result instead of the default.',
    breaks: ['list.per-page.zero', 'list.sort.invalid-default-order', 'list.sort.invalid-ignores-direction'],
    change: (b) => ({
      pageSize: (raw, request) =>
        hasInvalidSort(request) && givenSize(request) === 0 ? 1 : b.pageSize(raw, request),
    }),
  },
  {
    id: 'per-page-beside-sort-above-default',
    description: 'With an unknown sort, a size above the maximum becomes the default.',
    breaks: [
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.sort.invalid-default-order',
      'list.sort.invalid-ignores-direction',
    ],
    change: (b) => ({
      pageSize: (raw, request) =>
        hasInvalidSort(request) && givenSize(request) > MAXIMUM_SIZE
          ? DEFAULT_SIZE
          : b.pageSize(raw, request),
    }),
  },
  {
    id: 'per-page-beside-sort-huge-400',
    description: 'A firewall refuses an unknown sort together with a huge size.',
    breaks: ['list.per-page.huge', 'list.sort.invalid-ok'],
    change: (b) =>
      refuseLists(b, 400, (request) => hasInvalidSort(request) && givenSize(request) > LARGEST_OF_32_BITS),
  },
  {
    id: 'sort-invalid-beside-state-and-direction-422',
    description: 'An unknown sort is refused only together with both a state and a direction.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      refuseLists(b, 422, (request) => hasInvalidSort(request) && has(request, 'state', 'direction')),
  },
  {
    id: 'sort-invalid-beside-state-direction-obeyed',
    description: 'With a state, the direction of an unknown sort is obeyed.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      orderIfInvalid(b, (direction, request) =>
        has(request, 'state') && direction === 'asc' ? { ...DEFAULT_ORDER, direction } : undefined,
      ),
  },
] as const satisfies readonly Fault[];
