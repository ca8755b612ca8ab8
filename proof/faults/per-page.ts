import { DEFAULT_SIZE, MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { refuseLists } from '../changes/refusals.ts';
import { changeSize, givenSize } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

const EVERYTHING = Number.MAX_SAFE_INTEGER;

export const perPageFaults = [
  {
    id: 'per-page-default-25',
    description: 'The default size is 25.',
    breaks: ['list.per-page.default'],
    change: (b) => ({ pageSize: (raw, request) => (raw === undefined ? 25 : b.pageSize(raw, request)) }),
  },
  {
    id: 'per-page-default-maximum',
    description: 'Without a size, the page has the maximum size.',
    breaks: ['list.per-page.default'],
    change: (b) => ({
      pageSize: (raw, request) => (raw === undefined ? MAXIMUM_SIZE : b.pageSize(raw, request)),
    }),
  },
  {
    id: 'per-page-one-more',
    description: 'One extra result is read to detect a next page, and is not removed.',
    breaks: [
      'list.per-page.at-most',
      'list.per-page.default',
      'list.page.slices',
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.per-page.zero',
      'list.per-page.negative',
      'list.per-page.maximum',
      'list.page.partition',
    ],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const page = b.cut(arranged, window, listing);
        const next = arranged[(window.page - 1) * window.size + page.length];
        return next === undefined ? page : [...page, next];
      },
    }),
  },
  {
    id: 'per-page-ignored',
    description: 'The size parameter is ignored.',
    breaks: [
      'list.per-page.at-most',
      'list.per-page.maximum',
      'list.page.second',
      'list.page.slices',
      'list.per-page.fills',
    ],
    change: (b) => ({ pageSize: (_raw, request) => b.pageSize(request.query('page_size'), request) }),
  },
  {
    id: 'per-page-ten-at-least',
    description: 'Pages have at least ten results.',
    breaks: ['list.per-page.at-most', 'list.page.second', 'list.page.slices'],
    change: (b) => changeSize(b, (_, size) => Math.max(size, 10)),
  },
  {
    id: 'per-page-one-less',
    description: 'The last result of a page is omitted.',
    breaks: [
      'list.per-page.fills',
      'list.per-page.default',
      'list.page.slices',
      'list.per-page.maximum',
      'list.per-page.zero',
      'list.per-page.negative',
    ],
    change: (b) => ({ cut: (arranged, window, listing) => b.cut(arranged, window, listing).slice(0, -1) }),
  },
  {
    id: 'per-page-without-pull-requests',
    description: 'Pull requests are removed after the page is cut.',
    breaks: [
      'list.per-page.fills',
      'list.per-page.default',
      'list.per-page.maximum',
      'list.page.slices',
      'list.per-page.zero',
      'list.per-page.negative',
    ],
    change: (b) => ({
      cut: (arranged, window, listing) =>
        b.cut(arranged, window, listing).filter((issue) => issue.pull_request === undefined),
    }),
  },
  {
    id: 'per-page-filter-after-cut',
    description: 'The page is cut from issues of all states, and filtered by state afterwards.',
    breaks: [
      'list.per-page.fills',
      'list.per-page.maximum',
      'list.per-page.default',
      'list.per-page.zero',
      'list.per-page.negative',
      'list.page.slices',
    ],
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
  {
    id: 'per-page-maximum-50',
    description: 'The maximum size is 50.',
    breaks: ['list.per-page.maximum', 'list.per-page.fills'],
    change: (b) => changeSize(b, (_, size) => Math.min(size, 50)),
  },
  {
    id: 'per-page-maximum-99',
    description: 'The maximum size is 99.',
    breaks: ['list.per-page.maximum'],
    change: (b) => changeSize(b, (_, size) => Math.min(size, MAXIMUM_SIZE - 1)),
  },
  {
    id: 'per-page-maximum-excluded',
    description: 'The maximum itself counts as too large and becomes the default.',
    breaks: ['list.per-page.maximum'],
    change: (b) => changeSize(b, (number, size) => (number < MAXIMUM_SIZE ? size : DEFAULT_SIZE)),
  },
  {
    id: 'per-page-above-uncapped',
    description: 'The size has no maximum.',
    breaks: ['list.per-page.above-maximum', 'list.per-page.huge'],
    change: (b) => changeSize(b, (number, size) => (number > MAXIMUM_SIZE ? number : size)),
  },
  {
    id: 'per-page-above-maximum-120',
    description: 'The maximum size is 120.',
    breaks: ['list.per-page.above-maximum', 'list.per-page.huge'],
    change: (b) => changeSize(b, (number, size) => (number > MAXIMUM_SIZE ? Math.min(number, 120) : size)),
  },
  {
    id: 'per-page-above-422',
    description: 'A size above the maximum is refused.',
    breaks: ['list.per-page.above-maximum', 'list.per-page.huge'],
    change: (b) => refuseLists(b, 422, (request) => givenSize(request) > MAXIMUM_SIZE),
  },
  {
    id: 'per-page-above-default',
    description: 'A size above the maximum becomes the default.',
    breaks: ['list.per-page.above-maximum', 'list.per-page.huge'],
    change: (b) => changeSize(b, (number, size) => (number > MAXIMUM_SIZE ? DEFAULT_SIZE : size)),
  },
  {
    id: 'per-page-101-let-through',
    description: 'A size one above the maximum is not capped.',
    breaks: ['list.per-page.above-maximum'],
    change: (b) => changeSize(b, (number, size) => (number === MAXIMUM_SIZE + 1 ? number : size)),
  },
  {
    id: 'per-page-huge-32-bits',
    description: 'The size is read as a 32-bit integer and wraps around.',
    breaks: ['list.per-page.huge', 'list.per-page.negative'],
    change: (b) => ({
      pageSize: (raw, request) => {
        if (raw === undefined || !/^-?\d+$/.test(raw)) return b.pageSize(raw, request);
        return b.pageSize(String(BigInt.asIntN(32, BigInt(raw))), request);
      },
    }),
  },
  {
    id: 'per-page-huge-64-bits-500',
    description: 'A size beyond 64 bits fails in the database.',
    breaks: ['list.per-page.huge'],
    change: (b) =>
      refuseLists(b, 500, (request) => {
        const raw = request.query('per_page') ?? '';
        return /^\d+$/.test(raw) && BigInt(raw) > 0x7fff_ffff_ffff_ffffn;
      }),
  },
  {
    id: 'per-page-huge-default',
    description: 'A size that is too long for a number is ignored.',
    breaks: ['list.per-page.huge', 'list.per-page.above-maximum'],
    change: (b) => ({
      pageSize: (raw, request) => b.pageSize((raw ?? '').length > 9 ? undefined : raw, request),
    }),
  },
  {
    id: 'per-page-zero-empty',
    description: 'A size of zero yields no results.',
    breaks: ['list.per-page.zero'],
    change: (b) => changeSize(b, (number, size) => (number === 0 ? 0 : size)),
  },
  {
    id: 'per-page-zero-everything',
    description: 'A size of zero means no limit.',
    breaks: ['list.per-page.zero'],
    change: (b) => changeSize(b, (number, size) => (number === 0 ? EVERYTHING : size)),
  },
  {
    id: 'per-page-zero-one',
    description: 'A size of zero becomes one.',
    breaks: ['list.per-page.zero', 'list.per-page.negative'],
    change: (b) => changeSize(b, (number, size) => (number < 1 ? 1 : size)),
  },
  {
    id: 'per-page-zero-422',
    description: 'A size of zero is refused.',
    breaks: ['list.per-page.zero'],
    change: (b) => refuseLists(b, 422, (request) => givenSize(request) === 0),
  },
  {
    id: 'per-page-zero-beside-page-422',
    description: 'A size of zero together with a page number is refused.',
    breaks: ['list.per-page.zero'],
    change: (b) =>
      refuseLists(b, 422, (request) => givenSize(request) === 0 && request.query('page') !== undefined),
  },
  {
    id: 'per-page-negative-422',
    description: 'A negative size is refused.',
    breaks: ['list.per-page.negative'],
    change: (b) => refuseLists(b, 422, (request) => givenSize(request) < 0),
  },
  {
    id: 'per-page-negative-absolute',
    description: 'The sign of a negative size is ignored.',
    breaks: ['list.per-page.negative'],
    change: (b) => changeSize(b, (number, size) => (number < 0 ? Math.min(-number, MAXIMUM_SIZE) : size)),
  },
  {
    id: 'per-page-negative-from-the-end',
    description: 'A negative size counts from the end of the list.',
    breaks: ['list.per-page.negative'],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const size = givenSize(listing.request);
        return size < 0 ? arranged.slice(0, size) : b.cut(arranged, window, listing);
      },
    }),
  },
  {
    id: 'per-page-minus-one-everything',
    description: 'A size of -1 means no limit.',
    breaks: ['list.per-page.negative'],
    change: (b) => changeSize(b, (number, size) => (number === -1 ? EVERYTHING : size)),
  },
  {
    id: 'per-page-negative-unsigned',
    description: 'A negative size wraps around to a huge one and is capped.',
    breaks: ['list.per-page.negative'],
    change: (b) => changeSize(b, (number, size) => (number < 0 ? MAXIMUM_SIZE : size)),
  },
  {
    id: 'per-page-negative-64-bits-500',
    description: 'A negative size below the range of 64 bits fails in the database.',
    breaks: ['list.per-page.negative'],
    change: (b) =>
      refuseLists(b, 500, (request) => {
        const raw = request.query('per_page') ?? '';
        return /^-\d+$/.test(raw) && BigInt(raw) < -0x8000_0000_0000_0000n;
      }),
  },
] as const satisfies readonly Fault[];
