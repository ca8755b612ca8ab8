import { leftToOthers } from '../../src/checks/other-rules.ts';
import { neverTooMany, tooMany } from '../../src/checks/page-size.ts';
import { acceptedLikeTwin, checkSameAsTwin, ifDataSuffices, moreThan } from '../../src/checks/same.ts';
import { type Case, type Check, lastAround, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { HUGE, LOWEST } from '../../src/generate/values.ts';
import { areIdentical } from '../../src/listings/compare.ts';
import { blocked, needsData } from '../../src/model/finding.ts';
import type { Answer, Query } from '../../src/model/planned-request.ts';
import { DEFAULT_PAGE, LARGEST_PAGE, queryText, USUAL_SORTS } from '../../src/model/planned-request.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { byCaller, type CaseOf, caseOf, ruleOn, type ValuesByCaller, without } from '../define.ts';

/** Parameters with which a size beyond the range is tried. A report of all issues in a usual order may be other code. */
const besideOf = ({ values }: RunContext, size: number): Query[] => [
  { state: 'open' },
  {
    direction: values.pick(`direction like ${size}`, ['asc', 'desc']).join(''),
    state: 'all',
    sort: values.pick(`usual sort like ${size}`, USUAL_SORTS).join(''),
  },
  ...values.sorts(`size like ${size}`, 1).map((sort) => ({ sort })),
];

/** Demands the results of the size within the range, which the twin has. */
const treatedLike =
  (size: number): Check =>
  (attempt, run) => {
    const own = lastOf(attempt);
    const { query } = own.ask;
    const twins = lastAround(attempt, 'twin');
    const [twin] = twins;
    const length = own.list?.length ?? 0;
    if (length > LARGEST_PAGE) {
      if (twin?.list != null && twin.list.length > LARGEST_PAGE) return leftToOthers(twin);
      return tooMany(own, LARGEST_PAGE, { keys: run.keys(own), twins });
    }
    if ('page' in query) return ifDataSuffices(acceptedLikeTwin(attempt, run), false, 'a first page');
    const finding = checkSameAsTwin(attempt, run, true);
    const [control] = attempt.beforeConfirming['control'] ?? [];
    if (
      finding.is === 'violated' &&
      twin !== undefined &&
      length === size &&
      isLikeControl(own, control, run)
    )
      return blocked(
        `${queryText(query)} lists the issues of ${queryText(control?.ask.query ?? {})}, and ${queryText(twin.ask.query)} does not.`,
        'list.state.default-open',
        'list.sort.invalid-default-order',
        'list.per-page.fills',
      );
    const isStatus = finding.is === 'violated' && ['status', 'server-error'].includes(finding.violation.kind);
    const shown = run.listed.count();
    const isTwinWrong = twin?.list != null && twin.list.length !== size && shown > size;
    // All states may be no state that the service knows, or hold fewer issues.
    const isShort = 'direction' in query && length <= (twin?.list?.length ?? 0);
    if (isTwinWrong && !isStatus)
      return isShort ? needsData(`a state with more than ${size} issues`) : leftToOthers(twin);
    return ifDataSuffices(finding, shown > size, moreThan(size, shown));
  };

/** True if a whole page begins with the results of a control, so that the twin is the odd one. */
function isLikeControl(own: Answer, control: Answer | undefined, { keys }: RunContext): boolean {
  const [mine, others] = [keys(own) ?? [], keys(control) ?? []];
  return others.length > 0 && areIdentical([mine.slice(0, others.length), others]);
}

/** Returns a query with a size within the range. Only a page may lack the default, because any other parameter may be refused with a size. */
function withinRange(query: Query, size: number): Query {
  const other = without('per_page')(query);
  const isPlain = Object.keys(other).every((name) => name === 'page');
  return isPlain && size === DEFAULT_PAGE ? other : { per_page: String(size), ...other };
}

/** Sizes beyond the range of one rule: those that are tried alone, and the size whose second page is requested. */
interface Beyond extends ValuesByCaller<string> {
  /** The size within the range that they are treated like. */
  readonly like: number;
  readonly later: string;
}

/** Returns cases of sizes beyond the range alone, and of some with other parameters. */
function casesBeyond(run: RunContext, rule: RuleId, { like, later, ...sizes }: Beyond): Case[] {
  const one: CaseOf<Query> = (caller, query, quick = false) => {
    const twin = withinRange(query, like);
    // One result fewer than the maximum, or the default in another way, is to give the same results.
    const isStated = 'per_page' in twin && like === DEFAULT_PAGE;
    const control = isStated ? {} : { per_page: String(like === DEFAULT_PAGE ? like : like - 1) };
    return caseOf(run.list(caller, query), {
      twins: { twin: run.list(caller, twin) },
      beforeConfirming: { control: run.list(caller, { ...without('per_page')(query), ...control }) },
      quick,
      check: treatedLike(like),
    });
  };
  // With other parameters, only the second half is tried, which is far out of range.
  const secondHalf = sizes.all.slice(Math.floor(sizes.all.length / 2));
  // If there is a token, requests without a credential have a quota.
  const callersAlone = run.preflight.listingCallers.filter(
    (caller, who) => who === 0 || sizes.others(caller).length > 0,
  );
  const withCredential = callersAlone.filter(({ kind }) => kind !== 'anonymous');
  const callersBeside =
    withCredential.length === 0 ? run.preflight.listingCallers.slice(0, 1) : withCredential;
  return [
    ...byCaller(run, sizes, (caller, value, isQuick) => one(caller, { per_page: value }, isQuick)),
    ...besideOf(run, like).flatMap((other, index) => {
      const callers = run.values.pick(`size beside ${index}`, callersBeside);
      const values = run.values.pick(`${rule} value ${index}`, secondHalf);
      return callers.flatMap((caller) => values.map((value) => one(caller, { per_page: value, ...other })));
    }),
    // Another rule requests this page, too.
    ...callersAlone.slice(0, 1).map((caller) => one(caller, { per_page: later, page: '2' })),
  ];
}

export const outOfRangeSizeRules: readonly Rule[] = [
  ruleOn.contents('list.per-page.above-maximum', ['required', '8 above the maximum'], {
    alsoCovers: ['7 below the table'],
    statement:
      'Any `per_page` above 100 answers 200 with just what `per_page=100` gives: never more than 100 results.',
    tried:
      'The sizes are 101, 150, a size that wraps round in 16 bits and a drawn size. The run compares each with per_page=100 of the same caller. The other callers try a drawn one each. No other listing may hold more than 100. With 100 issues or fewer, a missing cap cannot show.',
    impact: 'A client that asks for more than 100 gets another list than with per_page=100.',
    impactIf: { refused: 'A client that asks for more than 100 is refused.' },
    data: { open: 101 },
    cases: (run) =>
      casesBeyond(run, 'list.per-page.above-maximum', {
        like: LARGEST_PAGE,
        later: '150',
        all: run.values.above(),
        others: ({ kind }) => [run.values.otherAbove(kind)],
        quick: ['101', '150'],
      }),
    everyListing: neverTooMany((size) => size > LARGEST_PAGE),
  }),
  ruleOn.contents('list.per-page.huge', ['implied', '7 below the table', '8 above the maximum'], {
    statement: 'A `per_page` too large for a 32-bit or 64-bit integer answers 200 and is capped at 100.',
    tried:
      'The run tries values at and beyond the limits of 32 and 64 bits, and a value of 31 digits. It compares each with per_page=100 of the same caller.',
    impact: 'A client that asks for the largest integer gets another list than with 100.',
    impactIf: { refused: 'A client that asks for the largest integer is refused.' },
    data: { open: 101 },
    cases: (run) =>
      casesBeyond(run, 'list.per-page.huge', {
        like: LARGEST_PAGE,
        later: '4294967301',
        all: HUGE,
        others: () => [],
        quick: HUGE.filter((_, index) => index === 2 || index === 5),
      }),
  }),
  ruleOn.contents('list.per-page.zero', ['required', '8 zero'], {
    alsoCovers: ['7 below the table'],
    statement: '`per_page=0` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      'Every caller requests per_page=0, and the same list without per_page. With 30 issues or fewer, a fallback to another size looks the same.',
    impact: 'A client whose page size is 0 by mistake gets another list than without it.',
    impactIf: { refused: 'A client whose page size is 0 by mistake is refused.' },
    data: { open: 31 },
    cases: (run) =>
      casesBeyond(run, 'list.per-page.zero', {
        like: DEFAULT_PAGE,
        later: '0',
        all: ['0'],
        others: () => ['0'],
        quick: ['0'],
      }),
    everyListing: neverTooMany((size) => size === 0),
  }),
  ruleOn.contents('list.per-page.negative', ['required', '8 negative sizes'], {
    alsoCovers: ['7 below the table'],
    statement:
      'Any negative `per_page` answers 200 and falls back to 30: the same results as without `per_page`.',
    tried:
      'The values are -5, -1, integers beyond 32 and 64 bits, and a drawn number. The run compares each with the same request without per_page. The other callers try a drawn one below 64 bits each. With 30 issues or fewer, a fallback to another size looks the same.',
    impact: 'A client that sends -1 for no limit gets another list than without it.',
    impactIf: { refused: 'A client that sends -1 for no limit is refused.' },
    data: { open: 31 },
    cases: (run) =>
      casesBeyond(run, 'list.per-page.negative', {
        like: DEFAULT_PAGE,
        later: '-5',
        all: run.values.negatives(),
        others: ({ kind }) => [run.values.otherNegative(kind)],
        quick: ['-5', LOWEST],
      }),
    everyListing: neverTooMany((size) => size < 0),
  }),
];
