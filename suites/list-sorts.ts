import fc from 'fast-check';
import { answeredLike, withQuery } from '../src/checks/alike.ts';
import { accepted, supposed } from '../src/checks/answers.ts';
import { answersAreSteady, somebodyLists, tellsRepositories } from '../src/checks/preconditions.ts';
import { unless } from '../src/checks/unless.ts';
import type { Query } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { pagesWithin } from '../src/generate/page.ts';
import {
  directions,
  fewInvalidSorts,
  invalidSortExamples,
  invalidSorts,
  oddPartsOf,
  someInvalidSorts,
  sortOf,
} from '../src/generate/sort.ts';
import { from, type RuleCase } from '../src/model/case.ts';
import { blaming } from '../src/model/causes.ts';
import { all, type Check, undecided } from '../src/model/check.ts';
import type { Property } from '../src/model/generated.ts';
import { nameOf, without } from '../src/model/query.ts';
import { always, toConfirm } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import type { Trial } from '../src/run/trial.ts';
import { FULL_PAGE, type Snapshot } from '../src/snapshot/snapshot.ts';
import { surelyBesideSize, unlikeBoth } from './both-twins.ts';
import { FINDS_ENDS } from './ends.ts';
import { BEYOND_SIZES, COMPARED, LISTING } from './explained-by.ts';
import { unlessAlike, unlessListed } from './impacts.ts';
import { ORDERED } from './list-pages.ts';
import { asInRange, sizesBeside } from './sizes.ts';

/** A query with an invalid sort. */
export type SortQuery = Query & { readonly sort: string };

export const [PLAINEST] = invalidSortExamples;
const SECOND_PAGE: SortQuery = { sort: PLAINEST, per_page: '10', page: '2' };

/** Parameters that only stand beside a sort. */
const AROUND_SORT = ['state', 'direction', 'per_page', 'page'];

/** Parameters that only stand beside a sort with a direction. */
export const AROUND_DIRECTION = ['state', 'per_page', 'page'];

/** A sort that every object inherits, and one that holds all marks at once. */
const [, INHERITED, MARKED] = fewInvalidSorts;

export const sorted = (
  t: Trial,
  query: SortQuery,
  by: Caller = t.base,
  around: readonly string[] = AROUND_SORT,
): RuleCase => t.list(query, { around, by });

/** Invalid sorts without another parameter; two rules look at the same answers. */
const sortsAlone = (t: Trial): Property<string> => ({
  values: invalidSorts,
  runs: { quick: 0, standard: 2, thorough: 200 },
  examples: {
    quick: fewInvalidSorts,
    standard: someInvalidSorts,
    thorough: [...fewInvalidSorts, ...invalidSortExamples],
  },
  seed: t.seed('sorts'),
  parts: { of: oddPartsOf, from: (parts) => sortOf(parts) },
});

/** Invalid sorts on pages, with a direction; two rules look at the same pages, one of them without it. */
export const sortedPages = (
  t: Trial,
  { keys: { length: total }, complete }: Snapshot,
  quick: readonly SortQuery[],
  standard: readonly SortQuery[],
): Property<SortQuery> => ({
  values: fc
    .record({ page: pagesWithin({ total, complete }), sort: invalidSorts, direction: directions })
    .map(({ page: { size, number }, sort, direction }) => ({
      sort,
      direction,
      per_page: String(size),
      page: String(number),
    })),
  runs: { quick: 0, standard: 2, thorough: 150 },
  examples: { quick, standard, thorough: standard },
  seed: t.seed('sorted pages'),
  parts: {
    of: ({ sort }) => oddPartsOf(sort),
    from: (parts, one) => ({ ...one, sort: sortOf(parts) }),
  },
});

/** An invalid sort right after one that the service may know, which must not stick. */
function afterAnother(t: Trial): RuleCase {
  const one = sorted(t, { sort: PLAINEST });
  const before = t.listing({ sort: 'updated', direction: 'asc' });
  const then = t.listing(one.query);
  return {
    ...one,
    shown: { ...one.shown, 'right after': 'sort=updated&direction=asc' },
    asks: [() => before, () => then],
    inTurn: true,
    undisturbed: true,
  };
}

/**
 * Returns the last full page of a list that is too long to be read whole. The issues that runs create are open and never
 * change. Orders and states that differ further down look alike among them.
 */
export async function farDown(t: Trial): Promise<Query[]> {
  const { complete } = await t.run.now();
  const page = complete || !FINDS_ENDS[t.profile] ? null : await t.lastPage({});
  return page === null || page < 4 ? [] : [t.page(FULL_PAGE, page - 1)];
}

export const plainly = without('sort', 'direction');

export const likeNone = answeredLike(plainly, 'the same request without sort');

/** Without a credential: one sort with an inherited name, at a size and on a later page, since requests are few. */
const inherited = (t: Trial): RuleCase[] =>
  t.byStrangers((by) => sorted(t, { sort: INHERITED, per_page: '25', page: '3' }, by));

