import { leftToOthers } from '../../src/checks/other-rules.ts';
import { checkPageSize, neverTooMany, type SizeDemand } from '../../src/checks/page-size.ts';
import { isRefused } from '../../src/context/ledger.ts';
import { lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { needsData } from '../../src/model/finding.ts';
import { DEFAULT_PAGE, LARGEST_PAGE, type Query, USUAL_SORTS } from '../../src/model/planned-request.ts';
import type { ValuesByCaller } from '../define.ts';
import { byCaller, type CaseOf, caseOf, ofEachCaller, rightAfter, ruleOn } from '../define.ts';
import { drawnParts, partOf, sizesByNumber } from './walks.ts';

/** Sizes that the specification names, alone as they are there. */
const TEN: Query = { per_page: '10' };
const HUNDRED: Query = { per_page: '100' };
/** Other code may list every state. */
const HUNDRED_OF_ALL: Query = { ...HUNDRED, state: 'all' };

/** Returns a function that makes cases of pages whose results are counted. */
const counted =
  (run: RunContext, demand: SizeDemand): CaseOf<Query> =>
  (caller, query, quick = false) => {
    // Other rules request page 1 of some sizes as well; of all sizes if requests are few.
    const isFew = caller.kind === 'anonymous' || run.settings.profile === 'quick';
    const isAlone = query === TEN || query === HUNDRED;
    const isNamed = !isAlone && (isFew || sizesByNumber(run).has(Number(query['per_page'])));
    const named = isNamed && 'per_page' in query ? { ...query, page: query['page'] ?? '1' } : query;
    // With an unknown state or sort, a service may list other issues.
    const { per_page: _, page: __, ...list } = query;
    const beside: Query[] = [
      // A service may count its pages from 0, or begin with another page by default.
      named === query ? { page: '1', ...query } : query,
      { ...query, page: '2' },
      // Pages of the default size show how many issues exist.
      ...['1', '2', '3', '4'].map((page) => Object.assign({ page }, list)),
    ];
    return caseOf(run.list(caller, named), {
      beforeConfirming: { pages: beside.map((page) => run.list(caller, page)) },
      quick,
      check: (attempt) => {
        const own = lastOf(attempt);
        if (!('state' in query || 'sort' in query) || own.status < 400)
          return checkPageSize(attempt, demand, run);
        return isRefused(own) ? needsData('a state and a sort that the service accepts') : leftToOthers(own);
      },
    });
  };

/** Returns a large size with a usual sort. The largest pages of another index may be smaller. A service that knows the sort answers 200, and so does one that does not. */
export const sorted = (values: RunContext['values']): Query => ({
  per_page: values.large('sort'),
  sort: values.pick('usual sort', USUAL_SORTS).join(''),
});

function sizesOf(run: RunContext): ValuesByCaller<Query> {
  const queries = (...sizes: readonly number[]): Query[] =>
    [...new Set(sizes)].map((size) => ({ per_page: String(size) }));
  const parts = drawnParts(run).flatMap(([size, , larger]) => [size, larger]);
  const all = queries(10, 1, 5, 99, 30, 90, ...parts, ...run.values.sizes());
  return {
    all,
    others: (caller) => {
      const [size] = partOf(run, caller);
      return caller.kind === 'anonymous' ? queries(10, size) : queries(5, size);
    },
    quick: all.filter(({ per_page }) => per_page === '5' || per_page === '10'),
  };
}

export const sizeRules: readonly Rule[] = [
  ruleOn.contents('list.per-page.default', ['required', '4.1 parameter per_page', '8 default of per_page'], {
    statement: 'Without `per_page` a full page holds 30 results.',
    tried:
      'Every caller requests the plain list. The primary caller also requests page=1, and a usual sort. The sort comes with state=all if that lists more than 30. The run counts the results. No other listing without per_page may hold more than 30. 31 different records show that more than 30 issues exist.',
    impact: 'A client that expects at most the documented 30 results gets more.',
    impactIf: {
      'too-few': 'A client that takes a page of fewer than 30 results for the last page stops too early.',
    },
    data: { open: 31 },
    cases: (run) => {
      const plain = counted(run, { judges: 'both' });
      const other = { per_page: String(run.values.size('before the default')) };
      const sort = run.values.pick('usual sort without a size', USUAL_SORTS).join('');
      const [all] = run.preflight.otherStates;
      const isFull = (all?.list?.length ?? 0) > DEFAULT_PAGE;
      return [
        ...ofEachCaller(run, (caller) => plain(caller, {}, true)),
        plain(run.primaryCaller, { page: '1' }),
        rightAfter(
          'another size',
          run.list(run.primaryCaller, other),
          plain(run.primaryCaller, isFull ? { sort, state: 'all' } : { sort }),
        ),
      ];
    },
    everyListing: neverTooMany(Number.isNaN),
  }),
  ruleOn.contents('list.per-page.at-most', ['required', '4.1 parameter per_page', '4.1 rule 1'], {
    general: true,
    statement: 'For any `per_page` from 1 to 100 a page holds at most that many results.',
    tried:
      'The run tries the sizes 10, 1, 5, 30, 90 and 99. Larger profiles draw further ones: powers of two, primes, multiples of 5, 6 and 10, or all sizes. It counts the results of each other listing, too. A size decides something only if the run saw more different records.',
    impact: 'A client that expects at most as many results as it asked for gets more.',
    data: { open: 11 },
    cases: (run) => {
      const atMost = counted(run, { judges: 'more' });
      const beside = [TEN, { per_page: '5', page: '2' }, sorted(run.values), HUNDRED_OF_ALL];
      return [
        ...byCaller(run, sizesOf(run), atMost),
        ...byCaller(run, { all: beside, others: () => [], quick: [] }, atMost),
      ];
    },
    everyListing: neverTooMany((size) => size > 0 && size <= LARGEST_PAGE),
  }),
  ruleOn.contents('list.per-page.fills', ['implied', '4.1 parameter per_page'], {
    general: true,
    statement:
      'For any `per_page` from 1 to 100 a page holds exactly that many results while that many or more remain.',
    tried:
      'The run counts the results at the sizes of list.per-page.at-most, also with a usual sort. Different records show that so many issues exist. Another rule judges a page with too many results, and a refused size.',
    impact: 'A client that takes a short page for the last page stops too early.',
    data: { open: 11 },
    cases: (run) => {
      const fills = counted(run, { judges: 'fewer' });
      return [
        ...byCaller(run, sizesOf(run), fills),
        // Anonymous callers may see fewer issues.
        ...run.preflight.listingCallers
          .filter(({ kind }, who) => who === 0 || kind !== 'anonymous')
          .map((caller) => fills(caller, sorted(run.values))),
      ];
    },
  }),
  ruleOn.contents('list.per-page.maximum', ['required', '4.1 parameter per_page', '8 maximum of per_page'], {
    statement: '`per_page=100` is honoured in full: 100 results if 100 or more issues exist.',
    tried:
      'Every caller requests per_page=100, the primary caller also with state=all. The run counts the results. 100 different records show that 100 issues exist. They come from other pages and sizes, too, so a lower cap cannot hide.',
    impact: 'A client that asks for the maximum takes a short page for the last page.',
    impactIf: { refused: 'A client that asks for the maximum is refused.' },
    blockedBy: ['list.per-page.at-most', 'list.ok', 'list.token', 'list.anonymous'],
    data: { open: 101 },
    cases: (run) => {
      const filled = counted(run, { judges: 'fewer', demands200: true });
      return [
        ...ofEachCaller(run, (caller, quick) => filled(caller, HUNDRED, quick)),
        filled(run.primaryCaller, HUNDRED_OF_ALL),
      ];
    },
  }),
];
