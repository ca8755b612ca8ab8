import type { Behaviour } from '../../src/service/behaviour.ts';
import { MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { changeSize, givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Changes the digits of a page size before they are parsed. */
function rewriteSize(b: Behaviour, rewrite: (raw: string) => string): Pick<Behaviour, 'pageSize'> {
  return {
    pageSize: (raw, request) =>
      b.pageSize(raw !== undefined && /^-?\d+$/.test(raw) ? rewrite(raw) : raw, request),
  };
}

/** Faults in parsing or limiting the page size as a number, or at a single number. */
export const perPageNumberFaults = [
  {
    id: 'per-page-16-bits',
    description: 'The size is stored in 16 bits and wraps around.',
    breaks: ['list.per-page.above-maximum', 'list.per-page.huge', 'list.per-page.negative'],
    change: (b) => rewriteSize(b, (raw) => String(BigInt.asIntN(16, BigInt(raw)))),
  },
  {
    id: 'per-page-exponent',
    description:
      'The size is converted to a float, and only the first digit of its exponent notation is read.',
    breaks: ['list.per-page.huge'],
    change: (b) => rewriteSize(b, (raw) => String(Number.parseInt(String(Number(raw)), 10))),
  },
  {
    id: 'per-page-two-digits',
    description: 'Only two characters of the size are read.',
    breaks: ['list.per-page.maximum', 'list.per-page.above-maximum', 'list.per-page.huge'],
    change: (b) => rewriteSize(b, (raw) => raw.slice(0, 2)),
  },
  {
    id: 'per-page-compared-as-text',
    description: 'The size is compared with the maximum as text, so 9 is greater than 100.',
    breaks: ['list.per-page.at-most', 'list.page.second', 'list.page.slices'],
    change: (b) => rewriteSize(b, (raw) => (raw > String(MAXIMUM_SIZE) ? String(MAXIMUM_SIZE) : raw)),
  },
  {
    id: 'per-page-37-one-more',
    description: 'A forgotten exception for one client turns a size of 37 into 38.',
    breaks: ['list.per-page.at-most'],
    change: (b) => changeSize(b, (given, size) => (given === 37 ? 38 : size)),
  },
  {
    id: 'per-page-64-one-less',
    description: 'An end mark replaces the last result of a block of 64.',
    breaks: ['list.per-page.fills'],
    change: (b) => changeSize(b, (given, size) => (given === 64 ? 63 : size)),
  },
  {
    id: 'per-page-in-tens',
    description: 'Sizes are rounded up to tens, to cache fewer pages.',
    breaks: ['list.per-page.at-most', 'list.page.second', 'list.page.slices'],
    change: (b) => changeSize(b, (_, size) => Math.ceil(size / 10) * 10),
  },
  {
    id: 'per-page-pull-requests-on-top',
    description: 'Pages are filled with issues, and pull requests come on top.',
    breaks: [
      'list.per-page.at-most',
      'list.per-page.default',
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.per-page.zero',
      'list.per-page.negative',
    ],
    change: (b) => ({
      cut: (arranged, window, listing) => {
        const page = b.cut(arranged, window, listing);
        const from = (window.page - 1) * window.size;
        const onTop = page.filter((issue) => issue.pull_request !== undefined).length;
        return arranged.slice(from, from + page.length + onTop);
      },
    }),
  },
  {
    id: 'per-page-fallback-20',
    description: 'Invalid sizes fall back to an outdated constant, 20.',
    breaks: ['list.per-page.zero', 'list.per-page.negative'],
    change: (b) => changeSize(b, (given, size) => (given < 1 ? 20 : size)),
  },
  {
    id: 'per-page-cap-on-first-page',
    description: 'The maximum is applied to the first page only.',
    breaks: ['list.page.effective-size'],
    change: (b) => ({
      pageSize: (raw, request) =>
        changeSize(b, (given, size) => (givenPage(request) > 1 ? Math.max(given, size) : size)).pageSize(
          raw,
          request,
        ),
    }),
  },
] as const satisfies readonly Fault[];
