import { isList, type ServiceRequest } from '../../src/service/request.ts';
import { isAnonymous, isOutsider, sendsNoCredential } from '../changes/callers.ts';
import { revise } from '../changes/decisions.ts';
import { onlyWhere } from '../changes/moments.ts';
import { hasInvalidSort, LAST_UPDATE_FIRST, orderIfInvalid, shuffledBy } from '../changes/orders.ts';
import { changeStatus, refusing } from '../changes/refusals.ts';
import { listRows } from '../changes/sizes-and-pages.ts';
import { INVALID_SORT, LATER_PAGES, LISTED_NAMES } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

const LEAST_OF_64_BITS = -(2n ** 63n);

const listsAnonymously = (request: ServiceRequest): boolean => isList(request) && sendsNoCredential(request);
const toOutsiders = onlyWhere((request, b) => isOutsider(b, request));
const toAnonymous = onlyWhere(listsAnonymously);

/** Faults that affect anonymous callers only. */
export const anonymousOnlyFaults = faultsOf({
  'anonymous-state-all': {
    description: 'The default state is an account setting; callers without an account see all issues.',
    breaks: ['list.state.default-open'],
    change: onlyWhere((request, b) => isAnonymous(b, request))(
      revise('stateFilter', (state, raw) => (raw === undefined ? 'all' : state)),
    ),
  },
  'anonymous-last-page-missing': {
    description: 'The precomputed pages for anonymous callers lack the last page if it is not full.',
    breaks: ['list.page.slices'],
    change: toAnonymous(
      revise('cut', (cut, _arranged, { page, size }) => (cut.length < size && page > 1 ? [] : cut)),
    ),
  },
  'anonymous-other-order-each-time': {
    description: 'Anonymous callers are served by several caches, each with its own order.',
    breaks: ['list.page.partition'],
    change: toAnonymous(
      listRows((arranged, { request: { ordinal } }) =>
        shuffledBy(arranged, (id) => (id * (2 * ordinal + 3) * 40_503) % 65_521),
      ),
    ),
  },
  'anonymous-sort-marks-403': {
    description: 'A firewall for anonymous callers takes brackets in `sort` for an attack.',
    breaks: ['list.sort.invalid-ok'],
    change: refusing(403, (request) => {
      const isAttack = hasInvalidSort(request) && /[[({<]/.test(request.query('sort') ?? '');
      return isAttack && sendsNoCredential(request);
    }),
  },
  'anonymous-sort-inherited-by-update': {
    description: 'The public site looks up sorts in a plain object and finds inherited properties.',
    breaks: INVALID_SORT,
    change: orderIfInvalid((_direction, request) =>
      sendsNoCredential(request) && (request.query('sort') ?? '') in Object.prototype
        ? LAST_UPDATE_FIRST
        : undefined,
    ),
  },
  'anonymous-lowest-size-400': {
    description: 'The gateway for anonymous callers refuses sizes below the range of 64 bits.',
    breaks: ['list.per-page.negative'],
    change: refusing(400, (request) => {
      const raw = request.query('per_page') ?? '';
      return sendsNoCredential(request) && /^-\d+$/.test(raw) && BigInt(raw) < LEAST_OF_64_BITS;
    }),
  },
  'anonymous-third-page-is-first': {
    description: 'Anonymous callers get the first page again after the second one.',
    breaks: LATER_PAGES,
    change: toAnonymous(revise('pageNumber', (page) => (page > 2 ? 1 : page))),
  },
});

/** Faults that affect callers with a valid token but without membership. */
export const outsiderOnlyFaults = faultsOf({
  'outsider-list-403': {
    description: 'A token without membership may not list a public repository.',
    breaks: ['list.token'],
    change: refusing(403, (request, b) => {
      const repository = b.findRepository(request.owner, request.repo, request);
      return repository?.isPrivate === false && isOutsider(b, request);
    }),
  },
  'outsider-default-15': {
    description: 'The page size in the account settings replaces the default.',
    breaks: ['list.per-page.default'],
    change: toOutsiders(revise('pageSize', (size, raw) => (raw === undefined ? 15 : size))),
  },
  'outsider-unknown-403': {
    description: 'Listing an unknown repository is answered with 403 for a token without membership.',
    breaks: LISTED_NAMES,
    change: changeStatus(
      'repository-unknown',
      403,
      (request, b) => isList(request) && isOutsider(b, request),
    ),
  },
});
