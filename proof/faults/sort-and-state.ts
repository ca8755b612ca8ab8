import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { MAXIMUM_SIZE } from '../../src/service/conforming.ts';
import { isList, type ServiceRequest } from '../../src/service/request.ts';
import { failure, refusing } from '../changes/answers.ts';
import { findOtherwise } from '../changes/callers.ts';
import { combine, revise } from '../changes/decisions.ts';
import { hasQuery, isLaterPage, listRows } from '../changes/lists.ts';
import {
  anotherPlan,
  BY_COMMENTS,
  BY_UPDATE,
  defaultOrder,
  hasInvalidSort,
  OLDEST_FIRST,
  orderIfInvalid,
} from '../changes/orders.ts';
import { INVALID_SORT, LISTED_NAMES, PAGING } from './broken-rules.ts';
import { breaks, denies, family, faultsOf } from './fault.ts';

const failAtSort = (status: number, fails = /^/): Change =>
  refusing(status, (request) => hasInvalidSort(request) && fails.test(request.query('sort') ?? ''));

const failAtDirection = (fails: (direction: string | undefined) => boolean): Change =>
  refusing(422, (request) => hasInvalidSort(request) && fails(request.query('direction')));

const INHERITED = new RegExp(`^(${Object.getOwnPropertyNames(Object.prototype).join('|')})$`);

/** Faults that refuse unknown sorts of a kind, which is named: `with a quote`. */
export const sortRefused = (kind: string, status: number, fails?: RegExp) =>
  breaks('list.sort.invalid-ok')(
    `An unknown sort ${kind} is answered with ${status}.`,
    failAtSort(status, fails),
  );
const orderedAs = family(INVALID_SORT, orderIfInvalid);
/** Faults by which an unknown sort yields the oldest issues first for some directions. */
export const ascends = (where: string, applies: (request: ServiceRequest) => boolean) =>
  breaks('list.sort.invalid-ignores-direction')(
    `The direction of an unknown sort reverses the list ${where}.`,
    orderIfInvalid(OLDEST_FIRST, applies),
  );

