import { counted, type Size } from '../../src/checks/count.ts';
import { MADE_UP_SORT } from '../../src/generate/values.ts';
import { ask, type Caller, LARGEST_PAGE, type Query, queryText } from '../../src/model/ask.ts';
import type { Case, RuleLiteral } from '../../src/model/rule.ts';
import type { Run } from '../../src/run/run.ts';
import { unlessListed } from '../impacts.ts';

export const DEFAULT = 30;

/** Pages of the default size that show how many issues exist. */
const DEFAULT_PAGES = ['1', '2', '3', '4'];

/** A page whose results are counted. */
function sized(run: Run, caller: Caller, query: Query, size: Size, quick: boolean): Case {
  // Page 1 of some sizes is asked for by other rules as well, and where requests are few, of all of them.
  const isFew = caller.kind === 'anonymous' || run.settings.profile === 'quick';
  const named =
    (isFew || SHARED.has(query['per_page'] ?? '')) && 'per_page' in query
      ? { ...query, page: query['page'] ?? '1' }
      : query;
  // A service may count its pages from 0, or begin with another one by default.
  const other = named === query ? { page: '1', ...query } : query;
  return {
    name: `${queryText(named)} with ${caller.shown}`,
    own: ask(run.list(caller, named)),
    twins: {},
    once: {
      pages: ask(
        run.list(caller, other),
        run.list(caller, { ...query, page: '2' }),
        ...DEFAULT_PAGES.map((page) => run.list(caller, { page })),
      ),
    },
    quick,
    check: (attempt) => counted(attempt, size, { keysOf: run.keys, shown: run.shown() }),
  };
}

/** Sizes whose first page is asked for by its number. */
const SHARED: ReadonlySet<string> = new Set(['1', '5', '10']);
/** Sizes that `quick` tries. */
const QUICK: ReadonlySet<number> = new Set([5, 10]);

/** Each size for the first caller, and some for the others. */
function bySize(run: Run, make: (caller: Caller, size: number, quick: boolean) => Case): Case[] {
  const generated = run.values.sizes();
  const sizes = [10, 1, 5, 99, ...generated];
  const others = (caller: Caller): number[] =>
    caller.kind === 'anonymous' ? [10] : [5, ...generated.slice(-1)];
  return run.listers.flatMap((caller, who) =>
    (who === 0 ? sizes : others(caller)).map((size) => make(caller, size, who === 0 && QUICK.has(size))),
  );
}

/** Rules on the sizes that are honoured. */
export const sizeRules: readonly RuleLiteral[] = [
  {
    id: 'list.per-page.default',
    level: 'required',
    statedIn: ['4.1 parameter per_page', '8 default of per_page'],
    says: 'Without `per_page` a full page holds 30 results.',
    tried:
      'The plain list, as each caller is given it, is counted, and page=1 without a size. That more than 30 issues exist is shown by 31 different records; with fewer it is undecided.',
    impact: {
      general: 'A client cannot count on pages of 30.',
      'too-few': 'A client that takes a page of fewer than 30 for the last one stops too early.',
      'too-many': 'A client that makes room for the documented 30 is given more.',
    },
    data: { open: 31 },
    cases: (run) => {
      const size: Size = { size: DEFAULT, judges: 'both' };
      return [
        ...run.listers.map((caller) => sized(run, caller, {}, size, true)),
        sized(run, run.first, { page: '1' }, size, false),
        // A service may keep the size of the request before.
        {
          ...sized(run, run.first, {}, size, false),
          name: 'the plain list after per_page=7',
          own: ask(run.list(run.first, { per_page: '7' }), run.list(run.first)),
          alone: true,
        },
      ];
    },
  },
  {
    id: 'list.per-page.at-most',
    level: 'required',
    statedIn: ['4.1 parameter per_page', '4.1 rule 1'],
    general: true,
    says: 'For any `per_page` from 1 to 100 a page holds at most that many results.',
    tried:
      '10, 1, 5 and 99 are tried, in larger profiles 20, 50 and drawn sizes too, of which `thorough` tries more. A size says something only where more different records than that were seen.',
    impact: {
      general: 'A client cannot count on the page size that it asks for.',
      'too-many': 'A client that makes room for as many results as it asked for is given more.',
    },
    data: { open: 11 },
    cases: (run) => {
      const atMost = (caller: Caller, size: number, beside: Query, quick: boolean): Case =>
        sized(run, caller, { per_page: String(size), ...beside }, { size, judges: 'more' }, quick);
      const beside: Query[] = [{ page: '2' }, { sort: MADE_UP_SORT }];
      return [
        ...bySize(run, (caller, size, quick) => atMost(caller, size, {}, quick)),
        ...run.listers
          .slice(0, 1)
          .flatMap((caller) => beside.map((query) => atMost(caller, 5, query, false))),
      ];
    },
  },
  {
    id: 'list.per-page.fills',
    level: 'implied',
    statedIn: ['4.1 parameter per_page'],
    general: true,
    says: 'For any `per_page` from 1 to 100 a page holds exactly that many results while that many or more remain.',
    tried:
      'The sizes of list.per-page.at-most are counted. That so many issues exist is shown by different records. A page that has too many is no matter of this rule, and one that is refused breaks list.ok.',
    impact: {
      general: 'A client cannot tell the last page by its being short.',
      'too-few': 'A client that takes a short page for the last one stops too early.',
    },
    data: { open: 11 },
    cases: (run) =>
      bySize(run, (caller, size, quick) =>
        sized(
          run,
          caller,
          { per_page: String(size) },
          { size, judges: 'fewer', other: 'list.per-page.at-most' },
          quick,
        ),
      ),
  },
  {
    id: 'list.per-page.maximum',
    level: 'required',
    statedIn: ['4.1 parameter per_page', '8 maximum of per_page'],
    says: '`per_page=100` is honoured in full: 100 results where 100 or more exist.',
    tried:
      'The first page of per_page=100 is counted, as each caller is given it. That 100 issues exist is shown by so many different records, on further pages and with other sizes too, so that a lower cap cannot hide itself.',
    impact: unlessListed('A client that asks for the documented maximum', () => ({
      'too-few':
        'A client that asks for 100 and gets fewer takes the page for the last one, or needs more requests than it planned.',
    })),
    explainedBy: ['list.per-page.at-most', 'list.ok', 'list.token', 'list.anonymous'],
    data: { open: 101 },
    cases: (run) => {
      const size: Size = {
        size: LARGEST_PAGE,
        judges: 'fewer',
        other: 'list.per-page.at-most',
        demands200: true,
      };
      return run.listers.map((caller, who) =>
        sized(run, caller, { per_page: String(LARGEST_PAGE) }, size, who === 0),
      );
    },
  },
];
