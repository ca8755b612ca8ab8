import { checkAcceptedLikeTwin, checkSameAsTwin, ifDataSuffices } from '../../src/checks/same.ts';
import { sameRepository } from '../../src/client/target-access.ts';
import { type Attempt, type Case, lastAround, lastOf, type Rule } from '../../src/context/rule.ts';
import type { RunContext } from '../../src/context/run-context.ts';
import { toTheEnd } from '../../src/creations/full-listing.ts';
import type { Keys } from '../../src/listings/compare.ts';
import { type Finding, inconclusiveFinding } from '../../src/model/finding.ts';
import {
  type Caller,
  DEFAULT_PAGE,
  LARGEST_PAGE,
  type Query,
  type RequestScript,
  sendInOrder,
} from '../../src/model/planned-request.ts';
import { byCaller, caseAsking, caseOf, type ValuesByCaller } from '../cases.ts';
import { ofContents, ofStatus } from '../groups.ts';

const HUNDRED: Query = { per_page: '100' };
/** Other rules ask for the page of the other callers, too. */
const QUERIES: ValuesByCaller<Query> = {
  all: [{}, HUNDRED, { per_page: '10' }, { page: '2' }],
  others: () => [{ per_page: '100', page: '1' }],
  quick: [HUNDRED],
};

/** Demands what `state=open` gives. It shows something only if an issue that is not open would stand on the page. */
function openByDefault(attempt: Attempt, run: RunContext): Finding {
  const blockedBy = ['list.state.open'] as const;
  const finding = checkSameAsTwin(attempt, 'open', {
    keysOf: run.keys,
    blockedBy,
    refusal: 'list.ok',
  });
  // A cache that mixes pages up may give an empty one.
  if (finding.is === 'violated' && lastOf(attempt).list?.length === 0)
    return inconclusiveFinding('other-rule', 'The first page is empty.', [
      'list.page.slices',
      'list.page.second',
    ]);
  return ifDataSuffices(finding, wouldShow(attempt, run), 'an issue that is not open, among the newest');
}

/** Returns the first hundred issues of `state=all` and of `state=closed`, as they were before the run created any. */
function otherStates(run: RunContext): readonly [Keys, Keys] {
  const [all = [], closed = []] = run.otherStates.map((answer) => run.keys(answer) ?? []);
  return [all, closed];
}

/** True if a list of every state would show an issue that is not open on this page. */
function wouldShow(attempt: Attempt, run: RunContext): boolean {
  const keys = run.keys(lastAround(attempt, 'open')[0]) ?? [];
  const open = new Set(keys);
  const [all] = otherStates(run);
  const { page = '1', per_page = DEFAULT_PAGE } = lastOf(attempt).ask.query;
  if (page === '1') {
    // New issues stand before those that both lists hold.
    const added = keys.findIndex((key) => all.includes(key));
    return added >= 0 && all.slice(0, Number(per_page) - added).some((key) => !open.has(key));
  }
  // What stands before a later page may be of another one.
  const [first, last] = [all.findIndex((key) => open.has(key)), all.findLastIndex((key) => open.has(key))];
  return all.slice(first, last + 1).some((key) => !open.has(key));
}

/** True if issues that are not open are known, and stand behind the first hundred of every state by now. */
export function areOld(run: RunContext): boolean {
  const [all, closed] = otherStates(run);
  const newest = all.findIndex((key) => closed.includes(key));
  const isGrowing = sameRepository(run.target.repository, run.target.writeRepository);
  const added = isGrowing ? run.ledger.accepted(run.target.writeRepository).length : 0;
  return closed.length > 0 && (newest < 0 || newest + added >= LARGEST_PAGE);
}

/** Asks for the last page of the list without state. The end that the first caller sees is asked for by all. */
const atEnd =
  (run: RunContext, caller: Caller, query: Query): RequestScript =>
  async (send) => {
    const pages = await toTheEnd(run, send, run.target.repository);
    const last = pages.findLast(({ list }) => (list?.length ?? 0) > 0);
    return sendInOrder(run.list(caller, { ...query, ...HUNDRED, page: last?.ask.query['page'] ?? '1' }))(
      send,
    );
  };

/** The last page of the list without state: a list of every state is longer than one of open issues, so it shows others there. */
const lastPage = (run: RunContext, caller: Caller, quick: boolean): Case =>
  caseAsking(`the last page with ${caller.label}`, atEnd(run, caller, {}), {
    twins: { open: atEnd(run, caller, { state: 'open' }) },
    quick,
    check: (attempt) =>
      ifDataSuffices(
        checkSameAsTwin(attempt, 'open', {
          keysOf: run.keys,
          blockedBy: ['list.state.open'],
          refusal: 'list.ok',
        }),
        run.distinct(attempt.answers) > 0,
        'an issue on the last page',
      ),
  });

/** The same page in state open, which costs nothing where the other one is asked for. */
const openLastPage = (run: RunContext, caller: Caller): Case =>
  caseAsking(`the last page with state=open with ${caller.label}`, atEnd(run, caller, { state: 'open' }), {
    twins: { without: atEnd(run, caller, {}) },
    quick: true,
    check: (attempt) => checkAcceptedLikeTwin(attempt, 'without', ['list.page.second']),
  });

/** Rules on `state`. */
export const stateRules: readonly Rule[] = [
  ofStatus('list.state.open', 'required', ['3 first point', '3 second point'], {
    statement: '`state=open` is accepted: the listing answers 200.',
    tried:
      'Every caller asks for state=open, alone and beside a page size and a page. If the same request without state is refused as well, another rule is broken.',
    impact: 'A client that asks for the open issues by name does not get the 200 that it expects.',
    cases: (run) => [
      ...(areOld(run) ? [openLastPage(run, run.primaryCaller)] : []),
      ...byCaller(run, QUERIES, (caller, query, quick) =>
        caseOf(run.list(caller, { state: 'open', ...query }), {
          twins: { without: run.list(caller, query) },
          quick: quick && !areOld(run),
          check: (attempt) => checkAcceptedLikeTwin(attempt, 'without', ['list.page.second']),
        }),
      ),
    ],
  }),
  ofContents('list.state.default-open', 'required', ['3 second point', '4.1 parameter state'], {
    statement: 'Leaving `state` out gives the same issues, in the same order, as `state=open`.',
    tried:
      'Every caller asks for pages without state, and with state=open. It is decided by an issue that is not open and would stand on such a page; state=all and state=closed, neither of which must work, are tried to find one. If such issues are old, the last page is compared.',
    impact: 'A client that leaves state out gets another list than with state=open.',
    blockedBy: ['list.per-page.at-most'],
    data: { open: 1, closed: 1 },
    cases: (run) => {
      if (areOld(run)) return run.listingCallers.map((caller, who) => lastPage(run, caller, who === 0));
      return byCaller(run, QUERIES, (caller, query, quick) =>
        caseOf(run.list(caller, query), {
          twins: { open: run.list(caller, { state: 'open', ...query }) },
          quick,
          check: (attempt) => openByDefault(attempt, run),
        }),
      );
    },
  }),
];
