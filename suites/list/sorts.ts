import { checkAcceptedLikeTwin, checkSameAsTwin, ifDataSuffices } from '../../src/checks/same.ts';
import { type Attempt, type Case, lastAround, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { INHERITED_SORT, LONG_SORT, MADE_UP_SORT, ODD_SORT } from '../../src/generate/values.ts';
import { type Finding, inconclusiveFinding } from '../../src/model/finding.ts';
import type { Caller, Query } from '../../src/model/planned-request.ts';
import { byCaller, caseOf, rightAfter, type ValuesByCaller } from '../cases.ts';
import { ofContents, ofStatus } from '../groups.ts';

const BESIDE: readonly Query[] = [
  { per_page: '100' },
  { page: '2' },
  { state: 'open' },
  { per_page: '5', page: '2' },
];
const DIRECTIONS = ['asc', 'desc', 'zz-sideways', ''];

/** Returns cases of invalid sorts alone, of some by the other callers, and of some with other parameters. */
function bySort(run: RunContext, make: (caller: Caller, query: Query, quick: boolean) => Case): Case[] {
  const sorts = run.values.invalidSorts();
  const askers = run.values.pick('sort beside', run.preflight.listingCallers.slice(0, 2));
  const alone = { all: sorts, others: () => [ODD_SORT], quick: [LONG_SORT] };
  return [
    ...byCaller(run, alone, (caller, sort, quick) => make(caller, { sort }, quick)),
    make(run.primaryCaller, { sort: INHERITED_SORT, page: '2' }, true),
    ...BESIDE.flatMap((other, index) =>
      askers.map((caller) => make(caller, { sort: sorts[index] ?? MADE_UP_SORT, ...other }, false)),
    ),
  ];
}

/** Returns invalid sorts with a direction. */
function sortsWithDirection(run: RunContext): ValuesByCaller<Query> {
  const [first = '', second = '', third = ''] = run.values.invalidSorts();
  const quick = { sort: INHERITED_SORT, direction: 'asc', page: '2' };
  return {
    all: [
      ...DIRECTIONS.map((direction, index) => ({ sort: index % 2 === 0 ? first : second, direction })),
      quick,
      { sort: third, direction: 'asc', per_page: '100' },
      { sort: first, direction: 'asc', state: 'open' },
      { sort: second, direction: 'desc', page: '2' },
    ],
    others: () => [{ sort: INHERITED_SORT, direction: 'asc' }],
    quick: [quick],
  };
}

/** Returns a query without some parameters. */
const without = (query: Query, ...names: readonly string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** Demands the results of the list without the sort, in their order. */
function likeNone(attempt: Attempt, run: RunContext): Finding {
  const finding = checkSameAsTwin(attempt, 'without', {
    keysOf: run.keys,
    blockedBy: ['list.page.second', 'list.state.open'],
    refusal: 'list.sort.invalid-ok',
  });
  return ifDataSuffices(finding, run.distinct(attempt.answers) > 1, 'two open issues on this page');
}

/** Demands the results of the list without sort and direction. The sort must be ignored without a direction, too (twin `sort`). */
function ignoresDirection(attempt: Attempt, run: RunContext): Finding {
  const sameness = { keysOf: run.keys, blockedBy: ['list.page.second'], refusal: null } as const;
  const alone = lastAround(attempt, 'sort').map((own) =>
    checkSameAsTwin({ ...attempt, answers: [own] }, 'without', sameness),
  );
  const open = alone.find(({ is }) => is === 'inconclusive');
  if (open !== undefined) return open;
  if (alone.some(({ is }) => is === 'violated'))
    return inconclusiveFinding('other-rule', 'The invalid sort changes the list even without a direction.', [
      'list.sort.invalid-default-order',
      'list.sort.invalid-ok',
    ]);
  return ifDataSuffices(
    checkSameAsTwin(attempt, 'without', sameness),
    run.distinct(attempt.answers) > 1,
    'two open issues on this page',
  );
}

/** Rules on an invalid `sort`, which must get the same list as no `sort`. */
export const sortRules: readonly Rule[] = [
  ofStatus('list.sort.invalid-ok', 'required', ['4.1 parameter sort', '4.1 rule 3', '7 below the table'], {
    statement: 'Any invalid value of `sort` still answers 200.',
    tried:
      'The run sends sort keys that no service could mean, alone and with state, a page and a page size. They are random text, other scripts, punctuation, control characters, long values, and names that every object inherits. If the same request without sort is refused as well, another rule judges the refusal.',
    impact: 'A client with a sort key that the service does not know does not get the 200 that it expects.',
    cases: (run) =>
      bySort(run, (caller, query, quick) =>
        caseOf(run.list(caller, query), {
          twins: { without: run.list(caller, without(query, 'sort')) },
          quick,
          check: (attempt) =>
            checkAcceptedLikeTwin(attempt, 'without', ['list.page.second', 'list.state.open']),
        }),
      ),
  }),
  ofContents('list.sort.invalid-default-order', 'required', ['4.1 parameter sort', '4.1 rule 3'], {
    statement: 'An invalid `sort` leaves the list in its default order, whatever the page and the page size.',
    tried:
      'The run compares the requests of list.sort.invalid-ok with the same requests without sort. One request follows right after a valid sort. Another rule judges a refused sort.',
    impact: 'A client whose sort key the service does not know gets another list than without the key.',
    blockedBy: ['list.per-page.at-most', 'list.page.second', 'list.page.slices'],
    data: { open: 2 },
    cases: (run) => {
      const ordered = (caller: Caller, query: Query, quick: boolean): Case =>
        caseOf(run.list(caller, query), {
          twins: { without: run.list(caller, without(query, 'sort')) },
          quick,
          check: (attempt) => likeNone(attempt, run),
        });
      const valid = run.list(run.primaryCaller, { sort: 'created', direction: 'asc' });
      return [
        ...bySort(run, ordered),
        rightAfter('a valid sort', valid, ordered(run.primaryCaller, { sort: 'zz-other' }, false)),
      ];
    },
  }),
  ofContents('list.sort.invalid-ignores-direction', 'required', ['4.1 parameter direction', '4.1 rule 3'], {
    statement:
      'With an invalid `sort` the list answers 200 in its default order even when `direction` is given.',
    tried:
      'The run sends such sort keys with direction=asc, desc, a made-up and an empty direction. It sends them alone and with state, a page and a page size. It compares each with the same request without both parameters. If the sort changes the list even without a direction, another rule judges the change.',
    impact: 'A client with an unknown sort key and a direction gets another list.',
    impactIf: { refused: 'A client with an unknown sort key and a direction is refused.' },
    blockedBy: ['list.per-page.at-most', 'list.page.second', 'list.page.slices'],
    data: { open: 32 },
    cases: (run) =>
      byCaller(run, sortsWithDirection(run), (caller, query, quick) =>
        caseOf(run.list(caller, query), {
          twins: {
            without: run.list(caller, without(query, 'sort', 'direction')),
            sort: run.list(caller, without(query, 'direction')),
          },
          quick,
          check: (attempt) => ignoresDirection(attempt, run),
        }),
      ),
  }),
];
