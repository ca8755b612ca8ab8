import { acceptedLikeTwin, checkSameAsTwin, ifDataSuffices } from '../../src/checks/same.ts';
import { type Attempt, type Case, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { INHERITED_NAME } from '../../src/generate/sorts.ts';
import { areIdentical } from '../../src/listings/compare.ts';
import { blocked, type Finding } from '../../src/model/finding.ts';
import type { Answers, Caller, Query } from '../../src/model/planned-request.ts';
import { DEFAULT_PAGE, LARGEST_PAGE, queryText, sendInOrder } from '../../src/model/planned-request.ts';
import { shorten } from '../../src/model/text.ts';
import type { CaseOf, ValuesByCaller } from '../define.ts';
import { byCaller, caseOf, comparedWith, rightAfter, ruleOn, without } from '../define.ts';

/** Returns parameters with which invalid sorts are tried. */
const besideOf = (run: RunContext): Query[] => [
  // Other code may list every state.
  { per_page: '100', state: 'all', page: '1' },
  { page: '2' },
  { state: 'open' },
  // Issues of this run, which come first, are in one order by creation and by update.
  run.listed.count() < 120 ? { per_page: '5', page: '2' } : { per_page: '10', page: '12' },
];

const withSort = (sort: string | undefined, query: Query, isLast = false): Query => {
  const sorted = { sort: sort ?? INHERITED_NAME };
  return isLast ? { ...query, ...sorted } : { ...sorted, ...query };
};

/** Returns cases of invalid sorts alone, of some by the other callers, and of some with other parameters. */
function bySort(run: RunContext, make: CaseOf<Query>): Case[] {
  const { values, primaryCaller } = run;
  const askers = values.pick('sort beside', run.preflight.listingCallers.slice(0, 2));
  const beside = besideOf(run);
  // Each sort is tried once, alone or with other parameters. One makes room for a further inherited name.
  const drawn = values.shuffled('sorts beside', values.drawnSorts());
  const long = values.longSort();
  const sorts = drawn.slice(0, beside.length);
  const directed = (caller: Caller): string =>
    values.directedSort(caller.kind, run.preflight.listingCallers.indexOf(caller));
  const alone = {
    // Names that every object inherits, in JavaScript and in Python.
    all: [long, '__proto__', '__class__', directed(primaryCaller), ...drawn.slice(beside.length + 1)],
    others: (caller: Caller) => [directed(caller)],
    quick: [long],
  };
  // Others send a direction with a sort alone.
  const later = run.listed.count() > LARGEST_PAGE ? { per_page: '5', page: '2' } : {};
  return [
    ...byCaller(run, alone, (caller, sort, quick) =>
      make(caller, withSort(sort, caller === primaryCaller ? {} : later), quick),
    ),
    make(primaryCaller, { sort: INHERITED_NAME, page: '2' }, true),
    ...beside.flatMap((other, index) =>
      // Other rules request later pages as these callers, too.
      ('page' in other && !('state' in other) ? askers : [primaryCaller]).map((caller) =>
        make(caller, withSort(sorts[index], other)),
      ),
    ),
  ];
}

/** Adds the cases of both halves of an invalid sort, which are invalid, too. */
const narrowing =
  (make: CaseOf<Query>): CaseOf<Query> =>
  (caller, query, quick) => ({
    ...make(caller, query, quick),
    halves: () => {
      const characters = [...String(query['sort']).replace(/^zz/, '')];
      const middle = Math.ceil(characters.length / 2);
      const halves = [characters.slice(0, middle), characters.slice(middle)];
      return halves
        .filter((half) => half.length > 0 && half.length < characters.length)
        .map((half) => narrowing(make)(caller, { ...query, sort: `zz${half.join('')}` }));
    },
  });

function sortsWithDirection(run: RunContext): ValuesByCaller<Query> {
  const { values } = run;
  const [first, second] = values.shuffled('inherited with a direction', ['__proto__', 'toString', 'valueOf']);
  const quick = { sort: first ?? INHERITED_NAME, direction: 'asc', page: '2' };
  const later = run.listed.count() > LARGEST_PAGE ? { per_page: '100', page: '2' } : { page: '2' };
  const sizes = run.listed.count() < LARGEST_PAGE ? [{ per_page: '5' }] : [{}, { per_page: '20' }];
  const [size] = values.pick('size of a descending list', sizes);
  const queries: readonly Query[] = [
    { direction: 'ASC' },
    { direction: '' },
    // A service may take the direction for the sort, or know other words.
    {
      direction: values.pick('odd direction', ['updated', 'ascending', 'up', '1']).join(''),
      per_page: '10',
    },
    { direction: 'desc', ...size, page: '2' },
    { direction: 'asc', per_page: '10' },
    { direction: 'asc', ...values.pick('page beside a state', [{}, later])[0], state: 'open' },
  ];
  const sorts = values.sorts('with a direction', queries.length);
  return {
    // A service may read its parameters in their order.
    all: [quick, ...queries.map((query, index) => withSort(sorts[index], query, index % 2 > 0))],
    others: ({ kind }) => [
      {
        sort: (kind === 'anonymous' ? second : undefined) ?? values.oddSort('with a direction'),
        direction: 'asc',
      },
    ],
    quick: [quick],
  };
}

/** Demands the results of the list without the sort, in their order. */
function likeNone(attempt: Attempt, run: RunContext): Finding {
  const finding = checkSameAsTwin(attempt, run);
  const [control] = attempt.beforeConfirming['control'] ?? [];
  const isPlainOdd =
    control !== undefined && areIdentical([lastOf(attempt), control].map((one) => run.keys(one) ?? []));
  if (finding.is === 'violated' && isPlainOdd)
    return blocked(
      'This list has the issues of per_page=30, and the plain list does not.',
      'list.state.default-open',
      'list.per-page.default',
    );
  return ifDataSuffices(finding, run.keysIn(attempt.answers).size > 1, 'two open issues on this page');
}

/** Demands the results of the list without sort and direction. The sort must be ignored without a direction, too (first answer). */
function ignoresDirection({ answers, ...attempt }: Attempt, run: RunContext): Finding {
  const judge = (some: Answers): Finding => checkSameAsTwin({ ...attempt, answers: some }, run, true);
  const alone = answers.length > 1 ? judge(answers.slice(0, -1)) : null;
  if (alone?.is === 'inconclusive') return alone;
  if (alone?.is === 'violated')
    return blocked(
      `Even without a direction (${shorten(queryText(answers[0]?.ask.query ?? {}), 120)}): ${alone.violation.actual}.`,
      'list.sort.invalid-default-order',
      'list.sort.invalid-ok',
    );
  const finding = judge(answers.slice(-1));
  return ifDataSuffices(finding, run.keysIn(answers).size > 1, 'two open issues on this page');
}

/** Returns cases of an invalid sort with a direction. The sort alone is requested only once they give another list. */
const withDirection =
  (run: RunContext): CaseOf<Query> =>
  (caller, query, quick = false) => {
    const [own, plain] = [run.list(caller, query), run.list(caller, without('sort', 'direction')(query))];
    const alone = run.list(caller, without('direction')(query));
    let isSuspect = false;
    return {
      ...caseOf(own, { twins: { twin: plain }, quick, check: ignoresDirection }),
      script: async (send) => {
        if (isSuspect) return sendInOrder(alone, own)(send);
        const [answer, usual] = [await send(own), await send(plain)];
        isSuspect = answer.status !== 200 || !areIdentical([run.keys(answer) ?? [], run.keys(usual) ?? []]);
        return isSuspect ? [await send(alone), answer] : [answer];
      },
    };
  };

export const sortRules: readonly Rule[] = [
  ruleOn.status(
    'list.sort.invalid-ok',
    ['required', '4.1 parameter sort', '4.1 rule 3', '7 below the table'],
    {
      statement: 'Any invalid value of `sort` still answers 200.',
      tried:
        'The run sends sort keys that no service could mean, alone and with state, a page and a page size. They are random text, digits, other scripts, spaces, punctuation, SQL, markup and backslashes. They are also control characters with NUL, long values, and names that every object inherits. If the same request without sort is refused as well, another rule judges the refusal. A failing sort is halved as long as a half fails alike.',
      impact: 'A client with a sort key that the service does not know does not get the 200 that it expects.',
      cases: (run) => bySort(run, narrowing(comparedWith(run, without('sort'), acceptedLikeTwin))),
    },
  ),
  ruleOn.contents('list.sort.invalid-default-order', ['required', '4.1 parameter sort', '4.1 rule 3'], {
    statement: 'An invalid `sort` leaves the list in its default order, whatever the page and the page size.',
    tried:
      'The run compares the requests of list.sort.invalid-ok with the same requests without sort. One request follows right after a valid sort. Another rule judges a refused sort.',
    impact: 'A client whose sort key the service does not know gets another list than without the key.',
    blockedBy: ['list.per-page.at-most', 'list.page.second', 'list.page.slices', 'list.state.default-open'],
    data: { open: 2 },
    cases: (run) => {
      const compared = comparedWith(run, without('sort'), likeNone);
      const control: Query = { per_page: String(DEFAULT_PAGE) };
      const ordered = narrowing((caller, query, quick) => ({
        ...compared(caller, query, quick),
        // The twin of a sort alone is the plain list.
        ...(Object.keys(query).length === 1 && {
          beforeConfirming: { control: sendInOrder(run.list(caller, control)) },
        }),
      }));
      const [after = INHERITED_NAME] = run.values.sorts('after a valid one', 1);
      const valid = run.list(run.primaryCaller, { sort: 'created', direction: 'asc' });
      return [
        ...bySort(run, ordered),
        rightAfter('a valid sort', valid, ordered(run.primaryCaller, { sort: after })),
      ];
    },
  }),
  ruleOn.contents(
    'list.sort.invalid-ignores-direction',
    ['required', '4.1 parameter direction', '4.1 rule 3'],
    {
      statement:
        'With an invalid `sort` the list answers 200 in its default order even when `direction` is given.',
      tried:
        'The run sends such sort keys with direction=asc, ASC, desc, an odd word and an empty direction. It sends them alone and with state, a page and a page size. It compares each with the same request without both parameters. If the sort changes the list even without a direction, another rule judges the change.',
      impact: 'A client with an unknown sort key and a direction gets another list.',
      impactIf: { refused: 'A client with an unknown sort key and a direction is refused.' },
      blockedBy: ['list.per-page.at-most', 'list.page.second', 'list.page.slices', 'list.state.default-open'],
      data: { open: 32 },
      cases: (run) => byCaller(run, sortsWithDirection(run), narrowing(withDirection(run))),
    },
  ),
];
