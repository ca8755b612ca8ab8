import { changeSize } from '../changes/change-size.ts';
import { givenSize } from '../changes/given-size.ts';
import { hasInvalidSort } from '../changes/invalid-sort.ts';
import { nthOf } from '../changes/nth-of.ts';
import { onlyWhere } from '../changes/only-where.ts';
import { isList } from '../changes/operation.ts';
import { refuseLists } from '../changes/refuse-lists.ts';
import { DEFAULT_ORDER, MAXIMUM_SIZE } from '../conforming/listing.ts';
import type { ServiceRequest } from '../request.ts';
import type { Fault } from './fault.ts';

/** Every `n`th of the listings that one part of the query marks. */
function everyNthWith(n: number, marks: (request: ServiceRequest) => boolean) {
  return nthOf(n, (request) => isList(request) && marks(request));
}

/** Listings whose query needs putting right, and one in several of them is not. */
export const nowAndThenFallbackFaults = [
  {
    id: 'third-size-above-uncapped',
    mistake: 'Every third size above the maximum falls to a worker that was not given the maximum.',
    rules: ['list.per-page.above-maximum', 'list.per-page.huge'],
    change: (b) =>
      onlyWhere(
        b,
        everyNthWith(3, (request) => givenSize(request) > MAXIMUM_SIZE),
        changeSize(b, (given) => given),
      ),
  },
  {
    id: 'third-size-zero-empty',
    mistake: 'Every third size of zero is passed on as it is.',
    rules: ['list.per-page.zero'],
    change: (b) =>
      onlyWhere(
        b,
        everyNthWith(3, (request) => givenSize(request) === 0),
        changeSize(b, () => 0),
      ),
  },
  {
    id: 'fourth-size-negative-422',
    mistake: 'Every fourth negative size falls to a worker that checks the query strictly.',
    rules: ['list.per-page.negative'],
    change: (b) =>
      refuseLists(
        b,
        422,
        everyNthWith(4, (request) => givenSize(request) < 0),
      ),
  },
  {
    id: 'third-sort-invalid-422',
    mistake: 'Every third unknown sort falls to a worker that checks the query strictly.',
    rules: ['list.sort.invalid-ok'],
    change: (b) => refuseLists(b, 422, everyNthWith(3, hasInvalidSort)),
  },
  {
    id: 'third-sort-invalid-direction-obeyed',
    mistake: 'Every third unknown sort falls to a worker that replaces the sort and keeps the direction.',
    rules: ['list.sort.invalid-ignores-direction'],
    change: (b) =>
      onlyWhere(
        b,
        everyNthWith(3, (request) => hasInvalidSort(request) && request.query('direction') === 'asc'),
        { order: () => ({ ...DEFAULT_ORDER, direction: 'asc' }) },
      ),
  },
] as const satisfies readonly Fault[];
