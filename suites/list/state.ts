import { acceptedLikeTwin, checkSameAsTwin, ifDataSuffices } from '../../src/checks/same.ts';
import { type Attempt, type Case, lastAround, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { toTheEnd } from '../../src/creations/full-listing.ts';
import { areIdentical, type Keys } from '../../src/listings/compare.ts';
import { blocked, type Finding, needsData } from '../../src/model/finding.ts';
import type { Caller, Query, RequestScript } from '../../src/model/planned-request.ts';
import { DEFAULT_PAGE, LARGEST_PAGE, USUAL_SORTS } from '../../src/model/planned-request.ts';
import { isOfContents } from '../../src/model/violation-kinds.ts';
import type { ValuesByCaller } from '../define.ts';
import { byCaller, comparedWith, ofEachCaller, ruleOn, without } from '../define.ts';

const PLAIN: Query = {};
const HUNDRED: Query = { per_page: '100' };
const DIRECTIONS: readonly Query[] = [{}, { direction: 'asc' }, { direction: 'desc' }];
/** Returns queries to try. Other rules request the page of the other callers, too. */
const queriesOf = ({ listed, values, settings }: RunContext): ValuesByCaller<Query> => ({
  all: [
    PLAIN,
    HUNDRED,
    listed.count() > LARGEST_PAGE ? { ...HUNDRED, page: '2' } : { page: '2' },
    {
      ...HUNDRED,
      sort: values.pick('usual sort beside a state', USUAL_SORTS).join(''),
      ...Object.assign({}, ...values.pick('direction beside a state', DIRECTIONS)),
    },
  ],
  others: () => [{ per_page: '100', page: '1' }],
  // New issues of the run move closed ones off the plain list. Requests of `quick` are few.
  quick: settings.profile === 'quick' ? [HUNDRED] : [PLAIN, HUNDRED],
});

const asOpen = (query: Query): Query => ({ ...query, state: 'open' });

/** True if a list without state and size is another number of the same issues than `state=open`, which has the default size. */
function hasOtherSize(attempt: Attempt, run: RunContext): boolean {
  const [own, twin] = [lastOf(attempt), lastAround(attempt, 'twin')[0]];
  const [keys, open] = [run.keys(own) ?? [], run.keys(twin) ?? []];
  const least = Math.min(keys.length, open.length);
  const isCut =
    !('per_page' in own.ask.query) && open.length === DEFAULT_PAGE && keys.length !== DEFAULT_PAGE;
  return isCut && areIdentical([keys.slice(0, least), open.slice(0, least)]);
}

/** Demands the results of `state=open`. They show something only if an issue that is not open would stand on the page. */
function openByDefault(attempt: Attempt, run: RunContext): Finding {
  const finding = checkSameAsTwin(attempt, run);
  // A cache that mixes pages up may give an empty one.
  if (finding.is === 'violated' && lastOf(attempt).list?.length === 0)
    return blocked('The first page is empty.', 'list.page.slices', 'list.page.second');
  if (finding.is === 'violated' && hasOtherSize(attempt, run))
    return blocked('Without a state, the list has another length than 30.', 'list.per-page.default');
  return 'sort' in lastOf(attempt).ask.query
    ? ifClosedIsShown(finding, attempt, run)
    : ifDataSuffices(finding, wouldShow(attempt, run), 'an issue that is not open, among the newest');
}

/** Returns a violation of sorted lists only if one of them shows a closed issue: no order of ties is promised. */
function ifClosedIsShown(finding: Finding, attempt: Attempt, run: RunContext): Finding {
  const shown = run.keysIn([...attempt.answers, ...lastAround(attempt, 'twin')]);
  const [, closed] = otherStates(run);
  const isClosedShown = closed.some((key) => shown.has(key));
  const mayBeTies = finding.is === 'violated' && isOfContents(finding.violation.kind) && !isClosedShown;
  return mayBeTies || finding.is === 'holds' ? needsData('a sorted list with a closed issue') : finding;
}

/** Returns the first 100 issues of `state=all` and of `state=closed`, from before the run created issues. */
function otherStates(run: RunContext): readonly [Keys, Keys] {
  const [all = [], closed = []] = run.preflight.otherStates.map((answer) => run.keys(answer) ?? []);
  return [all, closed];
}

/** True if a list of every state would show an issue that is not open on this page. */
function wouldShow(attempt: Attempt, run: RunContext): boolean {
  const keys = run.keys(lastAround(attempt, 'twin')[0]) ?? [];
  const open = new Set(keys);
  const [all] = otherStates(run);
  const { page = '1', per_page = DEFAULT_PAGE } = lastOf(attempt).ask.query;
  if (page === '1') {
    // New issues stand before those that both lists hold.
    const added = keys.findIndex((key) => all.includes(key));
    return added >= 0 && all.slice(0, Number(per_page) - added).some((key) => !open.has(key));
  }
  // Issues before a later page may belong to another page.
  const [first, last] = [all.findIndex((key) => open.has(key)), all.findLastIndex((key) => open.has(key))];
  return all.slice(first, last + 1).some((key) => !open.has(key));
}

/** True if another state showed an issue that no list of open issues shows. */
function isAnyClosed(run: RunContext): boolean {
  const open = new Set(run.listed.to(run.primaryCaller));
  return otherStates(run).some((keys) => keys.some((key) => !open.has(key)));
}

/** True if the known issues that are not open stand behind the first 100 of every state by now. */
export function areOld(run: RunContext): boolean {
  const [all, closed] = otherStates(run);
  const newest = all.findIndex((key) => closed.includes(key));
  const added = run.ledger.acceptedOfAnybody(run.target.repository).length;
  return closed.length > 0 && (newest < 0 || newest + added >= LARGEST_PAGE);
}

/** Requests the last page of the list without state. All callers request the end that the primary caller sees. */
const atEnd =
  (run: RunContext, caller: Caller, query: Query): RequestScript =>
  async (send) => {
    const pages = await toTheEnd(run, send);
    const last = pages.findLast(({ list }) => (list?.length ?? 0) > 0);
    const page = last?.ask.query['page'] ?? '1';
    return [await send(run.list(caller, { ...query, ...HUNDRED, page }))];
  };

/** Returns a case of the last page of the list without state. A list of every state is longer, so it shows other issues there. */
const lastPage = (run: RunContext, caller: Caller, quick: boolean): Case => ({
  name: `the last page with ${caller.label}`,
  script: atEnd(run, caller, {}),
  twins: { twin: atEnd(run, caller, asOpen({})) },
  quick,
  check: (attempt) => {
    const finding = checkSameAsTwin(attempt, run);
    const isConclusive = isAnyClosed(run) && run.keysIn(attempt.answers).size > 0;
    return ifDataSuffices(finding, isConclusive, 'an issue that is not open, and one on the last page');
  },
});

/** Returns a case of the same page with state=open, which needs no request of its own. */
const openLastPage = (run: RunContext, caller: Caller, quick: boolean): Case => ({
  name: `the last page with state=open with ${caller.label}`,
  script: atEnd(run, caller, asOpen({})),
  twins: { twin: atEnd(run, caller, {}) },
  quick,
  check: acceptedLikeTwin,
});

export const stateRules: readonly Rule[] = [
  ruleOn.status('list.state.open', ['required', '3 first point', '3 second point'], {
    statement: '`state=open` is accepted: the listing answers 200.',
    tried:
      'Every caller requests state=open. TOKEN, or the anonymous caller, adds a page size, a page and a usual sort. If the same request without state is refused as well, another rule judges the refusal.',
    impact: 'A client that asks for the open issues by name does not get the 200 that it expects.',
    cases: (run) => {
      const accepted = comparedWith(run, without('state'), acceptedLikeTwin);
      return areOld(run)
        ? [
            ...ofEachCaller(run, (caller, quick) => openLastPage(run, caller, quick)),
            accepted(run.primaryCaller, asOpen({})),
          ]
        : byCaller(run, queriesOf(run), (caller, query, quick) => accepted(caller, asOpen(query), quick));
    },
  }),
  ruleOn.contents('list.state.default-open', ['required', '3 second point', '4.1 parameter state'], {
    statement: 'Leaving `state` out gives the same issues, in the same order, as `state=open`.',
    tried:
      'Every caller requests pages without state, and with state=open. TOKEN does so beside a usual sort, too, where only a closed issue breaks the rule. The rule needs an issue that is not open and would stand on such a page. To find it, the run tries state=all and state=closed, which need not work. If such issues are old, or the list is long, the run compares the last page.',
    impact: 'A client that leaves state out gets another list than with state=open.',
    blockedBy: ['list.per-page.at-most'],
    data: { open: 1, closed: 1 },
    cases: (run) =>
      areOld(run)
        ? ofEachCaller(run, (caller, quick) => lastPage(run, caller, quick))
        : [
            ...byCaller(run, queriesOf(run), comparedWith(run, asOpen, openByDefault)),
            ...(run.listed.count() < 2 * LARGEST_PAGE ? [] : [lastPage(run, run.primaryCaller, false)]),
          ],
  }),
];
