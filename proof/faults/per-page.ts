import { DEFAULT_SIZE, MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { revise } from '../changes/decisions.ts';
import { refusing } from '../changes/refusals.ts';
import { changeSize, givenPage, givenSize, rewriteSize } from '../changes/sizes-and-pages.ts';
import { ABOVE, BELOW_ONE, FULL, IN_RANGE, OUT_OF_RANGE } from './broken-rules.ts';
import { type Fault, familyOf, faultsOf } from './fault.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;

const defaultSize = (other: number) => revise('pageSize', (size, raw) => (raw === undefined ? other : size));

const sizeForZero = (other: number) => changeSize((given, size) => (given === 0 ? other : size));
const cappedAt = (most: number) => changeSize((given, size) => Math.max(size, Math.min(given, most)));

/** Rules on sizes that are broken if pages have one result too many or too few. */
const FULL_PAGES = [...FULL, 'list.page.slices'] as const;

/** Refuses some whole numbers of more than 15 digits. */
const failAt = (digits: RegExp, fails: (size: bigint) => boolean): Fault['change'] =>
  refusing(500, ({ query }) => {
    const raw = query('per_page') ?? '';
    return digits.test(raw) && fails(BigInt(raw));
  });

/** Faults in the page size, its default, its maximum, and its fallback for sizes below one. */
export const perPageFaults = faultsOf({
  ...familyOf(['list.per-page.default'], defaultSize, {
    'per-page-default-25': ['The default size is 25.', 25],
    'per-page-default-maximum': ['Without a size, the page has the maximum size.', MAXIMUM_SIZE],
  }),
  'per-page-one-more': {
    description: 'One extra result is read to detect a next page, and is not removed.',
    breaks: [
      'list.per-page.at-most',
      'list.per-page.default',
      'list.per-page.maximum',
      ...OUT_OF_RANGE,
      'list.page.slices',
      'list.page.partition',
    ],
    change: revise('cut', (cut, arranged, { page, size }) => {
      const next = arranged[(page - 1) * size + cut.length];
      return next === undefined ? cut : [...cut, next];
    }),
  },
  'per-page-ignored': {
    description: 'The size parameter is ignored.',
    breaks: [...IN_RANGE, 'list.per-page.maximum', 'list.per-page.fills'],
    change: (b) => ({ pageSize: (_raw, request) => b.pageSize(request.query('page_size'), request) }),
  },
  'per-page-ten-at-least': {
    description: 'Pages have at least ten results.',
    breaks: IN_RANGE,
    change: changeSize((_given, size) => Math.max(size, 10)),
  },
  'per-page-one-less': {
    description: 'The last result of a page is omitted.',
    breaks: FULL_PAGES,
    change: revise('cut', (page) => page.slice(0, -1)),
  },
  'per-page-without-pull-requests': {
    description: 'Pull requests are removed after the page is cut.',
    breaks: FULL_PAGES,
    change: revise('cut', (page) => page.filter((issue) => issue.pull_request === undefined)),
  },
  'per-page-filter-after-cut': {
    description: 'The page is cut from issues of all states, and filtered by state afterwards.',
    breaks: FULL_PAGES,
    change: (b) => ({
      cut: (_arranged, window, listing) => {
        const { repository, order, state } = listing;
        const all = repository.arranged(`filter after cut ${order.key} ${order.direction}`, (issues) =>
          b.arrange(issues, 'all', order),
        );
        return b.cut(all, window, listing).filter((issue) => state === 'all' || issue.state === state);
      },
    }),
  },
  'per-page-maximum-50': {
    description: 'The maximum size is 50.',
    breaks: ['list.per-page.maximum', 'list.per-page.fills'],
    change: changeSize((_given, size) => Math.min(size, 50)),
  },
  'per-page-maximum-99': {
    description: 'The maximum size is 99.',
    breaks: ['list.per-page.maximum'],
    change: changeSize((_given, size) => Math.min(size, MAXIMUM_SIZE - 1)),
  },
  'per-page-maximum-excluded': {
    description: 'The maximum itself counts as too large and becomes the default.',
    breaks: ['list.per-page.maximum'],
    change: changeSize((given, size) => (given < MAXIMUM_SIZE ? size : DEFAULT_SIZE)),
  },
  ...familyOf(ABOVE, cappedAt, {
    'per-page-above-uncapped': ['The size has no maximum.', EVERYTHING],
    'per-page-above-maximum-120': ['The maximum size is 120.', 120],
  }),
  'per-page-above-422': {
    description: 'A size above the maximum is refused.',
    breaks: ABOVE,
    change: refusing(422, (request) => givenSize(request) > MAXIMUM_SIZE),
  },
  'per-page-above-default': {
    description: 'A size above the maximum becomes the default.',
    breaks: ABOVE,
    change: changeSize((given, size) => (given > MAXIMUM_SIZE ? DEFAULT_SIZE : size)),
  },
  'per-page-101-let-through': {
    description: 'A size one above the maximum is not capped.',
    breaks: ['list.per-page.above-maximum'],
    change: changeSize((given, size) => (given === MAXIMUM_SIZE + 1 ? given : size)),
  },
  'per-page-huge-32-bits': {
    description: 'The size is read as a 32-bit integer and wraps around.',
    breaks: ['list.per-page.huge', 'list.per-page.negative'],
    change: rewriteSize((raw) => String(BigInt.asIntN(32, BigInt(raw)))),
  },
  'per-page-huge-64-bits-500': {
    description: 'A size beyond 64 bits fails in the database.',
    breaks: ['list.per-page.huge'],
    change: failAt(/^\d+$/, (size) => size > 0x7fff_ffff_ffff_ffffn),
  },
  'per-page-huge-default': {
    description: 'A size that is too long for a number is ignored.',
    breaks: ['list.per-page.huge', 'list.per-page.above-maximum'],
    change: (b) => ({
      pageSize: (raw, request) => b.pageSize((raw ?? '').length > 9 ? undefined : raw, request),
    }),
  },
  ...familyOf(['list.per-page.zero'], sizeForZero, {
    'per-page-zero-empty': ['A size of zero yields no results.', 0],
    'per-page-zero-everything': ['A size of zero means no limit.', EVERYTHING],
  }),
  'per-page-zero-one': {
    description: 'A size of zero becomes one.',
    breaks: BELOW_ONE,
    change: changeSize((given, size) => (given < 1 ? 1 : size)),
  },
  'per-page-zero-422': {
    description: 'A size of zero is refused.',
    breaks: ['list.per-page.zero'],
    change: refusing(422, (request) => givenSize(request) === 0),
  },
  'per-page-zero-beside-page-422': {
    description: 'A size of zero together with a page number is refused.',
    breaks: ['list.per-page.zero'],
    change: refusing(422, (request) => givenSize(request) === 0 && request.query('page') !== undefined),
  },
  'per-page-negative-422': {
    description: 'A negative size is refused.',
    breaks: ['list.per-page.negative'],
    change: refusing(422, (request) => givenSize(request) < 0),
  },
  'per-page-negative-absolute': {
    description: 'The sign of a negative size is ignored.',
    breaks: ['list.per-page.negative'],
    change: changeSize((given, size) => (given < 0 ? Math.min(-given, MAXIMUM_SIZE) : size)),
  },
  'per-page-negative-from-the-end': {
    description: 'A negative size counts from the end of the list.',
    breaks: ['list.per-page.negative'],
    change: revise('cut', (page, arranged, _window, { request }) =>
      givenSize(request) < 0 ? arranged.slice(0, givenSize(request)) : page,
    ),
  },
  'per-page-minus-one-everything': {
    description: 'A size of -1 means no limit.',
    breaks: ['list.per-page.negative'],
    change: changeSize((given, size) => (given === -1 ? EVERYTHING : size)),
  },
  'per-page-negative-unsigned': {
    description: 'A negative size wraps around to a huge one and is capped.',
    breaks: ['list.per-page.negative'],
    change: changeSize((given, size) => (given < 0 ? MAXIMUM_SIZE : size)),
  },
  'per-page-negative-64-bits-500': {
    description: 'A negative size below the range of 64 bits fails in the database.',
    breaks: ['list.per-page.negative'],
    change: failAt(/^-\d+$/, (size) => size < -0x8000_0000_0000_0000n),
  },
  'per-page-16-bits': {
    description: 'The size is stored in 16 bits and wraps around.',
    breaks: [...ABOVE, 'list.per-page.negative'],
    change: rewriteSize((raw) => String(BigInt.asIntN(16, BigInt(raw)))),
  },
  'per-page-exponent': {
    description: 'The size becomes a float, and only the first digit of its exponent notation is read.',
    breaks: ['list.per-page.huge'],
    change: rewriteSize((raw) => String(Number.parseInt(String(Number(raw)), 10))),
  },
  'per-page-two-digits': {
    description: 'Only two characters of the size are read.',
    breaks: ['list.per-page.maximum', ...ABOVE],
    change: rewriteSize((raw) => raw.slice(0, 2)),
  },
  'per-page-compared-as-text': {
    description: 'The size is compared with the maximum as text, so 9 is greater than 100.',
    breaks: IN_RANGE,
    change: rewriteSize((raw) => (raw > String(MAXIMUM_SIZE) ? String(MAXIMUM_SIZE) : raw)),
  },
  'per-page-37-one-more': {
    description: 'A forgotten exception for one client turns a size of 37 into 38.',
    breaks: ['list.per-page.at-most'],
    change: changeSize((given, size) => (given === 37 ? 38 : size)),
  },
  'per-page-64-one-less': {
    description: 'An end mark replaces the last result of a block of 64.',
    breaks: ['list.per-page.fills'],
    change: changeSize((given, size) => (given === 64 ? 63 : size)),
  },
  'per-page-in-tens': {
    description: 'Sizes are rounded up to tens, to cache fewer pages.',
    breaks: IN_RANGE,
    change: changeSize((_given, size) => Math.ceil(size / 10) * 10),
  },
  'per-page-pull-requests-on-top': {
    description: 'Pages are filled with issues, and pull requests come on top.',
    breaks: ['list.per-page.at-most', 'list.per-page.default', ...OUT_OF_RANGE],
    change: revise('cut', (cut, arranged, { page, size }) => {
      const from = (page - 1) * size;
      const onTop = cut.filter((issue) => issue.pull_request !== undefined).length;
      return arranged.slice(from, from + cut.length + onTop);
    }),
  },
  'per-page-fallback-20': {
    description: 'Invalid sizes fall back to an outdated constant, 20.',
    breaks: BELOW_ONE,
    change: changeSize((given, size) => (given < 1 ? 20 : size)),
  },
  'per-page-cap-on-first-page': {
    description: 'The maximum is applied to the first page only.',
    breaks: ['list.page.effective-size'],
    change: changeSize((given, size, request) => (givenPage(request) > 1 ? Math.max(given, size) : size)),
  },
});