export const sortFaults = faultsOf({
  'sort-invalid-422': sortRefused('of any kind', 422),
  'sort-invalid-400': sortRefused('of any kind', 400),
  'sort-422-under-any-name': breaks(['list.sort.invalid-ok', ...LISTED_NAMES])(
    'Every repository name gets the same list, and an unknown sort is refused.',
    combine(
      failAtSort(422),
      findOtherwise(({ isPrivate }) => !isPrivate, isList),
    ),
  ),
  'sort-quote-500': sortRefused('with a quote', 500, /['"]/),
  'sort-other-script-500': sortRefused('in another script than ASCII', 500, /\P{ASCII}/u),
  'sort-inherited-500': sortRefused('named like an inherited property', 500, INHERITED),
  'sort-prototype-500': sortRefused('named like the prototype', 500, /^__proto__$/),
  'sort-inherited-order': breaks(INVALID_SORT)(
    'The name of an inherited property is taken for a column, and nothing is sorted.',
    orderIfInvalid(OLDEST_FIRST, hasQuery('sort', INHERITED)),
  ),
  'sort-control-400': sortRefused('with a control character', 400, /\p{Cc}/u),
  'sort-long-414': sortRefused('of more than 200 characters', 414, /.{201}/s),
  'sort-invalid-oldest-first': orderedAs('An unknown sort yields the order of the table.', OLDEST_FIRST),
  'sort-invalid-by-update': orderedAs('An unknown sort yields the order by last update.', BY_UPDATE),
  'sort-invalid-empty': breaks(INVALID_SORT)(
    'An unknown sort yields an empty list.',
    revise('cut', (page, _arranged, _window, { request }) => (hasInvalidSort(request) ? [] : page)),
  ),
  'sort-invalid-first-page-only': breaks(INVALID_SORT)(
    'With an unknown sort, the page number is ignored.',
    revise('pageNumber', (page, _raw, request) => (hasInvalidSort(request) ? 1 : page)),
  ),
  'sort-invalid-default-size-only': breaks(['list.per-page.at-most', ...INVALID_SORT])(
    'With an unknown sort, the page size is ignored.',
    (b) => ({
      pageSize: (raw, request) => b.pageSize(hasInvalidSort(request) ? undefined : raw, request),
    }),
  ),
  'sort-invalid-all-states': breaks(INVALID_SORT)(
    'With an unknown sort, the state is ignored.',
    revise('stateFilter', (state, _raw, request) => (hasInvalidSort(request) ? 'all' : state)),
  ),
  'sort-invalid-direction-obeyed': ascends('if it ascends', hasQuery('direction', 'asc')),
  'sort-invalid-direction-any-ascends': ascends('unless it descends', hasQuery('direction', /^(?!desc$)/)),
  'sort-invalid-direction-422': breaks('list.sort.invalid-ignores-direction')(
    'A direction together with an unknown sort is refused.',
    failAtDirection((direction) => direction !== undefined),
  ),
  'sort-invalid-direction-by-update': breaks('list.sort.invalid-ignores-direction')(
    'A direction together with an unknown sort selects the order by last update.',
    orderIfInvalid(BY_UPDATE, hasQuery('direction')),
  ),
  'sort-by-first-letter': breaks(INVALID_SORT)(
    'Only the first letter of a sort is compared.',
    combine(
      orderIfInvalid(BY_COMMENTS, ({ query }) => query('sort')?.startsWith('c') === true),
      orderIfInvalid(BY_UPDATE, ({ query }) => query('sort')?.startsWith('u') === true),
    ),
  ),
  'sort-invalid-later-pages-by-update': breaks(INVALID_SORT)(
    'With an unknown sort, pages after the first are ordered by last update.',
    orderIfInvalid(BY_UPDATE, isLaterPage),
  ),
  'sort-invalid-other-ties': breaks(INVALID_SORT)(
    'An unknown sort yields the default order without its order of issues of the same second.',
    listRows((arranged, { request }) => (hasInvalidSort(request) ? anotherPlan(arranged) : arranged)),
  ),
  'sort-decoded-twice-400': sortRefused('with a percent sign', 400, /%(?![0-9a-f]{2})/i),
  'sort-invalid-direction-unknown-422': breaks('list.sort.invalid-ignores-direction')(
    'An unknown direction together with an unknown sort is refused.',
    failAtDirection((direction = 'desc') => !['asc', 'desc'].includes(direction)),
  ),
  'sort-invalid-direction-turns-page': breaks('list.sort.invalid-ignores-direction')(
    'With an unknown sort, an ascending direction reverses the page after it was cut.',
    revise('cut', (page, _arranged, _window, { request }) =>
      hasInvalidSort(request) && request.query('direction') === 'asc' ? page.toReversed() : page,
    ),
  ),
});

const oldestFirst = (rules: readonly RuleId[]) =>
  family(rules, (change: Change) => combine(defaultOrder(OLDEST_FIRST), change));

/** Faults that hide the end of a list whose newest issues come last. By turns, the order itself would be a fault. */
export const oldestFirstFaults = faultsOf({
  'oldest-first-hundred-only': oldestFirst(['list.page.slices'])(
    'The oldest issues come first, and only the first hundred results are ever listed.',
    listRows((arranged) => arranged.slice(0, MAXIMUM_SIZE)),
  ),
  'oldest-first-second-page-422': oldestFirst(['list.page.second', 'list.page.slices'])(
    'The oldest issues come first, and pages after the first are refused.',
    refusing(422, isLaterPage),
  ),
  'oldest-first-half-again': oldestFirst(PAGING)(
    'The oldest issues come first, and each later page is the first half of the first one.',
    revise('cut', (cut, arranged, { page, size }) => (page === 1 ? cut : arranged.slice(0, size / 2))),
  ),
});

const otherDefault = family(['list.state.default-open'], (other: string) =>
  revise('stateFilter', (state, raw) => (raw === undefined ? other : state)),
);

export const stateFaults = faultsOf({
  'state-open-422': denies('list.state.open', 422)('`state=open`', hasQuery('state', 'open')),
  'state-open-400': denies('list.state.open', 400)('A state in lower case', hasQuery('state', /[a-z]/)),
  'state-default-all': otherDefault('Without `state`, the list is not filtered.', 'all'),
  'state-default-closed': otherDefault('Without `state`, closed issues are listed.', 'closed'),
  'state-open-without-the-oldest': breaks('list.state.default-open')(
    'Some of the oldest issues have a state of an earlier version, which `state=open` leaves out.',
    listRows((arranged, { request }) =>
      request.query('state') === 'open' ? arranged.filter(({ number }) => number > 25) : arranged,
    ),
  ),
  'state-open-301': breaks('list.state.open')(
    'The default state is removed from the address by a redirect.',
    revise('listAnswer', (answer, _records, _total, { request }) => {
      const target = new URL(request.url);
      if (target.searchParams.get('state') !== 'open') return answer;
      target.searchParams.delete('state');
      return failure(301, { location: target.href });
    }),
  ),
  'state-with-size-500': denies('list.state.open', 500)(
    'A state with a size',
    hasQuery({ state: /^/, per_page: /^/ }),
  ),
  'state-open-finds-nothing': breaks('list.state.default-open')(
    'The table names the state "opened", and the parameter is not translated.',
    revise('stateFilter', (state, raw) => (raw === 'open' ? 'opened' : state)),
  ),
  'state-default-without-pull-requests': breaks('list.state.default-open')(
    'Pull requests are listed only if a state is given.',
    listRows((arranged, { request }) =>
      request.query('state') === undefined ? arranged.filter((issue) => !issue.pull_request) : arranged,
    ),
  ),
  'state-default-on-first-page-only': breaks([...PAGING, 'list.state.default-open'])(
    'The default state is applied to the first page only.',
    revise('stateFilter', (state, raw, request) =>
      raw === undefined && isLaterPage(request) ? 'all' : state,
    ),
  ),
});
