import { withQuery } from '../src/checks/alike.ts';
import { accepted, supposed } from '../src/checks/answers.ts';
import { unlessLike } from '../src/checks/unless.ts';
import { invalidSortExamples } from '../src/generate/sort.ts';
import { blaming } from '../src/model/causes.ts';
import { all, type Check, undecided } from '../src/model/check.ts';
import { nameOf, without } from '../src/model/query.ts';
import { onceToConfirm, toConfirm } from '../src/model/twins.ts';
import type { CaseRule } from '../src/run/rule.ts';
import { surelyBesideSize, unlikeBoth } from './both-twins.ts';
import { BEYOND_SIZES, COMPARED } from './explained-by.ts';
import { unlessListed, unlike } from './impacts.ts';
import { ORDERED } from './list-pages.ts';
import {
  AROUND_DIRECTION,
  besideSizes,
  farDown,
  likeNone,
  marked,
  PLAINEST,
  plainly,
  type SortQuery,
  sorted,
  sortedPages,
} from './list-sorts.ts';
import { asInRange } from './sizes.ts';

const undirected = without('direction');

/** In the default order even with a direction. If the order is the same without it, the sort alone is to blame. */
const ignoresDirection: Check = {
  ...unlessLike(likeNone, {
    name: 'without direction',
    queryOf: undirected,
    at: onceToConfirm,
    explain: (query) =>
      undecided(
        blaming(
          ['list.sort.invalid-default-order'],
          `With ${nameOf(query)} the results are others than without it, with a direction and without one.`,
        ),
      ),
  }),
  says: 'like the same request without sort and direction, unless it is like that without direction alone',
};

/** A sort that is refused beside a direction, and accepted without it: the service minds the direction. */
const acceptedWithDirection: Check = surelyBesideSize(
  accepted({
    says: '200, unless the same request without direction is refused alike',
    expected: '200 for an invalid sort with a direction',
    twins: (one) => ({
      'without direction': toConfirm(withQuery(one, undirected(one.query))),
      'without sort': toConfirm(withQuery(one, plainly(one.query))),
    }),
  }),
);

/** A direction beside an invalid sort changes nothing (section 4.1). */
export const listDirections: readonly CaseRule[] = [
  {
    id: 'list.sort.invalid-ignores-direction',
    level: 'required',
    statedIn: ['4.1 parameter direction', '4.1 rule 3'],
    phase: 'read',
    needs: [],
    data: { open: 2 },
    says: 'With an invalid `sort` the list answers 200 in its default order even when `direction` is given.',
    tried:
      'Implausible sort keys are sent with direction=asc by every caller, with direction=desc, and with generated directions, alone and beside state, pages and sizes beyond the range. Each is compared with the same request without both. Where it is the same without the direction, the sort alone is to blame, and another rule is broken. Both words are always tried, since one of them may be the default already.',
    compared:
      'the same without `sort` and `direction`, unless it is like that without `direction` alone; by itself: 200 (the same two)',
    impact: unlessListed('A client with an unknown sort key and a direction', unlike('than without them')),
    explainedBy: ['list.sort.invalid-default-order', 'list.sort.invalid-ok', ...COMPARED],
    preconditions: ORDERED,
    cases: async (t) => {
      const [, second] = invalidSortExamples;
      const more: SortQuery[] = [
        { state: 'open', sort: PLAINEST, direction: 'asc', per_page: '100' },
        { state: 'open', sort: second, direction: 'asc' },
        { sort: PLAINEST, direction: 'sideways' },
        { sort: PLAINEST, direction: 'ASC' },
        { sort: PLAINEST, direction: '' },
        { sort: PLAINEST, direction: 'asc', per_page: '10', page: '2' },
        { state: 'open', sort: PLAINEST, direction: 'desc' },
      ];
      const pages = sortedPages(t, await t.run.now(), [], more);
      return [
        ...t.everyCaller({ sort: PLAINEST, direction: 'asc' }),
        // This word is mostly the default already, so only `thorough` asks for it as every caller.
        ...t.everyCaller({ sort: PLAINEST, direction: 'desc' }, { inQuick: 'other', others: 'thorough' }),
        ...(await farDown(t)).map((page) =>
          sorted(t, { sort: PLAINEST, direction: 'asc', ...page }, t.base, AROUND_DIRECTION),
        ),
        ...t.generated(pages, (one, by) => sorted(t, one, by, AROUND_DIRECTION)),
        ...besideSizes(t, true),
        ...marked(t, AROUND_DIRECTION),
      ];
    },
    check: () => all(acceptedWithDirection, supposed, unlikeBoth(ignoresDirection, asInRange, BEYOND_SIZES)),
  },
];
