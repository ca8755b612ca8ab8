import fc from 'fast-check';
import { because } from '../src/client/doubt.ts';
import type { Query } from '../src/client/request.ts';
import type { Caller } from '../src/client/test-bed.ts';
import { answeredLike, judgeAlike, nameOf, without, withQuery } from '../src/engine/alike.ts';
import { accepted, supposed } from '../src/engine/answers.ts';
import type { RuleCase } from '../src/engine/case.ts';
import type { Property } from '../src/engine/generated.ts';
import { all, type Oracle, twinsOf, undecided } from '../src/engine/oracle.ts';
import { orderLasts, repositoriesAreTold, somebodyLists } from '../src/engine/preconditions.ts';
import type { CaseRule } from '../src/engine/rule.ts';
import type { ListingCase, Trial } from '../src/engine/trial.ts';
import { type Page, pagesWithin } from '../src/generate/page.ts';
import { directions, fewInvalidSorts, invalidSortExamples, invalidSorts } from '../src/generate/sort.ts';
import { FULL_PAGE } from '../src/snapshot/snapshot.ts';
import { unlessListed } from './impacts.ts';

const LISTS = [repositoriesAreTold, somebodyLists];
const ORDERED = [...LISTS, orderLasts];

/** An invalid sort, and what stands beside it. */
interface SortCase {
  readonly sort: string;
  readonly page?: Page;
  readonly direction?: string;
  readonly state?: 'open';
}

const [PLAINEST] = invalidSortExamples;

function sorted(
  t: Trial,
  { sort, page, direction, state }: SortCase,
  by: Caller,
  how: ListingCase = {},
): RuleCase {
  const query: Query = {
    ...(state === undefined ? {} : { state }),
    sort,
    ...(direction === undefined ? {} : { direction }),
    ...(page === undefined ? {} : { per_page: String(page.size), page: String(page.number) }),
  };
  return t.list(query, { ...how, by });
}

/** Invalid sorts without another parameter; two rules look at the same answers. */
const sortsAlone = (t: Trial): Property<string> => ({
  values: invalidSorts,
  runs: t.pick(0, 4, 200),
  examples: t.pick<readonly string[]>(
    fewInvalidSorts,
    [...fewInvalidSorts, ...invalidSortExamples],
    [...fewInvalidSorts, ...invalidSortExamples],
  ),
  seed: t.seed('sorts'),
});

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
  twins: (one, stage) => [
    ...likeNone.twins(one, stage),
    stage === 'confirm' ? withQuery(one, without('direction')(one.query)) : null,
  ],
  judge: (looks, one) => {
    const ofNone = likeNone.judge(twinsOf(looks, 0, 1), one);
    if (ofNone.kind !== 'broken') return ofNone;
    const alone = judgeAlike(twinsOf(looks, 1), one, without('direction')(one.query));
    return alone.kind === 'held'
      ? undecided(
          because(
            'other-rule',
            `With ${nameOf(without('direction')(one.query))} the results are others than without it, whether a direction is given or not; fix list.sort.invalid-default-order first, then run again.`,
          ),
        )
      : ofNone;
  },
};

/** Refused beside a direction, and accepted without it: then it is the direction that the service minds. */
const acceptedWithDirection: Oracle = accepted({
  says: '200, unless the same request without direction is refused alike',
  expected: '200 for an invalid sort with a direction',
  twins: (one, stage) =>
    stage === 'look'
      ? [null, null]
      : [withQuery(one, without('direction')(one.query)), withQuery(one, plainly(one.query))],
});

const acceptedAtAll: Oracle = accepted({
  says: '200, unless the same request without sort is refused alike',
  expected: '200 for an invalid sort',
  twins: (one) => [withQuery(one, plainly(one.query))],
});