/** Without a credential: a sort with all marks, and an unknown direction. */
export const marked = (t: Trial, around?: readonly string[]): RuleCase[] =>
  t.byStrangers((by) => sorted(t, { sort: MARKED, direction: 'sideways' }, by, around));

/** An invalid sort beside each kind of size beyond the range, with a direction or without. */
export const besideSizes = (t: Trial, isDirected: boolean): RuleCase[] =>
  sizesBeside(t).flatMap(({ one }) => {
    const { sort, direction } = one.query;
    if (sort === undefined || (direction !== undefined) !== isDirected) return [];
    const around = isDirected ? AROUND_DIRECTION : AROUND_SORT;
    return [t.list(one.query, { by: one.caller, depth: one.depth, around })];
  });

const acceptedAtAll: Check = accepted({
  says: '200, unless the same request without sort is refused alike',
  expected: '200 for an invalid sort',
  twins: (one) => ({ 'without sort': always(withQuery(one, plainly(one.query))) }),
});

/** Any invalid sort is accepted. A refusal that only a direction causes breaks another rule. */
const acceptedSort: Check = unless(
  acceptedAtAll,
  ({ violation: { actual } }, { looks }, { query }) =>
    looks.some(({ twins }) => twins['without direction']?.[0]?.response?.status === 200)
      ? undecided(
          blaming(
            ['list.sort.invalid-ignores-direction'],
            `${nameOf(query)} was answered ${actual}, and 200 without the direction.`,
          ),
        )
      : null,
  (one) => ({
    'without direction':
      one.query['direction'] === undefined
        ? 'none'
        : toConfirm(withQuery(one, without('direction')(one.query))),
  }),
);

/** An invalid sort changes nothing (sections 4.1 and 7). */
export const listSorts: readonly CaseRule[] = [
  {
    id: 'list.sort.invalid-ok',
    level: 'required',
    statedIn: ['4.1 parameter sort', '4.1 rule 3', '7 below the table'],
    phase: 'read',
    needs: [],
    says: 'Any invalid value of `sort` still answers 200.',
    tried:
      'The sort keys are ones that no service could mean: random text, other scripts, quotes and punctuation, control characters, very long values, and names that every object inherits such as `constructor`, each percent-encoded, alone and beside state, a page, a direction and sizes beyond the range. What is refused without sort as well says nothing.',
    compared: 'by itself: 200 (the same without `sort`, and without the direction beside it)',
    impact: unlessListed('A client with a sort key that the service does not know'),
    explainedBy: LISTING,
    preconditions: [answersAreSteady, somebodyLists],
    control: tellsRepositories,
    cases: (t) => [
      ...t.everyCaller({ sort: PLAINEST }),
      ...t.generated(sortsAlone(t), (sort, by) => sorted(t, { sort }, by)),
      ...from('standard', [
        sorted(t, { state: 'open', sort: PLAINEST }),
        sorted(t, SECOND_PAGE),
        sorted(t, { sort: PLAINEST, direction: 'asc' }),
        sorted(t, { sort: PLAINEST, direction: '' }),
      ]),
      ...besideSizes(t, false),
      ...inherited(t),
      ...marked(t),
    ],
    check: () => surelyBesideSize(acceptedSort),
  },
  {
    id: 'list.sort.invalid-default-order',
    level: 'required',
    statedIn: ['4.1 parameter sort', '4.1 rule 3'],
    phase: 'read',
    needs: [],
    data: { open: 2 },
    says: 'An invalid `sort` leaves the list in its default order, whatever the page and the page size.',
    tried:
      'The sorts of list.sort.invalid-ok, alone, beside state and sizes beyond the range and on generated pages, and one right after a sort that the service may know, are each compared with the same request without sort, asked for by the same caller. Fewer than two issues have only one order. A sort that is refused says nothing of it.',
    compared: 'the same without `sort`',
    impact: unlessAlike('A client with a sort key that the service does not know', 'than without it'),
    explainedBy: ['list.sort.invalid-ok', ...COMPARED],
    preconditions: ORDERED,
    cases: async (t) => {
      const pages = sortedPages(t, await t.run.now(), [SECOND_PAGE], [SECOND_PAGE]);
      return [
        ...(await farDown(t)).map((page) => sorted(t, { sort: PLAINEST, ...page })),
        ...t.everyCaller({ sort: PLAINEST }),
        ...t.generated(sortsAlone(t), (sort, by) => sorted(t, { sort }, by)),
        ...t.generated(pages, ({ direction: _direction, ...one }, by) => sorted(t, one, by)),
        ...from('standard', [
          sorted(t, { sort: PLAINEST, per_page: '100' }),
          sorted(t, { state: 'open', sort: PLAINEST }),
          afterAnother(t),
        ]),
        ...besideSizes(t, false),
        ...inherited(t),
      ];
    },
    check: () => all(supposed, unlikeBoth(likeNone, asInRange, BEYOND_SIZES)),
  },
];
