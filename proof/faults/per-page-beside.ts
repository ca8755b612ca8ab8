import type { Change } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import { revise } from '../changes/decisions.ts';
import { hasInvalidSort, OLDEST_FIRST, orderIfInvalid } from '../changes/orders.ts';
import { refusing } from '../changes/refusals.ts';
import { changeSize, givenSize } from '../changes/sizes-and-pages.ts';
import { ABOVE, INVALID_SORT } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;
const LARGEST_OF_32_BITS = 2 ** 31 - 1;

type Parameter = 'state' | 'direction' | 'page' | 'sort';

/** True if a request has this parameter; a sort must be invalid. */
const has = (request: ServiceRequest, name: Parameter): boolean =>
  name === 'sort' ? hasInvalidSort(request) : request.query(name) !== undefined;

/** Replaces some sizes beside another parameter. */
const sizeBeside = (name: Parameter, meets: (size: number) => boolean, other: number): Change =>
  changeSize((given, size, request) => (has(request, name) && meets(given) ? other : size));

/** Refuses some sizes beside another parameter. */
const refuseBeside = (name: Parameter, meets: (size: number) => boolean, status: number): Change =>
  refusing(status, (request) => has(request, name) && meets(givenSize(request)));

const isZero = (size: number): boolean => size === 0;
const isNegative = (size: number): boolean => size < 0;
const isAbove = (size: number): boolean => size > MAXIMUM_SIZE;
const isHuge = (size: number): boolean => size > LARGEST_OF_32_BITS;

/** Faults with sizes out of range or invalid sorts that appear only in combination with other parameters. */
export const perPageBesideFaults = faultsOf({
  'per-page-beside-state-uncapped': {
    description: 'The cap is applied only without a filter, so naming a state removes it.',
    breaks: ABOVE,
    change: changeSize((given, size, request) => (has(request, 'state') ? Math.max(given, size) : size)),
  },
  'per-page-beside-state-negative-closed': {
    description: 'A negative size shifts the parameters of a prepared query, which then uses another state.',
    breaks: ['list.per-page.negative'],
    change: revise('stateFilter', (state, _raw, request) =>
      has(request, 'state') && givenSize(request) < 0 ? 'closed' : state,
    ),
  },
  'per-page-beside-direction-zero-everything': {
    description: 'With a direction, a size of zero reaches the database, where it means no limit.',
    breaks: ['list.per-page.zero', 'list.sort.invalid-ignores-direction'],
    change: sizeBeside('direction', isZero, EVERYTHING),
  },
  'per-page-beside-direction-negative-500': {
    description: 'A negative size together with a direction fails in the database.',
    breaks: ['list.per-page.negative', 'list.sort.invalid-ignores-direction'],
    change: refuseBeside('direction', isNegative, 500),
  },
  'per-page-beside-page-huge-500': {
    description: 'The offset of a later page is computed from a huge size before the cap, and overflows.',
    breaks: ['list.per-page.huge'],
    change: refuseBeside('page', isHuge, 500),
  },
  'per-page-beside-sort-zero-one': {
    description: 'With an unknown sort, a size of zero yields one result instead of the default.',
    breaks: ['list.per-page.zero', ...INVALID_SORT],
    change: sizeBeside('sort', isZero, 1),
  },
  'per-page-beside-sort-above-default': {
    description: 'With an unknown sort, a size above the maximum becomes the default.',
    breaks: [...ABOVE, ...INVALID_SORT],
    change: sizeBeside('sort', isAbove, DEFAULT_SIZE),
  },
  'per-page-beside-sort-huge-400': {
    description: 'A firewall refuses an unknown sort together with a huge size.',
    breaks: ['list.per-page.huge', 'list.sort.invalid-ok'],
    change: refuseBeside('sort', isHuge, 400),
  },
  'sort-invalid-beside-state-and-direction-422': {
    description: 'An unknown sort is refused only together with both a state and a direction.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: refusing(422, (request) =>
      (['sort', 'state', 'direction'] as const).every((name) => has(request, name)),
    ),
  },
  'sort-invalid-beside-state-direction-obeyed': {
    description: 'With a state, the direction of an unknown sort is obeyed.',
    breaks: ['list.sort.invalid-ignores-direction'],
    change: orderIfInvalid((direction, request) =>
      has(request, 'state') && direction === 'asc' ? OLDEST_FIRST : undefined,
    ),
  },
});
