import type { Behaviour } from '../../src/service/behaviour.ts';
import { MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { changeSize, givenPage } from '../changes/sizes-and-pages.ts';
import type { Fault } from './fault.ts';

/** Changes the text of a whole number before it is understood. */
function rewriteSize(b: Behaviour, rewrite: (raw: string) => string): Pick<Behaviour, 'pageSize'> {
  return {
    pageSize: (raw, request) =>
      b.pageSize(raw !== undefined && /^-?\d+$/.test(raw) ? rewrite(raw) : raw, request),
  };
}

/** A page size that is read or limited as the wrong kind of number, or is wrong for one number only. */
export const perPageNumberFaults = [
  {
    id: 'per-page-16-bits',
    description: 'The size is kept in a column of 16 bits and wraps around.',
    breaks: ['list.per-page.above-maximum', 'list.per-page.huge', 'list.per-page.negative'],
    change: (b) => rewriteSize(b, (raw) => String(BigInt.asIntN(16, BigInt(raw)))),
  },
  {
    id: 'per-page-exponent',
    description:
      'The size passes through a float, and of one that is written with an exponent the first digit is read.',
    breaks: ['list.per-page.huge'],
    change: (b) => rewriteSize(b, (raw) => String(Number.parseInt(String(Number(raw)), 10))),
  },
  {
    id: 'per-page-two-digits',
    description: 'Two characters are thought enough for a size.',
    breaks: ['list.per-page.maximum', 'list.per-page.above-maximum', 'list.per-page.huge'],
    change: (b) => rewriteSize(b, (raw) => raw.slice(0, 2)),
  },
  {
    id: 'per-page-compared-as-text',
    description: 'The size is compared with the maximum as a text, where 9 is more than 100.',
    breaks: ['list.per-page.at-most', 'list.page.second', 'list.page.slices'],
    change: (b) => rewriteSize(b, (raw) => (raw > String(MAXIMUM_SIZE) ? String(MAXIMUM_SIZE) : raw)),
  },
  {
    id: 'per-page-37-one-more',
    description: 'An exception for one client, which asked for 37 and needed 38, was never taken out again.',
    breaks: ['list.per-page.at-most'],
    change: (b) => changeSize(b, (given, size) => (given === 37 ? 38 : size)),
  },
  {
    id: 'per-page-64-one-less',
    description: 'A block of 64 results ends with a mark, which takes the place of the last one.',
    breaks: ['list.per-page.fills'],
    change: (b) => changeSize(b, (given, size) => (given === 64 ? 63 : size)),
  },
  {
    id: 'per-page-in-tens',
    description: 'Sizes are rounded up to tens, so that fewer pages need to be cached.',
    breaks: ['list.per-page.at-most', 'list.page.second', 'list.page.slices'],
    change: (b) => changeSize(b, (_, size) => Math.ceil(size / 10) * 10),
  },
  {
    id: 'per-page-pull-requests-on-top',
    description: 'A page is filled with issues, and the pull requests among them are not counted.',
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
    description: 'What a size falls back to is a constant of its own, which nobody changed with the default.',
    breaks: ['list.per-page.zero', 'list.per-page.negative'],
    change: (b) => changeSize(b, (given, size) => (given < 1 ? 20 : size)),
  },
  {
    id: 'per-page-cap-on-first-page',
    description:
      'The maximum is only applied where a listing begins, and later pages have the size that was asked for.',
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
