import { excerpt } from '../../src/checks/excerpt.ts';
import { checkSlice, type PagePart } from '../../src/checks/page-slice.ts';
import { unreadable } from '../../src/checks/same.ts';
import { checkWalk, neverTwice } from '../../src/checks/walk.ts';
import { type Attempt, type Case, lastAround, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { walk } from '../../src/creations/full-listing.ts';
import { areIdentical, areMostlyDifferent, isShuffled, shortName } from '../../src/listings/compare.ts';
import { blocked, type Finding, holds, needsData, violated } from '../../src/model/finding.ts';
import type { Caller, PlannedRequest, Query } from '../../src/model/planned-request.ts';
import { DEFAULT_PAGE, LARGEST_PAGE, sendInOrder } from '../../src/model/planned-request.ts';
import { isOfContents } from '../../src/model/violation-kinds.ts';
import { type CaseOf, caseOf, ofEachCaller, ruleOn } from '../define.ts';

/** Rules that must hold before the position of a page is known. */
export const SIZES = ['list.per-page.at-most', 'list.per-page.fills', 'list.per-page.maximum'] as const;

export const pageOf = (
  run: RunContext,
  caller: Caller,
  [size, page]: readonly [size: number, page: number],
): PlannedRequest => run.list(caller, { per_page: String(size), page: String(page) });

/** Parts of the same page of 100, within the first 22 results, of which callers other than the primary one try one each. */
const OTHERS_PARTS: readonly PagePart[] = [
  [20, 2, 100],
  [4, 6, 100],
  [3, 6, 100],
];

/** Returns the part that another caller tries. */
export const partOf = ({ values, outsider }: RunContext, caller: Caller): PagePart => {
  const [one = [20, 2, 100], other = one] = values.shuffled('parts of others', OTHERS_PARTS);
  return caller === outsider ? one : other;
};

/** A list of every state in a usual order, which other code may read. */
export const OF_ANOTHER_KIND: Query = { sort: 'created', state: 'all', direction: 'asc' };

/** Returns parts of drawn sizes; none in `quick`. */
export function drawnParts({ values }: RunContext): PagePart[] {
  const sizes = values.sizes();
  const small = sizes.filter((size) => size > 2 && size <= LARGEST_PAGE / 3).slice(0, 1);
  const large = sizes.filter((size) => size >= LARGEST_PAGE / 3).slice(0, 1);
  return [
    ...small.map((size): PagePart => {
      const pages = [3, 4, 5, 7, 9].filter((page) => page * size <= LARGEST_PAGE);
      const [page = 3] = values.pick('page of a part', pages);
      return [size, page, page * size];
    }),
    ...large.map((size): PagePart => [10, 2, size]),
  ];
}

/** Returns the sizes whose first page other rules request by its number. */
export function sizesByNumber(run: RunContext): ReadonlySet<number> {
  const others = run.preflight.listingCallers.slice(1).map((caller) => partOf(run, caller));
  const parts = [...drawnParts(run), ...others].flatMap(([size, , larger]) => [size, larger]);
  return new Set([1, 5, 10, 30, 90, ...parts]);
}

/**
 * Returns a function that makes cases of pages, each compared with the larger page that holds it.
 * @param beside further parameters. The larger page has them too; with `state=open`, the default, it has none.
 */
export const slice =
  (run: RunContext, beside: Query = {}): CaseOf<PagePart> =>
  (caller, part, quick = false) => {
    const [size, page, larger] = part;
    const pageBeside = (of: number, number: number, more: Query): PlannedRequest => {
      const asked = pageOf(run, caller, [of, number]);
      return { ...asked, query: { ...asked.query, ...more } };
    };
    const isDefault = beside['state'] === 'open';
    const check = (attempt: Attempt): Finding => checkSlice(attempt, part, run);
    return caseOf(pageBeside(size, page, beside), {
      twins: {
        large: pageBeside(larger, Math.ceil((page * size) / larger), isDefault ? {} : beside),
        first: pageOf(run, caller, [size, 1]),
      },
      quick,
      check: 'state' in beside && !isDefault ? ofAnotherKind(check, run) : check,
    });
  };

/** Returns a check of a page of every state, which a service need not know. Many issues may be ties in its order. */
const ofAnotherKind =
  (check: (attempt: Attempt) => Finding, run: RunContext): Case['check'] =>
  (attempt) => {
    const large = lastAround(attempt, 'large');
    if (large.some(({ status }) => status >= 400 && status < 500))
      return needsData('a service that lists this state');
    const finding = check(attempt);
    const whole = run.keysIn(large);
    const isWithin = run.keys(lastOf(attempt))?.every((key) => whole.has(key)) === true;
    return finding.is === 'violated' && isOfContents(finding.violation.kind) && !isWithin
      ? blocked('Ties may be reordered.', 'list.page.partition')
      : finding;
  };

/** Pages of a walk, of a walk in `quick`, and of one in small pages or by a caller with a quota. */
const [PAGES, QUICK_PAGES, FEW_PAGES] = [7, 6, 4];

/** True if larger pages also show a walk. */
const isLong = ({ preflight: { openAtFirst } }: RunContext): boolean =>
  openAtFirst === null || openAtFirst > LARGEST_PAGE;

/** True if a caller walks in few pages. */
const isInFew = (run: RunContext, caller: Caller): boolean =>
  caller !== run.primaryCaller && caller.kind === 'anonymous' && isLong(run);

/** Returns the size of the pages in which a caller walks to the end. */
export function walkedSize(run: RunContext, caller: Caller): number {
  if (isInFew(run, caller)) return LARGEST_PAGE / 2;
  const [drawn = DEFAULT_PAGE] = run.values.pick('walk of others', [39, 41, 42]);
  return caller === run.outsider && isLong(run) ? drawn : DEFAULT_PAGE;
}

/** Returns how many pages of a size a list had before the run created any issue; 0 if the run does not know. */
const knownPages = ({ preflight: { openAtFirst } }: RunContext, size: number): number =>
  openAtFirst === null ? 0 : Math.floor(openAtFirst / size) + 1;

/** Returns a function that makes cases of walks through pages of a size, each compared with the same part of the list in pages of 100. */
export const walked =
  (run: RunContext): CaseOf<number> =>
  (caller, size, quick = false) => {
    const usual = run.settings.profile === 'quick' ? QUICK_PAGES : PAGES;
    const isShort = isInFew(run, caller) || size < DEFAULT_PAGE;
    const most = isShort ? FEW_PAGES : usual;
    const pagesOf = (of: number, length: number): PlannedRequest[] =>
      Array.from({ length }, (_, index) => pageOf(run, caller, [of, index + 1]));
    const own = pagesOf(size, most);
    const hundreds = pagesOf(LARGEST_PAGE, Math.ceil((size * most) / LARGEST_PAGE));
    return {
      name: `a walk through pages of ${size} with ${caller.label}`,
      script: (send) => walk(send, own, size),
      twins: { hundreds: (send) => walk(send, hundreds, LARGEST_PAGE) },
      ahead:
        caller === run.primaryCaller
          ? [...hundreds.slice(0, knownPages(run, LARGEST_PAGE)), ...own.slice(0, knownPages(run, size))]
          : [],
      quick,
      how: 'first',
      check: (attempt) => checkWalk(attempt, size, run),
    };
  };

/** Demands one order for one request: no shuffled order, and no order that returns after another. */
function oneOrder({ answers }: Attempt, run: RunContext): Finding {
  const all = answers.map(run.keys).filter((keys) => keys !== null);
  if (all.length < answers.length) return unreadable(answers);
  const [first = [], second = [], third = []] = all;
  const isMixed = isShuffled(first, second) || isShuffled(second, third);
  const comesBack = areIdentical([first, third]) && areMostlyDifferent(first, second);
  if (!isMixed && !comesBack) return holds(answers);
  const isSecond = !areIdentical([first, second]);
  const [before, after] = isSecond ? [first, second] : [second, third];
  const shown = answers.slice(0, isSecond ? 2 : 3);
  const at = after.findIndex((key, index) => key !== before[index]);
  return violated('wrong-order', {
    expected: 'one order',
    actual: `the same request gets another order: result ${at + 1} is ${shortName(before[at] ?? '')}, then ${shortName(after[at] ?? '')}`,
    answers: shown,
    records: excerpt(lastOf({ answers: shown }), after, { keys: before, answers: shown.slice(-2, -1) }),
  });
}

/** Returns a case of one request several times. Without a lasting order, pages mean nothing. */
function lasting(run: RunContext, caller: Caller, quick: boolean): Case {
  // An order that returns after another takes three. Requests without a credential are few.
  const times = caller.kind === 'anonymous' ? 2 : 3;
  const asks = Array.from({ length: times }, () => run.list(caller, { per_page: '100' }));
  return {
    name: `per_page=100, ${times} times with ${caller.label}`,
    script: sendInOrder(...asks),
    // `quick` tries it only if the service is flaky.
    quick,
    how: 'alone',
    check: oneOrder,
  };
}

export const walkRules: readonly Rule[] = [
  ruleOn.status('list.page.partition', ['implied', '4.1 parameter page'], {
    general: true,
    statement:
      'A walk through the pages, at any size, meets each issue exactly once, always in the same order.',
    tried:
      'The run walks pages of several sizes, and compares each walk with the first pages of per_page=100. The rule fails if an issue stands on two pages or on none, in three attempts on an unchanged list. It also fails if any first page lists an issue twice, or if one request gets another order each time. Ties may be reordered unless an issue is lost or repeated by that.',
    impact: 'A client that walks the pages cannot rely on meeting each issue once.',
    impactIf: {
      lost: 'A client that copies the list page by page misses issues.',
      duplicated: 'A client that copies the list page by page gets issues twice.',
    },
    blockedBy: [...SIZES, 'list.page.slices'],
    data: { open: 31 },
    everyListing: neverTwice,
    cases: (run) => [
      ...ofEachCaller(run, (caller, quick) => walked(run)(caller, walkedSize(run, caller), quick)),
      ...run.values.walks().map((size) => walked(run)(run.primaryCaller, size)),
      ...run.preflight.listingCallers
        .filter((caller) => caller === run.primaryCaller || caller.kind === 'anonymous')
        .map((caller) => lasting(run, caller, run.stability.isFlaky && caller === run.primaryCaller)),
    ],
  }),
];
