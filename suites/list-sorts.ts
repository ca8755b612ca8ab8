import fc from 'fast-check';
import type { Query } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { answeredLike, judgeAlike, nameOf, without, withQuery } from '../src/engine/alike.ts';
import { accepted, supposed } from '../src/engine/answers.ts';
import type { RuleCase } from '../src/engine/case.ts';
import { blaming } from '../src/engine/causes.ts';
import type { Property } from '../src/engine/generated.ts';
import { all, judgeBy, type Oracle, undecided, withTwins } from '../src/engine/oracle.ts';
import { orderLasts, repositoriesAreTold, somebodyLists } from '../src/engine/preconditions.ts';
import type { CaseRule } from '../src/engine/rule.ts';
import type { ListingCase, Trial } from '../src/engine/trial.ts';
import { always, onceToConfirm, toConfirm } from '../src/engine/twins.ts';
import { type Page, pagesWithin } from '../src/generate/page.ts';
import {
  directions,
  fewInvalidSorts,
  invalidSortExamples,
  invalidSorts,
  someInvalidSorts,
} from '../src/generate/sort.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';
import { unlikeBoth } from './both-twins.ts';
import { BEYOND_SIZES, COMPARED, LISTING } from './explained-by.ts';
import { unlessListed, unlike } from './impacts.ts';
import { asInRange, sizesBeside } from './sizes.ts';

const LISTS = [repositoriesAreTold, somebodyLists];
const ORDERED = [...LISTS, orderLasts];

/** An invalid sort, and what stands beside it. */
interface SortCase {
  readonly sort: string;
  readonly page?: Page;
  readonly size?: number;
  readonly direction?: string;
  readonly state?: 'open';
}

const [PLAINEST] = invalidSortExamples;
/** Of the few, one that every object inherits, and one that holds all marks at once. */
const [, INHERITED, MARKED] = fewInvalidSorts;

function sorted(
  t: Trial,
  { sort, page, size, direction, state }: SortCase,
  by: Caller,
  how: ListingCase = {},
): RuleCase {
  const query: Query = {
    ...(state === undefined ? {} : { state }),
    sort,
    ...(direction === undefined ? {} : { direction }),
    ...(page === undefined ? {} : { per_page: String(page.size), page: String(page.number) }),
    ...(size === undefined ? {} : { per_page: String(size) }),
  };
  return t.list(query, { ...how, by });
}

/** Invalid sorts without another parameter; two rules look at the same answers. */
const sortsAlone = (t: Trial): Property<string> => ({
  values: invalidSorts,
  runs: t.pick(0, 2, 200),
  examples: t.pick<readonly string[]>(fewInvalidSorts, someInvalidSorts, [
    ...fewInvalidSorts,
    ...invalidSortExamples,
  ]),
  seed: t.seed('sorts'),
});

/** Invalid sorts on pages, with a direction; two rules look at the same pages, one of them without it. */
const sortedPages = (known: Parameters<typeof pagesWithin>[0]): fc.Arbitrary<SortCase> =>
  fc.record({ page: pagesWithin(known), sort: invalidSorts, direction: directions });

/** An invalid sort right after one that the service may know: nothing of that may stick. */
function afterAnother(t: Trial): RuleCase {
  const one = sorted(t, { sort: PLAINEST }, t.base);
  const before = t.listing({ sort: 'updated', direction: 'asc' });
  const [then = before] = one.asks.map((ask) => (typeof ask === 'function' ? ask() : ask));
  return {
    ...one,
    shown: { ...one.shown, 'right after': 'sort=updated&direction=asc' },
    asks: [() => before, () => then],
    inTurn: true,
    undisturbed: true,
  };
}

/**
 * The last full page of a list that is too long to be read whole. What runs like this one have created is all open, and was
 * never changed since: where it stands first, orders and states that differ further down look alike.
 */
async function farDown(t: Trial): Promise<Query[]> {
  const { complete } = await t.run.now();
  const page = complete || t.isQuick ? null : await t.lastPage({});
  return page === null || page < 4 ? [] : [t.page(FULL_PAGE, page - 1)];
}

const plainly = without('sort', 'direction');
const likeNone = answeredLike(plainly, 'the same request without sort');

/**
 * In the default order even with a direction. Where the order is another one without the direction too, the sort alone is
 * to blame, and another rule is broken.
 */
