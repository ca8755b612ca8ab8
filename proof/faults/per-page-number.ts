import { MAXIMUM_SIZE } from '../../src/service/conforming/listing.ts';
import { revise } from '../changes/decisions.ts';
import { changeSize, givenPage, rewriteSize } from '../changes/sizes-and-pages.ts';
import { ABOVE, BELOW_ONE, IN_RANGE, OUT_OF_RANGE } from './broken-rules.ts';
import { faultsOf } from './fault.ts';

/** Faults in parsing or limiting the page size as a number, or at a single number. */
export const perPageNumberFaults = faultsOf({
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
