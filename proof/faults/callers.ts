import { isList } from '../../src/service/request.ts';
import { changeStatus, refusing } from '../changes/answers.ts';
import { isAnonymous, isOutsider, sendsNoCredential } from '../changes/callers.ts';
import { onlyWhere, revise } from '../changes/decisions.ts';
import { changePages, hasQuery, isLaterPage, listRows } from '../changes/lists.ts';
import { BY_UPDATE, orderIfInvalid, shuffledBy } from '../changes/orders.ts';
import { FILLED, IN_RANGE, INVALID_SORT, LATER_PAGES, LISTED_NAMES } from './broken-rules.ts';
import { breaks, faultsOf } from './fault.ts';
import { ofTen } from './per-page.ts';

const toOutsiders = onlyWhere(isOutsider);
const toAnonymous = onlyWhere((request) => isList(request) && sendsNoCredential(request));
const asAnonymous = onlyWhere(isAnonymous);

export const callerFaults = faultsOf({
  'anonymous-state-all': breaks('list.state.default-open')(
    'The default state is an account setting; callers without an account see all issues.',
    asAnonymous(revise('stateFilter', (state, raw) => (raw === undefined ? 'all' : state))),
  ),
  'anonymous-last-page-missing': breaks('list.page.slices')(
    'The precomputed pages for anonymous callers lack the last page if it is not full.',
    toAnonymous(changePages((cut, { page, size }) => (cut.length < size && page > 1 ? [] : cut))),
  ),
  'anonymous-other-order-each-time': breaks('list.page.partition')(
    'Anonymous callers are served by several caches, each with its own order.',
    toAnonymous(
      listRows((arranged, { request: { ordinal } }) =>
        shuffledBy(arranged, (id) => (id * (2 * ordinal + 3) * 40_503) % 65_521),
      ),
    ),
  ),
  'anonymous-sort-marks-403': breaks('list.sort.invalid-ok')(
    'A firewall for anonymous callers takes brackets in `sort` for an attack.',
    refusing(403, (request) => sendsNoCredential(request) && hasQuery('sort', /[[({<]/)(request)),
  ),
  'anonymous-sort-inherited-by-update': breaks(INVALID_SORT)(
    'The public site looks up sorts in a plain object and finds inherited properties.',
    orderIfInvalid(
      BY_UPDATE,
      (request) => sendsNoCredential(request) && (request.query('sort') ?? '') in Object.prototype,
    ),
  ),
  'anonymous-lowest-size-400': breaks('list.per-page.negative')(
    'The gateway for anonymous callers refuses sizes below the range of 64 bits.',
    refusing(400, (request) => {
      const raw = request.query('per_page') ?? '';
      return sendsNoCredential(request) && /^-\d+$/.test(raw) && BigInt(raw) < -(2n ** 63n);
    }),
  ),
  'anonymous-third-page-is-first': breaks(LATER_PAGES)(
    'Anonymous callers get the first page again after the second one.',
    toAnonymous(revise('pageNumber', (page) => (page > 2 ? 1 : page))),
  ),
  'outsider-list-403': breaks('list.token')(
    'A token without membership may not list a public repository.',
    refusing(403, (request, b) => {
      const repository = b.findRepository(request.owner, request.repo, request);
      return repository?.isPrivate === false && isOutsider(request, b);
    }),
  ),
  'outsider-default-15': breaks('list.per-page.default')(
    'The page size in the account settings replaces the default.',
    toOutsiders(revise('pageSize', (size, raw) => (raw === undefined ? 15 : size))),
  ),
  'outsider-unknown-403': breaks(LISTED_NAMES)(
    'Listing an unknown repository is answered with 403 for a token without membership.',
    changeStatus('repository-unknown', 403, (request, b) => isList(request) && isOutsider(request, b)),
  ),
  'pages-of-ten-from-the-second': breaks([...IN_RANGE, 'list.per-page.fills', 'list.page.partition'])(
    'Pages after the first come from a cache with ten results a page.',
    revise('pageSize', (size, _raw, request) => (isLaterPage(request) ? 10 : size)),
  ),
  'anonymous-pages-of-ten': ofTen('Anonymous callers get ten results a page.', asAnonymous),
  'anonymous-pages-of-forty-at-most': breaks([...FILLED, 'list.page.slices'])(
    'Anonymous callers get at most forty results a page.',
    asAnonymous(revise('pageSize', (size) => Math.min(size, 40))),
  ),
  'outsider-pages-of-ten': ofTen('A token without membership gets ten results a page.', toOutsiders),
  'pages-of-forty-at-larger-offsets': breaks([...FILLED, ...LATER_PAGES])(
    'Pages have at most forty results, but begin where larger ones would.',
    changePages((page) => page.slice(0, 40)),
  ),
});
