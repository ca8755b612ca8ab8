import fc from 'fast-check';
import { aboveMaximum, huge, MAX_PER_PAGE, negative } from '../src/generate/per-page.ts';
import type { CaseRule } from '../src/run/rule.ts';
import { AROUND_SIZE } from './sizes.ts';
import { answeredAs, casesBeside, DEFAULT, MAXIMUM } from './stand-ins.ts';

const isAbove = (size: string): boolean => /^\d+$/.test(size) && Number(size) > MAX_PER_PAGE;

/** True for a size above what an integer of 32 bits holds. */
const isHuge = (size: string): boolean => isAbove(size) && Number(size) >= 2 ** 31 - 1;

/** Beyond 64 bits, where it is 10, and so long that some write it with an exponent. */
const HUGEST = String(2n ** 70n + 10n);

/** At the edges of 32 and 64 bits, beyond them, and a size that wraps round to 10. */
const HUGE = [...[2n ** 32n + 10n, 2n ** 63n, 2n ** 31n - 1n, 2n ** 31n].map(String), HUGEST] as const;

/** Sizes that stand beside other parameters in `standard`, or are much like others. */
const MORE_HUGE = [2n ** 32n, 2n ** 63n - 1n, 2n ** 64n, 2n ** 64n + 10n, 10n ** 30n].map(String);

/** The opposite of {@link HUGEST}, which is 10 within 64 bits too. */
const LOWEST = String(-(2n ** 70n) + 10n);

/** The same below 0. */
const LOW = [String(-(2n ** 63n) - 1n), LOWEST] as const;
const MORE_LOW = [-(2n ** 31n), -(2n ** 32n) + 10n].map(String);

/** Page sizes beyond the range (sections 4.1, 7 and 8). */
export const listPerPageBeyond: readonly CaseRule[] = [
  answeredAs(MAXIMUM, {
    id: 'list.per-page.above-maximum',
    level: 'required',
    statedIn: ['8 above the maximum'],
    touches: ['7 below the table'],
    says: 'Any `per_page` above 100 answers 200 with just what `per_page=100` gives: never more than 100 results.',
    tried:
      '101 and 150 are asked for by every caller, then sizes that wrap round in 16 bits and generated ones. Each is compared with per_page=100, asked for by the same caller. With 100 issues or fewer a missing cap cannot show; 101 decide it.',
    client: 'A client that asks for more than 100',
    isOwn: (size) => isAbove(size) && !isHuge(size),
    cases: (t) => [
      ...t.everyCaller({ per_page: '150' }),
      ...t.everyCaller({ per_page: '101' }, { inQuick: 'other', again: 'thorough' }),
      ...t.generated(
        {
          values: aboveMaximum,
          runs: { quick: 0, standard: 3, thorough: 100 },
          examples: { quick: [], standard: [], thorough: [2 ** 16 + 10, 2 ** 15] },
        },
        (size, by) => t.list({ per_page: String(size) }, { by }),
      ),
      ...casesBeside(t, 'above', aboveMaximum),
    ],
  }),
  answeredAs(MAXIMUM, {
    id: 'list.per-page.huge',
    level: 'implied',
    statedIn: ['7 below the table', '8 above the maximum'],
    says: 'A `per_page` too large for a 32-bit or 64-bit integer answers 200 and is capped at 100 like any other large one.',
    tried:
      'The values on both sides of the signed and unsigned limits of 32 and 64 bits are tried, and generated ones near them. Each is compared with per_page=100, asked for by the same caller. 101 issues decide it.',
    client: 'A client that asks for the largest integer of its language',
    isOwn: isHuge,
    cases: (t) => [
      ...t.generated(
        {
          values: huge,
          runs: { quick: 0, standard: 2, thorough: 60 },
          examples: { quick: [HUGEST], standard: HUGE, thorough: [...HUGE, ...MORE_HUGE] },
        },
        (size, by) => t.list({ per_page: size }, { by }),
      ),
      ...casesBeside(t, 'huge', huge),
      // Without a credential there are few requests: one of each kind, beside what needs no other twin.
      ...t.byStrangers((by) => t.list({ state: 'open', per_page: HUGEST }, { by, around: AROUND_SIZE })),
    ],
  }),
  answeredAs(DEFAULT, {
    id: 'list.per-page.zero',
    level: 'required',
    statedIn: ['8 zero'],
    touches: ['7 below the table'],
    says: '`per_page=0` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      'Every caller asks for it, and for the same without per_page; the page has to hold 30 results, and the same ones. With 30 issues or fewer a fallback to some other size looks the same; 31 decide it.',
    client: 'A client whose page size became 0 by mistake',
    isOwn: (size) => size === '0',
    cases: (t) => [...t.everyCaller({ per_page: '0' }), ...casesBeside(t, 'zero', fc.constant(0))],
  }),
  answeredAs(DEFAULT, {
    id: 'list.per-page.negative',
    level: 'required',
    statedIn: ['8 negative sizes'],
    touches: ['7 below the table'],
    says: 'Any negative `per_page` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      '-5 and -1 are asked for by every caller, then the lowest integers of 32 and 64 bits and generated numbers, each beside the same without per_page. The page has to hold 30 results, and the same ones. 31 issues decide it.',
    client: 'A client that sends a negative page size for no limit',
    isOwn: (size) => size.startsWith('-'),
    cases: (t) => [
      // Without a credential -1 and the lowest are asked for, and -5 only in `thorough`.
      ...t.everyCaller({ per_page: '-5' }, { others: 'thorough' }),
      ...t.everyCaller({ per_page: '-1' }, { inQuick: 'other' }),
      ...t.generated(
        {
          values: negative,
          runs: { quick: 0, standard: 2, thorough: 80 },
          examples: { quick: LOW.slice(0, 1), standard: LOW, thorough: [...LOW, ...MORE_LOW] },
        },
        (size, by) => t.list({ per_page: size }, { by }),
      ),
      ...casesBeside(t, 'negative', negative),
      ...t.byStrangers((by) => t.list({ per_page: LOWEST }, { by })),
    ],
  }),
];