/** Any invalid sort is accepted; a refusal that only a direction brings about is a matter of another rule. */
const acceptedSort: Oracle = {
  ...acceptedAtAll,
  twins: (one, stage) => [
    ...acceptedAtAll.twins(one, stage),
    stage === 'look' || one.query['direction'] === undefined
      ? null
      : withQuery(one, without('direction')(one.query)),
  ],
  judge: (looks, one) => {
    const judgement = acceptedAtAll.judge(twinsOf(looks, 0, 1), one);
    const isAccepted = looks.looks.some(({ twins: [, alone] }) => alone?.response?.status === 200);
    return judgement.kind === 'broken' && isAccepted
      ? undecided(
          because(
            'other-rule',
            `${nameOf(one.query)} was answered ${judgement.violation.actual}, and 200 without the direction, which list.sort.invalid-ignores-direction judges; fix that first, then run again.`,
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
      'The sort keys are ones that no service could mean: random text, other scripts, quotes and punctuation, control characters, very long values, and names that every object inherits such as `constructor`, each percent-encoded, alone and beside state, a page and a direction. What is refused without sort as well says nothing.',
    impact: unlessListed({
      general: 'A client with a sort key that the service does not know cannot rely on the list.',
      refused:
        'A client with a sort key that the service does not know is refused the list, and not only the order.',
      'server-error':
        'The request of a client with a sort key that the service does not know fails on the side of the service.',
    }),
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
      'The sorts of list.sort.invalid-ok, alone, beside state and on generated pages, and one right after a sort that the service may know, are each compared with the same request without sort, asked for by the same caller. Fewer than two issues have only one order. A sort that is refused says nothing of it.',
    impact: {
      general: 'A client with a sort key that the service does not know is not given the default list.',
      'too-few':
        'A client with a sort key that the service does not know is given fewer results than without it.',
      'too-many':
        'A client with a sort key that the service does not know is given more results than without it.',
      'wrong-results':
        'A client with a sort key that the service does not know is given other issues than without it.',
      'wrong-order':
        'A client with a sort key that the service does not know gets another order than the default one.',
    },
    preconditions: ORDERED,
    // Where a sort alone changes the order, it does so beside a direction too.
    isFirst: true,
    cases: async (t) => {
      const { keys, complete } = await t.run.now();
      return [
        ...(await farDown(t)).map((page) => t.list({ sort: PLAINEST, ...page })),
        ...t.everyCaller({ sort: PLAINEST }),
        ...t.generated(sortsAlone(t), (sort, by) => sorted(t, { sort }, by)),
        ...t.generated(
          {
            values: fc.record({ sort: invalidSorts, page: pagesWithin({ total: keys.length, complete }) }),
            runs: t.pick(0, 2, 150),
            examples: [{ sort: PLAINEST, page: { size: 10, number: 2 } }],
          },
          (one, by) => sorted(t, one, by),
        ),
        ...(t.isQuick
          ? []
          : [
              sorted(t, { sort: PLAINEST, page: { size: 100, number: 1 } }, t.base),
              sorted(t, { sort: PLAINEST, state: 'open' }, t.base),
              afterAnother(t),
            ]),
        ...t.byStrangers((by) => t.list({ sort: PLAINEST, page: '2' }, { by })),
      ];
    },
    oracle: () => all(supposed, likeNone),
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
      'Implausible sort keys are sent with direction=asc and direction=desc by every caller, and with generated directions, and compared with the same request without both. Where it is the same without the direction, the sort alone is to blame, and another rule is broken. Both words are always tried, since one of them may be the default already.',
    impact: unlessListed({
      general: 'A client with an unknown sort key and a direction is not given the default list.',
      refused:
        'A client with an unknown sort key and a direction is refused the list, and not only the order.',
      'server-error':
        'The request of a client with an unknown sort key and a direction fails on the side of the service.',
      'too-few':
        'A client with an unknown sort key and a direction is given fewer results than without them.',
      'too-many':
        'A client with an unknown sort key and a direction is given more results than without them.',
      'wrong-results':
        'A client with an unknown sort key and a direction is given other issues than without them.',
      'wrong-order':
        'A client with an unknown sort key and a direction gets another order than the default one.',
    }),
    preconditions: ORDERED,
    cases: async (t) => {
      const { keys, complete } = await t.run.now();
      const [, second] = invalidSortExamples;
      const more: SortCase[] = [
        { sort: PLAINEST, direction: 'asc', page: { size: 100, number: 1 } },
        { sort: second, direction: 'asc' },
        { sort: PLAINEST, direction: 'sideways' },
        { sort: PLAINEST, direction: 'ASC' },
        { sort: PLAINEST, direction: '' },
        { sort: PLAINEST, direction: 'asc', page: { size: 10, number: 2 } },
        { sort: PLAINEST, direction: 'desc', state: 'open' },
      ];
      return [
        ...t.everyCaller({ sort: PLAINEST, direction: 'asc' }),
        ...t.everyCaller({ sort: PLAINEST, direction: 'desc' }, 1),
        ...(await farDown(t)).map((page) => t.list({ sort: PLAINEST, direction: 'asc', ...page })),
        ...t.generated<SortCase>(
          {
            values: fc.record({
              sort: invalidSorts,
              direction: directions,
              page: pagesWithin({ total: keys.length, complete }),
            }),
            runs: t.pick(0, 2, 150),
            examples: t.pick([], more, more),
          },
          (one, by) => sorted(t, one, by),
        ),
      ];
    },
    oracle: () => all(acceptedWithDirection, supposed, ignoresDirection),
  },
];
