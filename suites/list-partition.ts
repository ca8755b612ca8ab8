import fc from 'fast-check';
import { keysIn, withQuery } from '../src/checks/alike.ts';
import { incomparable, lookShows, supposed, telling } from '../src/checks/answers.ts';
import { compared } from '../src/checks/naming.ts';
import { hasTwoOrders } from '../src/checks/preconditions.ts';
import { eachOnce } from '../src/checks/walks.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { pageCount } from '../src/generate/page.ts';
import { MAX_PER_PAGE } from '../src/generate/per-page.ts';
import { from, type RuleCase } from '../src/model/case.ts';
import {
  ALL_ALIKE,
  all,
  broken,
  byCase,
  type Check,
  type Judgement,
  lacking,
  undecided,
} from '../src/model/check.ts';
import { always } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { isOtherOrder } from '../src/snapshot/sequence.ts';
import { listExtentOf, shownToStrangers } from './ends.ts';
import { COMPARED, LATER_PAGES } from './explained-by.ts';
import { LISTS } from './list-pages.ts';

/** Pages of one size that are walked, at most. */
const PAGES_WALKED = { quick: 2, standard: 5, thorough: 20 } as const;

/** Half of the largest size: two pages lie beside one of that. */
const HALF_PAGE = MAX_PER_PAGE / 2;

/** The pages of one size in turn, as one case. */
function walk(t: Trial, size: number, pages: number, by: Caller): RuleCase {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  return {
    depth: 'quick',
    shown: { per_page: size, pages: `1 to ${pages}`, ...(by === t.base ? {} : { asked: by }) },
    caller: by,
    query: { per_page: String(size) },
    asks: numbers.map((page) => t.listing(t.page(size, page), by)),
  };
}

/** Expects one order for one request. */
const inOneOrder: Check<'same'> = {
  says: 'one request is answered in one order',
  twins: (one) => ({ same: always(withQuery(one, one.query)) }),
  judge: ({ looks, known }): Judgement => {
    const doubt = incomparable(looks);
    if (doubt !== null) return undecided(doubt);
    if (!known.isDistinct) return ALL_ALIKE;
    const shuffled = looks.flatMap((look) => {
      const answer = telling(look);
      const other = look.twins.same?.[0];
      const [own, twin] = [answer, other].map((each) => (each === undefined ? null : keysIn(each, known)));
      if (own === undefined || own === null || twin === undefined || twin === null) return [];
      return answer !== undefined && other !== undefined && isOtherOrder(own, twin)
        ? [{ look, own: { answer, keys: own }, twin: { answer: other, keys: twin } }]
        : [];
    });
    const last = shuffled.at(-1);
    if (last === undefined) return lacking('a list without an order');
    const seen = compared(last.own, last.twin, known);
    return broken(
      {
        kind: 'wrong-order',
        expected: `one order for one request: ${seen.twin}`,
        actual: `${seen.own} when it is asked again`,
        difference: seen.difference,
        ...lookShows(last.look, 'twins'),
      },
      shuffled.length,
    );
  },
};

/** The two answers to the plain list that the first reading saw in two orders. One of them is unlike the next answer. */
const twoOrders = (t: Trial): RuleCase[] =>
  hasTwoOrders(t)
    ? [t.first.plain.get(t.base), t.first.plainAgain].flatMap((answer) =>
        answer === undefined ? [] : [{ ...t.list({}), shared: () => Promise.resolve([answer]) }],
      )
    : [];

/** Pages hold each issue once (section 4.1). */
export const listPartition: readonly CaseRule[] = [
  {
    id: 'list.page.partition',
    level: 'implied',
    general: true,
    statedIn: ['4.1 parameter page'],
    phase: 'read',
    needs: [],
    data: { open: 101 },
    says: 'Walking the pages one after another, at any size, meets each issue once and only once, always in the same order.',
    tried:
      'Pages of several sizes are walked from the first and laid end to end, beside the first pages of per_page=100. It fails where an issue stands on two pages, or on none, three times over on a list at rest; where equals change places it fails only if an issue is lost or repeated by that; and where one request is answered in another order each time.',
    compared:
      'the first pages of `per_page=100`, beside pages laid end to end: each issue once; and the same request again: one order',
    seen: '3; 10 looks where few of the walks show it',
    impact: {
      general: 'A client that walks the pages cannot rely on meeting each issue once.',
      lost: 'A client that copies the list page by page misses issues.',
      duplicated: 'A client that copies the list page by page gets issues twice.',
      'wrong-order':
        'One request is answered in different orders, so a client that walks the pages cannot rely on meeting each issue once.',
    },
    explainedBy: [
      'list.per-page.fills',
      'list.per-page.at-most',
      'list.per-page.maximum',
      ...LATER_PAGES,
      ...COMPARED,
    ],
    preconditions: LISTS,
    cases: async (t) => {
      const extent = await listExtentOf(t);
      const [, ...others] = t.listers;
      const walked = PAGES_WALKED[t.profile];
      const pagesFor = (size: number): number => Math.max(2, Math.min(walked, pageCount(extent, size)));
      // A size whose pages reach to the end of what is known, the short last page included where the list ends there.
      // The largest pages are walked anyway. Where records do not name their issues, walking them cannot show anything.
      const full = t.known.isNamed ? MAX_PER_PAGE : HALF_PAGE;
      const even = Math.max(1, Math.floor(extent.total / walked));
      const wide = Math.min(MAX_PER_PAGE, extent.complete ? even + 1 : even);
      const standard = [wide, full, HALF_PAGE];
      // These pages are asked for anyway, unless they are too short to be walked.
      const shown = await shownToStrangers(t);
      const half = shown > MAX_PER_PAGE ? full : Math.max(1, Math.floor(shown / 2));
      const byOthers = others.map((by) => walk(t, by === 'anonymous' ? half : HALF_PAGE, 2, by));
      const largest = Math.max(1, Math.min(MAX_PER_PAGE, Math.floor(extent.total / 2)));
      return [
        ...t.generated(
          {
            values: fc.integer({ min: 1, max: largest }),
            runs: { quick: 0, standard: 0, thorough: 20 },
            examples: { quick: [full], standard, thorough: standard },
          },
          (size, by) => walk(t, size, pagesFor(size), by),
        ),
        // Pages of the full size alone lose nothing beside themselves.
        ...from('standard', byOthers),
        t.list({ per_page: String(MAX_PER_PAGE) }, { anew: true, around: ['per_page'] }),
        ...t.byStrangers((by) =>
          t.list({ per_page: String(MAX_PER_PAGE) }, { by, anew: true, around: ['per_page'] }),
        ),
      ];
    },
    later: twoOrders,
    check: () => {
      const says = 'every issue on one page, and on one only, three times over; one order for one request';
      const once = all(supposed, eachOnce);
      const order = all(supposed, inOneOrder);
      // A walk asks for several pages.
      return byCase(says, ({ asks }) => (asks.length > 1 ? once : order));
    },
  },
];