const ignoresDirection: Oracle = {
  says: 'like the same request without sort and direction, unless it is like that without direction alone',
  twins: (one) => ({
    ...likeNone.twins(one),
    'without direction': onceToConfirm(withQuery(one, without('direction')(one.query))),
  }),
  judge: (looks, one) => {
    const ofNone = judgeBy(likeNone, looks, one);
    if (ofNone.kind !== 'broken') return ofNone;
    const alone = judgeAlike(
      withTwins(looks, ['without direction']),
      one,
      without('direction')(one.query),
      'without direction',
    );
    return alone.kind === 'held'
      ? undecided(
          blaming(
            ['list.sort.invalid-default-order'],
            `With ${nameOf(without('direction')(one.query))} the results are others than without it, with a direction and without one.`,
          ),
        )
      : ofNone;
  },
};

/** Without a credential there are few requests: one with an inherited name, which is read at a size and on a later page too. */
const inherited = (t: Trial): RuleCase[] =>
  t.byStrangers((by) => sorted(t, { sort: INHERITED, page: { size: 25, number: 3 } }, by));

/** And one with all marks and an unknown direction. */
const marked = (t: Trial): RuleCase[] =>
  t.byStrangers((by) => sorted(t, { sort: MARKED, direction: 'sideways' }, by));

/** An invalid sort beside each kind of size beyond the range, with a direction or without. */
const besideSizes = (t: Trial, isDirected: boolean): RuleCase[] =>
  sizesBeside(t).flatMap(({ one }) => {
    const { sort, direction } = one.query;
    return sort !== undefined && (direction !== undefined) === isDirected ? [one] : [];
  });

/** Refused beside a direction, and accepted without it: then it is the direction that the service minds. */
const acceptedWithDirection: Oracle = accepted({
  says: '200, unless the same request without direction is refused alike',
  expected: '200 for an invalid sort with a direction',
  twins: (one) => ({
    'without direction': toConfirm(withQuery(one, without('direction')(one.query))),
    'without sort': toConfirm(withQuery(one, plainly(one.query))),
  }),
});

const acceptedAtAll: Oracle = accepted({
  says: '200, unless the same request without sort is refused alike',
  expected: '200 for an invalid sort',
  twins: (one) => ({ 'without sort': always(withQuery(one, plainly(one.query))) }),
});

/** Any invalid sort is accepted; a refusal that only a direction brings about is a matter of another rule. */
const acceptedSort: Oracle = {
  ...acceptedAtAll,
  twins: (one) => ({
    ...acceptedAtAll.twins(one),
    'without direction':
      one.query['direction'] === undefined
        ? 'none'
        : toConfirm(withQuery(one, without('direction')(one.query))),
  }),
  judge: (looks, one) => {
    const judgement = judgeBy(acceptedAtAll, looks, one);
    const isAccepted = looks.looks.some(
      ({ twins }) => twins['without direction']?.[0]?.response?.status === 200,
    );
    return judgement.kind === 'broken' && isAccepted
      ? undecided(
          blaming(
            ['list.sort.invalid-ignores-direction'],
            `${nameOf(one.query)} was answered ${judgement.violation.actual}, and 200 without the direction.`,
          ),
        )
      : judgement;
  },
};

