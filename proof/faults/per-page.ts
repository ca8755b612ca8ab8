import type { RuleId } from '../../src/model/rule-ids.ts';
import type { Change } from '../../src/service/behaviour.ts';
import { DEFAULT_SIZE, MAXIMUM_SIZE } from '../../src/service/conforming.ts';
import type { ServiceRequest } from '../../src/service/request.ts';
import type { Issue } from '../../src/service/world.ts';
import { refusing } from '../changes/answers.ts';
import { revise } from '../changes/decisions.ts';
import { allOf, changeSize, endAt, givenSize, hasQuery, isLaterPage, rewriteSize } from '../changes/lists.ts';
import { hasInvalidSort, hasValidSort } from '../changes/orders.ts';
import {
  ABOVE,
  BELOW_ONE,
  BY_DEFAULT,
  FILLED,
  FULL,
  IN_RANGE,
  INVALID_SORT,
  LATER_PAGES,
  OUT_OF_RANGE,
} from './broken-rules.ts';
import { breaks, family, faultsOf } from './fault.ts';
import { ascends } from './sort-and-state.ts';

type Applies = (request: ServiceRequest) => boolean;

const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** Rules on sizes that are broken if pages have one result too many or too few. */
const FULL_PAGES = [...FULL, 'list.page.slices'] as const;

/** Faults in some sizes, in some requests. */
function sizes(rules: readonly RuleId[], meets: (size: number) => boolean, applies: Applies = () => true) {
  return {
    become: family(rules, (other: number) =>
      changeSize((asked, size, request) => (meets(asked) && applies(request) ? other : size)),
    ),
    answer: family(rules, (status: number) =>
      refusing(status, (request) => meets(givenSize(request)) && applies(request)),
    ),
  };
}

const isZero = (size: number): boolean => size === 0;
const isNegative = (size: number): boolean => size < 0;
const isAbove = (size: number): boolean => size > MAXIMUM_SIZE;
const isHuge = (size: number): boolean => size >= 2 ** 31;

const zero = sizes(['list.per-page.zero'], isZero);
const negative = sizes(['list.per-page.negative'], isNegative);
const belowOne = sizes(BELOW_ONE, (size) => size < 1);
const above = sizes(ABOVE, isAbove);
export const only = (exact: number, ...rules: readonly RuleId[]) =>
  sizes(rules, (size) => size === exact).become;

/** Faults in the size of some lists, which are named. */
export const byDefault = (other: number, lists = 'A list', applies: Applies = () => true) =>
  breaks('list.per-page.default')(
    `${lists} has ${other} results by default.`,
    revise('pageSize', (size, raw, request) => (raw === undefined && applies(request) ? other : size)),
  );
const cappedAt = family(ABOVE, (most: number) =>
  changeSize((given, size) => Math.max(size, Math.min(given, most))),
);
const capAt = (most: number, lists = 'A list', applies: Applies = () => true) =>
  breaks(most === 50 ? FILLED : 'list.per-page.maximum')(
    `${lists} has at most ${most} results.`,
    changeSize((_asked, size, request) => (applies(request) ? Math.min(size, most) : size)),
  );
export const uncapped = (lists: string, applies: Applies) =>
  breaks(ABOVE)(
    `${lists} has as many results as are asked for.`,
    changeSize((asked, size, request) => (applies(request) ? Math.max(asked, size) : size)),
  );
const inRange = family(IN_RANGE, (other: (size: number) => number) =>
  changeSize((_given, size) => other(size)),
);
const full = family(FULL_PAGES, (rest: (page: readonly Issue[]) => readonly Issue[]) => revise('cut', rest));
const digits = (rules: readonly RuleId[]) => family(rules, rewriteSize);
const inBits = (rules: readonly RuleId[]) =>
  family(rules, (bits: number) => rewriteSize((raw) => String(BigInt.asIntN(bits, BigInt(raw)))));
const beyond64Bits = (rule: RuleId) =>
  family([rule], (sign: RegExp) =>
    refusing(500, ({ query }) => {
      const raw = query('per_page') ?? '';
      return sign.test(raw) && BigInt.asIntN(64, BigInt(raw)) !== BigInt(raw);
    }),
  );

