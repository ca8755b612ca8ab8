import fc from 'fast-check';
import { without } from '../src/engine/alike.ts';
import { accepted } from '../src/engine/answers.ts';
import { type Pages } from '../src/engine/numbers.ts';
import type { Oracle } from '../src/engine/oracle.ts';
import { all } from '../src/engine/oracle.ts';
import type { CaseRule } from '../src/engine/rule.ts';
import { pagesShown } from '../src/engine/shown-pages.ts';
import type { Trial } from '../src/engine/trial.ts';
import { DEFAULT_PER_PAGE, negative } from '../src/generate/per-page.ts';
import { COMPARED, LATER_PAGES, SORTS } from './explained-by.ts';
import { unlessListed, unlike } from './impacts.ts';
import { LISTS } from './list-pages.ts';
import { isDefaultSize } from './list-per-page.ts';
import { aloneOrBeside, casesBeside, freeBeside, likeStandIn, type StandIn } from './list-per-page-beyond.ts';

const DEFAULT: StandIn = {
  size: DEFAULT_PER_PAGE,
  rule: 'list.per-page.default',
  query: without('per_page'),
  says: 'the same request without per_page',
  expected: '200, with the default of 30 results',
};

/**
 * Expects the answer to no size: 200, exactly 30 results, and the same ones. They are not counted if leaving out the page
 * means another page than the first, which may be the short last one.
 */
const likeDefault = (t: Trial, pages: Pages): Oracle =>
  all(
    accepted({ expected: DEFAULT.expected }),
    ...(t.first.firstIsNamed ? [] : [isDefaultSize(pages)]),
    likeStandIn(DEFAULT),
  );

/** Its opposite, which is 10 within 64 bits too. */
const LOWEST = String(-(2n ** 70n) + 10n);

/** As {@link HUGE}, below 0. */
const LOW = [String(-(2n ** 63n) - 1n), LOWEST] as const;

const MORE_LOW = [-(2n ** 31n), -(2n ** 32n) + 10n].map(String);

/** Page sizes below the range (section 8). */
export const listPerPageBelow: readonly CaseRule[] = [
  {
    id: 'list.per-page.zero',
    level: 'required',
    sections: ['8'],
    phase: 'read',
    needs: [],
    data: { open: 31 },
    says: '`per_page=0` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      'Every caller asks for it, and for the same without per_page; the page has to hold 30 results, and the same ones. With 30 issues or fewer a fallback to some other size looks the same; 31 decide it.',
    compared:
      'the same without `per_page`; by itself: 200 (the plain list), 30 results where 31 issues exist; refused beside other parameters only if the twin is, too',
    seen: '3 for a status or a number of results, else 10',
    impact: unlessListed(
      'A client whose page size became 0 by mistake',
      unlike('A client whose page size became 0 by mistake', 'than without per_page'),
    ),
    explainedBy: ['list.per-page.default', ...SORTS, ...LATER_PAGES, ...COMPARED],
    preconditions: LISTS,
    cases: (t) => [...t.everyCaller({ per_page: '0' }), ...casesBeside(t, 'zero', fc.constant(0))],
    oracle: async (t) => aloneOrBeside(t, likeDefault(t, await pagesShown(t)), DEFAULT),
    free: (t) => freeBeside(t, (size) => size === '0', DEFAULT),
  },
  {
    id: 'list.per-page.negative',
    level: 'required',
    sections: ['8'],
    phase: 'read',
    needs: [],
    data: { open: 31 },
    says: 'Any negative `per_page` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      '-5 and -1 are asked for by every caller, then the lowest integers of 32 and 64 bits and generated numbers, each beside the same without per_page. The page has to hold 30 results, and the same ones. 31 issues decide it.',
    compared:
      'the same without `per_page`; by itself: 200 (the plain list), 30 results where 31 issues exist; refused beside other parameters only if the twin is, too',
    seen: '3 for a status or a number of results, else 10',
    impact: unlessListed(
      'A client that sends a negative page size for no limit',
      unlike('A client that sends a negative page size for no limit', 'than without per_page'),
    ),
    explainedBy: ['list.per-page.default', ...SORTS, ...LATER_PAGES, ...COMPARED],
    preconditions: LISTS,
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
    oracle: async (t) => aloneOrBeside(t, likeDefault(t, await pagesShown(t)), DEFAULT),
    free: (t) => freeBeside(t, (size) => size.startsWith('-'), DEFAULT),
  },
];
