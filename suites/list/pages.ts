import { LATER, leftToOthers } from '../../src/checks/other-rules.ts';
import type { PagePart } from '../../src/checks/page-slice.ts';
import { checkSameAsTwin, ifDataSuffices, moreThan, unreadable } from '../../src/checks/same.ts';
import { type Attempt, type Case, type Check, lastAround, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { linkedLast, walk } from '../../src/creations/full-listing.ts';
import { areIdentical, difference, type Keys } from '../../src/listings/compare.ts';
import type { Finding } from '../../src/model/finding.ts';
import { blocked, holds, inconclusiveFinding, needsData, wrongStatus } from '../../src/model/finding.ts';
import type { Answer, Answers, Query } from '../../src/model/planned-request.ts';
import {
  DEFAULT_PAGE,
  describeListing,
  LARGEST_PAGE,
  queryText,
  sendInOrder,
} from '../../src/model/planned-request.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type CaseOf, caseOf, ofEachCaller, ruleOn } from '../define.ts';
import { lastOfMany, lastPage } from './last-pages.ts';
import { drawnParts, OF_ANOTHER_KIND, pageOf, partOf, SIZES, slice } from './walks.ts';

const BEYOND: readonly RuleId[] = [
  'list.per-page.zero',
  'list.per-page.negative',
  'list.per-page.above-maximum',
  'list.per-page.huge',
];

/** Demands that page 2 of a size beyond the range continues by the size really used. */
const followsOn =
  (size: number): Check =>
  (attempt, run) => {
    const [firsts, likes] = [lastAround(attempt, 'first'), lastAround(attempt, 'firstLike')];
    const both = [...firsts, ...likes];
    if (firsts.some(({ status }) => status >= 400 && status < 500))
      return inconclusiveFinding('data', 'a first page of such a size', BEYOND);
    const refused = both.find(({ status }) => status !== 200);
    if (refused !== undefined) return leftToOthers(refused);
    if (both.some((answer) => run.keys(answer) === null)) return unreadable(both);
    const keysOf = (answers: Answers): Keys[] => answers.map((answer) => run.keys(answer) ?? []);
    const [first, like] = [keysOf(firsts), keysOf(likes)];
    if (first.some((keys, index) => difference(keys, like[index] ?? []) !== null))
      return areIdentical(first)
        ? blocked(
            `The first page of ${queryText(firsts[0]?.ask.query ?? {})} is not that of ${size} results.`,
            ...BEYOND,
          )
        : inconclusiveFinding('unstable', 'The list changed from request to request.');
    const pages = lastAround(attempt, 'twin');
    const second = new Set(run.keys(pages[0]) ?? []);
    if (second.size > 0 && like.some((keys) => keys.every((key) => second.has(key))))
      return blocked('The later page repeats the first page.', ...LATER);
    const finding = checkSameAsTwin(attempt, run);
    return ifDataSuffices(finding, second.size > 0, moreThan(size, run.keysIn([...pages, ...likes]).size));
  };

/** Returns a function that makes cases of page 2 of a size beyond the range, compared with the size that it is treated like. */
const secondBeyond =
  (run: RunContext): CaseOf<string> =>
  (caller, size, quick = false) => {
    const isAbove = Number(size) > 0;
    const like: Query = isAbove ? { per_page: '100' } : {};
    return caseOf(run.list(caller, { per_page: size, page: '2' }), {
      twins: {
        twin: run.list(caller, { ...like, page: '2' }),
        first: run.list(caller, { per_page: size }),
        firstLike: run.list(caller, like),
      },
      quick,
      check: followsOn(isAbove ? LARGEST_PAGE : DEFAULT_PAGE),
    });
  };

/** Returns a case of page 2 without a size, compared with the page of 100 that holds it. */
function plainSecond(run: RunContext): Case {
  const named = slice(run)(run.primaryCaller, [DEFAULT_PAGE, 2, 90]);
  return {
    ...named,
    name: 'page 2 without a size',
    script: sendInOrder(run.list(run.primaryCaller, { page: '2' })),
    twins: { ...named.twins, first: sendInOrder(run.list(run.primaryCaller, { page: '1' })) },
  };
}

/** Parameters of drawn parts: the default state, which other code may read if it is named, and a list of another kind. */
const BESIDE: readonly Query[] = [{ state: 'open' }, OF_ANOTHER_KIND];

/** The first pages of 100, and those before and after 1,000 and 10,000 results, the usual limits of search engines. */
const FULL_PAGES = [1, 2, 3, 10, 11, 12, 100, 101];
/** The page with result 1,000. */
const WINDOW = 10;

/** The size of a page that shows if the list ends before a page of 100. */
const NEARLY = LARGEST_PAGE - 1;
/** Returns the number of that page, and the number of its results before the page of 100. */
function pageBefore(page: number): readonly [number: number, results: number] {
  const skipped = (page - 1) * LARGEST_PAGE;
  return [Math.floor(skipped / NEARLY) + 1, skipped % NEARLY];
}

const numberOf = ({ ask: { query } }: Answer): number => Number(query['page']);

/** Demands that no error follows a full page of 100. A first page, or a page behind the end, may be anything. */
function checkAfterFullPage({ answers }: Attempt, run: RunContext): Finding {
  const at = answers.findIndex(({ status, list }) => status !== 200 || list?.length === 0);
  const within = at < 0 ? answers : answers.slice(0, at);
  const [before, bad, another] = [answers[at - 1], answers[at], answers[at + 1]];
  if (within.some((answer) => run.keys(answer) === null)) return unreadable(within);
  if (bad === undefined && answers.length > 1) return holds(answers);
  const isNext = bad !== undefined && before !== undefined && numberOf(before) === numberOf(bad) - 1;
  if (!isNext) return within.length > 1 ? holds(within) : needsData('a second page of 100');
  if (bad.status === 200 && numberOf(bad) < WINDOW)
    return needsData(moreThan((numberOf(bad) - 1) * LARGEST_PAGE, run.listed.count()));
  if (bad.status === 200)
    return inconclusiveFinding('unclear', 'The last page is full; the list may be truncated.', LATER);
  const [, results] = pageBefore(numberOf(bad));
  if (another?.list?.length === results) return holds(within);
  return bad.status > 0 && bad.status < 500
    ? inconclusiveFinding('unclear', describeListing(bad), LATER)
    : wrongStatus('200 behind a full page', bad, { twins: within });
}

/** Returns a case of `FULL_PAGES`, as far as the list reaches. */
const fullPages = (run: RunContext): Case => ({
  name: 'full pages up to 10,000 results',
  script: async (send) => {
    const first = await send(pageOf(run, run.primaryCaller, [LARGEST_PAGE, 1]));
    const end = linkedLast(first) ?? Infinity;
    const numbers = FULL_PAGES.filter((page) => page <= end + 1);
    const pages = numbers.map((page) => pageOf(run, run.primaryCaller, [LARGEST_PAGE, page]));
    const answers = await walk(send, pages, LARGEST_PAGE);
    const failed = answers.filter(({ status }) => status !== 200).map(numberOf);
    const before = failed.map((page) => pageOf(run, run.primaryCaller, [NEARLY, pageBefore(page)[0]]));
    return [...answers, ...(await sendInOrder(...before)(send))];
  },
  check: checkAfterFullPage,
});

export const pageRules: readonly Rule[] = [
  ruleOn.contents('list.page.second', ['required', '4.1 parameter page', '4.1 rule 2'], {
    statement: '`per_page=5&page=2` answers 200 with results 6 to 10 of the list.',
    tried:
      'Every caller requests this page, and per_page=10, whose second half it is. The rule fails if the whole page is displaced, repeated, cut or padded. Single results out of place break list.page.partition.',
    impact: 'A client that turns to the second page does not get the issues that belong there.',
    blockedBy: [...SIZES, 'list.state.default-open'],
    data: { open: 6 },
    cases: (run) => ofEachCaller(run, (caller, quick) => slice(run)(caller, [5, 2, 10], quick)),
  }),
  ruleOn.contents('list.page.slices', ['implied', '4.1 parameter page', '4.1 rule 2'], {
    general: true,
    statement: 'Page p at size n skips the first (p-1)n results and holds the next n, or all that are left.',
    tried:
      'The run compares pages of fixed and drawn sizes with a larger page that holds them. A drawn size, and those of other callers, come with state=open. One comes with a usual sort, a direction and state=all. Every caller walks the list, and the run compares each page with pages of 100. The rule fails if a whole page is displaced, repeated, cut or padded. Nothing may follow the last issue. The last page of a size that divides the number of issues must be full. The run follows the link `last` to the end of a list of more than 200. Without that link, it searches for the end of lists of up to 900. Pages of 100 must not fail behind a full one, also behind 1,000 and 10,000 results.',
    impact: 'A client that jumps to a page does not get the issues that belong there.',
    blockedBy: [...SIZES, 'list.state.open', 'list.state.default-open'],
    data: { open: 21 },
    cases: (run) => {
      const [, ...others] = run.preflight.listingCallers;
      const parts: readonly PagePart[] = [
        [10, 3, 100],
        [30, 2, 90],
        [10, 12, 100],
        // A single result shows if a page beyond the hundredth is refused or empty.
        [1, 119, 100],
      ];
      return [
        ...parts.map((part, index) => slice(run)(run.primaryCaller, part, index === 0)),
        ...drawnParts(run).map((part, at) => slice(run, BESIDE[at])(run.primaryCaller, part)),
        plainSecond(run),
        ...(run.listed.count() > LARGEST_PAGE ? [fullPages(run)] : []),
        ...(run.listed.count() < 2 * LARGEST_PAGE ? [] : [lastOfMany(run, WINDOW)]),
        ...others.map((caller) => slice(run, { state: 'open' })(caller, partOf(run, caller))),
        ...run.preflight.listingCallers.map((caller) => lastPage(run, caller)),
      ];
    },
  }),
  ruleOn.contents(
    'list.page.effective-size',
    [
      'implied',
      '4.1 parameter per_page',
      '4.1 parameter page',
      '8 above the maximum',
      '8 zero',
      '8 negative sizes',
    ],
    {
      statement:
        'If a size is capped or falls back, page 2 begins right after page 1: at 101 for `per_page=150`.',
      tried:
        'The run compares later pages of sizes beyond the range with the same pages of 100 or 30. Every caller tries 0, and 150 or a drawn size. If the first pages differ, another rule judges the difference.',
      impact: 'A client whose page size was capped or replaced gets another page than with the size in use.',
      blockedBy: LATER,
      data: { open: 31 },
      cases: (run) => {
        const second = secondBeyond(run);
        const ofEach = ofEachCaller(run, (caller, quick) => {
          const above = caller === run.primaryCaller ? '150' : run.values.otherAbove(caller.kind);
          return [above, '0'].map((size) => second(caller, size, quick));
        });
        return [...ofEach.flat(), ...['-5', '4294967301'].map((size) => second(run.primaryCaller, size))];
      },
    },
  ),
];