export const perPageFaults = faultsOf({
  'per-page-default-25': byDefault(25),
  'per-page-default-maximum': byDefault(MAXIMUM_SIZE),
  'per-page-one-more': breaks([
    'list.per-page.at-most',
    'list.per-page.default',
    'list.per-page.maximum',
    ...OUT_OF_RANGE,
    ...LATER_PAGES,
  ])(
    'One extra result is read to detect a next page, and is not removed.',
    endAt(({ length }) => length + 1),
  ),
  'per-page-ignored': breaks([...IN_RANGE, ...FILLED])('The size parameter is ignored.', (b) => ({
    pageSize: (_raw, request) => b.pageSize(request.query('page_size'), request),
  })),
  'per-page-ten-at-least': inRange('Pages have at least ten results.', (size) => Math.max(size, 10)),
  'per-page-one-less': full('The last result of a page is omitted.', (page) => page.slice(0, -1)),
  'per-page-without-pull-requests': full('Pull requests are removed after the page is cut.', (page) =>
    page.filter((issue) => issue.pull_request === undefined),
  ),
  'per-page-filter-after-cut': breaks(FULL_PAGES)(
    'The page is cut from issues of all states, and filtered by state afterwards.',
    (b) => ({
      cut: (_arranged, window, listing) =>
        b
          .cut(allOf(b, listing), window, listing)
          .filter(({ state }) => listing.state === 'all' || state === listing.state),
    }),
  ),
  'per-page-maximum-50': capAt(50),
  'per-page-maximum-50-of-all': capAt(50, 'A list of every state', hasQuery('state', 'all')),
  'per-page-maximum-50-sorted': capAt(50, 'A sorted list', hasValidSort),
  'per-page-maximum-99': capAt(99),
  'per-page-maximum-excluded': breaks('list.per-page.maximum')(
    'The maximum itself counts as too large and becomes the default.',
    changeSize((given, size) => (given < MAXIMUM_SIZE ? size : DEFAULT_SIZE)),
  ),
  'per-page-above-uncapped': cappedAt('The size has no maximum.', EVERYTHING),
  'per-page-above-maximum-120': cappedAt('The maximum size is 120.', 120),
  'per-page-above-422': above.answer('A size above the maximum is refused.', 422),
  'per-page-above-default': above.become('A size above the maximum becomes the default.', DEFAULT_SIZE),
  'per-page-50-becomes-25': only(50, 'list.per-page.fills', ...LATER_PAGES)('Allowed sizes lack 50.', 25),
  'per-page-101-let-through': only(101, 'list.per-page.above-maximum')('A size of 101 is not capped.', 101),
  'per-page-huge-32-bits': inBits(['list.per-page.huge', 'list.per-page.negative'])(
    'The size is read as a 32-bit integer and wraps around.',
    32,
  ),
  'per-page-huge-64-bits-500': beyond64Bits('list.per-page.huge')('A size beyond 64 bits fails.', /^\d+$/),
  'per-page-huge-default': breaks(['list.per-page.huge', 'list.per-page.above-maximum'])(
    'A size that is too long for a number is ignored.',
    (b) => ({ pageSize: (raw = '', request) => b.pageSize(raw.length > 9 ? undefined : raw, request) }),
  ),
  'per-page-zero-empty': zero.become('A size of zero yields no results.', 0),
  'per-page-zero-everything': zero.become('A size of zero means no limit.', EVERYTHING),
  'per-page-zero-one': belowOne.become('A size of zero becomes one.', 1),
  'per-page-zero-422': zero.answer('A size of zero is refused.', 422),
  'per-page-zero-beside-page-422': sizes(['list.per-page.zero'], isZero, hasQuery('page')).answer(
    'A size of zero together with a page number is refused.',
    422,
  ),
  'per-page-negative-422': negative.answer('A negative size is refused.', 422),
  'per-page-negative-absolute': breaks('list.per-page.negative')(
    'The sign of a negative size is ignored.',
    changeSize((given, size) => (given < 0 ? Math.min(-given, MAXIMUM_SIZE) : size)),
  ),
  'per-page-negative-from-the-end': breaks('list.per-page.negative')(
    'A negative size counts from the end of the list.',
    revise('cut', (page, arranged, _window, { request }) =>
      givenSize(request) < 0 ? arranged.slice(0, givenSize(request)) : page,
    ),
  ),
  'per-page-minus-one-everything': only(-1, 'list.per-page.negative')('-1 means no limit.', EVERYTHING),
  'per-page-negative-unsigned': negative.become('A negative size wraps around and is capped.', MAXIMUM_SIZE),
  'per-page-negative-64-bits-500': beyond64Bits('list.per-page.negative')(
    'A negative size below the range of 64 bits fails in the database.',
    /^-\d+$/,
  ),
  'per-page-16-bits': inBits([...ABOVE, 'list.per-page.negative'])('Sizes of 16 bits wrap around.', 16),
  'per-page-exponent': digits(['list.per-page.huge'])(
    'The size becomes a float, and only the first digit of its exponent notation is read.',
    (raw) => String(Number.parseInt(String(Number(raw)), 10)),
  ),
  'per-page-two-digits': digits(['list.per-page.maximum', ...ABOVE])('Two digits are read.', (raw) =>
    raw.slice(0, 2),
  ),
  'per-page-compared-as-text': digits(IN_RANGE)(
    'The size is compared with the maximum as text, so 9 is greater than 100.',
    (raw) => (raw > String(MAXIMUM_SIZE) ? String(MAXIMUM_SIZE) : raw),
  ),
  'per-page-37-one-more': only(37, 'list.per-page.at-most')('A size of 37 yields 38 results.', 38),
  'per-page-64-one-less': only(64, 'list.per-page.fills')('A size of 64 yields 63 results.', 63),
  'per-page-in-tens': inRange('Sizes are rounded up to tens.', (size) => Math.ceil(size / 10) * 10),
  'per-page-pull-requests-on-top': breaks([...BY_DEFAULT, ...ABOVE, 'list.per-page.at-most'])(
    'Pages are filled with issues, and pull requests come on top.',
    endAt((cut) => cut.length + cut.filter((issue) => issue.pull_request !== undefined).length),
  ),
  'per-page-fallback-20': belowOne.become('Invalid sizes fall back to an outdated constant, 20.', 20),
  'per-page-cap-on-first-page': breaks('list.page.effective-size')(
    'The maximum is applied to the first page only.',
    changeSize((given, size, request) => (isLaterPage(request) ? Math.max(given, size) : size)),
  ),
  'per-page-beside-state-uncapped': uncapped('A list with a state', hasQuery('state')),
  'per-page-beside-state-negative-closed': breaks('list.per-page.negative')(
    'A negative size shifts the parameters of a prepared query, which then uses another state.',
    revise('stateFilter', (state, _raw, request) =>
      givenSize(request) < 0 && request.query('state') !== undefined ? 'closed' : state,
    ),
  ),
  'per-page-beside-direction-zero-everything': sizes(
    ['list.per-page.zero', 'list.sort.invalid-ignores-direction'],
    isZero,
    hasQuery('direction'),
  ).become('With a direction, a size of zero reaches the database, where it means no limit.', EVERYTHING),
  'per-page-beside-direction-negative-500': sizes(
    ['list.per-page.negative', 'list.sort.invalid-ignores-direction'],
    isNegative,
    hasQuery('direction'),
  ).answer('A negative size together with a direction fails in the database.', 500),
  'per-page-beside-page-huge-500': sizes(['list.per-page.huge'], isHuge, hasQuery('page')).answer(
    'The offset of a later page is computed from a huge size before the cap, and overflows.',
    500,
  ),
  'per-page-beside-sort-zero-one': sizes(
    ['list.per-page.zero', ...INVALID_SORT],
    isZero,
    hasInvalidSort,
  ).become('With an unknown sort, a size of zero yields one result instead of the default.', 1),
  'per-page-beside-sort-above-default': sizes([...ABOVE, ...INVALID_SORT], isAbove, hasInvalidSort).become(
    'With an unknown sort, a size above the maximum becomes the default.',
    DEFAULT_SIZE,
  ),
  'per-page-beside-sort-huge-400': sizes(
    ['list.per-page.huge', 'list.sort.invalid-ok'],
    isHuge,
    hasInvalidSort,
  ).answer('A firewall refuses an unknown sort together with a huge size.', 400),
  'sort-invalid-beside-state-and-direction-422': breaks('list.sort.invalid-ignores-direction')(
    'An unknown sort is refused only together with both a state and a direction.',
    refusing(422, (request) => hasInvalidSort(request) && hasQuery({ state: /^/, direction: /^/ })(request)),
  ),
  'sort-invalid-beside-state-direction-obeyed': ascends(
    'beside a state',
    hasQuery({ direction: 'asc', state: /^/ }),
  ),
});

export const ofTen = family([...IN_RANGE, ...FULL], (where: (change: Change) => Change) =>
  where(() => ({ pageSize: () => 10 })),
);

export const pageSizeFaults = faultsOf({
  'pages-of-ten': ofTen('Pages have ten results, whatever size is requested.', (change) => change),
  'page-later-twice-as-long': breaks([...IN_RANGE, 'list.page.partition'])(
    'Pages after the first also contain the results of the next page.',
    endAt((_cut, { page, size }, { request }) => {
      const given = givenSize(request);
      const isSmall = request.query('per_page') !== undefined && given >= 1 && given <= 50;
      return isSmall && page > 1 ? 2 * size : size;
    }),
  ),
  'pages-of-a-hundred': breaks([...IN_RANGE, ...BY_DEFAULT])(
    'Every page has the maximum size, whatever size is requested.',
    () => ({ pageSize: () => MAXIMUM_SIZE }),
  ),
});