/** What an invalid sort does: nothing (sections 4.1 and 7). */
export const listSorts: readonly CaseRule[] = [
  {
    id: 'list.sort.invalid-ok',
    level: 'required',
    sections: ['4.1', '7'],
    phase: 'read',
    needs: [],
    says: 'Any invalid value of `sort` still answers 200.',
    tried:
      'The sort keys are ones that no service could mean: random text, other scripts, quotes and punctuation, control characters, very long values, and names that every object inherits such as `constructor`, each percent-encoded, alone and beside state, a page, a direction and sizes beyond the range. What is refused without sort as well says nothing.',
    compared: 'by itself: 200 (the same without `sort`, and without the direction beside it)',
    seen: '3',
    impact: unlessListed('A client with a sort key that the service does not know'),
    explainedBy: LISTING,
    preconditions: LISTS,
    cases: (t) => [
      ...t.everyCaller({ sort: PLAINEST }),
      ...t.generated(sortsAlone(t), (sort, by) => sorted(t, { sort }, by)),
      ...(t.isQuick
        ? []
        : [
            sorted(t, { sort: PLAINEST, state: 'open' }, t.base),
            sorted(t, { sort: PLAINEST, page: { size: 10, number: 2 } }, t.base),
            sorted(t, { sort: PLAINEST, direction: 'asc' }, t.base),
            sorted(t, { sort: PLAINEST, direction: '' }, t.base),
          ]),
      ...besideSizes(t, false),
      ...inherited(t),
      ...marked(t),
    ],
    oracle: () => acceptedSort,
  },
  {
    id: 'list.sort.invalid-default-order',
    level: 'required',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    data: { open: 2 },
    says: 'An invalid `sort` leaves the list in its default order, whatever the page and the page size.',
    tried:
      'The sorts of list.sort.invalid-ok, alone, beside state and sizes beyond the range and on generated pages, and one right after a sort that the service may know, are each compared with the same request without sort, asked for by the same caller. Fewer than two issues have only one order. A sort that is refused says nothing of it.',
    compared: 'the same without `sort`',
    seen: '3 for a number of results, else 10',
    impact: {
      general: 'A client with a sort key that the service does not know is not given the default list.',
      ...unlike('A client with a sort key that the service does not know', 'than without it'),
    },
    explainedBy: ['list.sort.invalid-ok', ...COMPARED],
    preconditions: ORDERED,
    cases: async (t) => {
      const { keys, complete } = await t.run.now();
      return [
        ...(await farDown(t)).map((page) => t.list({ sort: PLAINEST, ...page })),
        ...t.everyCaller({ sort: PLAINEST }),
        ...t.generated(sortsAlone(t), (sort, by) => sorted(t, { sort }, by)),
        ...t.generated<SortCase>(
          {
            values: sortedPages({ total: keys.length, complete }),
            runs: t.pick(0, 2, 150),
            examples: [{ sort: PLAINEST, page: { size: 10, number: 2 } }],
            seed: t.seed('sorted pages'),
          },
          ({ direction: _direction, ...one }, by) => sorted(t, one, by),
        ),
        ...(t.isQuick
          ? []
          : [
              sorted(t, { sort: PLAINEST, size: 100 }, t.base),
              sorted(t, { sort: PLAINEST, state: 'open' }, t.base),
              afterAnother(t),
            ]),
        ...besideSizes(t, false),
        ...inherited(t),
      ];
    },
    oracle: () => all(supposed, unlikeBoth(likeNone, asInRange, BEYOND_SIZES)),
  },
  {
    id: 'list.sort.invalid-ignores-direction',
    level: 'required',
    sections: ['4.1'],
    phase: 'read',
    needs: [],
    data: { open: 2 },
    says: 'With an invalid `sort` the list answers 200 in its default order even when `direction` is given.',
    tried:
      'Implausible sort keys are sent with direction=asc by every caller, with direction=desc, and with generated directions, alone and beside state, pages and sizes beyond the range. Each is compared with the same request without both. Where it is the same without the direction, the sort alone is to blame, and another rule is broken. Both words are always tried, since one of them may be the default already.',
    compared:
      'the same without `sort` and `direction`, unless it is like that without `direction` alone; by itself: 200 (the same two)',
    seen: '3 for a status or a number of results, else 10',
    impact: unlessListed(
      'A client with an unknown sort key and a direction',
      unlike('A client with an unknown sort key and a direction', 'than without them'),
    ),
    explainedBy: ['list.sort.invalid-default-order', 'list.sort.invalid-ok', ...COMPARED],
    preconditions: ORDERED,
    cases: async (t) => {
      const { keys, complete } = await t.run.now();
      const [, second] = invalidSortExamples;
      const more: SortCase[] = [
        { sort: PLAINEST, direction: 'asc', state: 'open', size: 100 },
        { sort: second, direction: 'asc', state: 'open' },
        { sort: PLAINEST, direction: 'sideways' },
        { sort: PLAINEST, direction: 'ASC' },
        { sort: PLAINEST, direction: '' },
        { sort: PLAINEST, direction: 'asc', page: { size: 10, number: 2 } },
        { sort: PLAINEST, direction: 'desc', state: 'open' },
      ];
      return [
        ...t.everyCaller({ sort: PLAINEST, direction: 'asc' }),
        // The word that is the default already, more often than not, is asked for by everybody only in `thorough`.
        ...t.everyCaller({ sort: PLAINEST, direction: 'desc' }, 1).slice(0, t.pick(1, 1, undefined)),
        ...(await farDown(t)).map((page) => t.list({ sort: PLAINEST, direction: 'asc', ...page })),
        ...t.generated<SortCase>(
          {
            values: sortedPages({ total: keys.length, complete }),
            runs: t.pick(0, 2, 150),
            examples: t.pick([], more, more),
            seed: t.seed('sorted pages'),
          },
          (one, by) => sorted(t, one, by),
        ),
        ...besideSizes(t, true),
        ...marked(t),
      ];
    },
    oracle: () => all(acceptedWithDirection, supposed, unlikeBoth(ignoresDirection, asInRange, BEYOND_SIZES)),
  },
];
