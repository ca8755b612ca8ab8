import { accepted, given, same } from '../../src/checks/same.ts';
import type { Query } from '../../src/model/ask.ts';
import { type Finding, nothing } from '../../src/model/finding.ts';
import { type Attempt, lastAround, type RuleLiteral } from '../../src/model/rule.ts';
import type { Run } from '../../src/run/run.ts';
import { byCaller, caseOf, type Tries } from '../cases.ts';

const HUNDRED: Query = { per_page: '100' };
/** Other rules ask for the page of the other callers, too. */
const QUERIES: Tries<Query> = {
  all: [{}, HUNDRED, { per_page: '10' }, { page: '2' }],
  others: () => [{ per_page: '100', page: '1' }],
  quick: [HUNDRED],
};

/** Demands what `state=open` gives. It shows something only if an issue that is not open would stand on the page. */
function openByDefault(attempt: Attempt, run: Run): Finding {
  const blames = ['list.state.open'] as const;
  const finding = same(attempt, 'open', { keysOf: run.keys, blames, refusal: 'list.ok' });
  // A cache that mixes pages up may give an empty one.
  if (finding.is === 'broken' && attempt.own.at(-1)?.list?.length === 0)
    return nothing('other-rule', 'The first page is empty.', ['list.page.slices', 'list.page.second']);
  return given(finding, wouldShow(attempt, run), 'an issue that is not open, among the newest');
}

/** True if a list of every state would show an issue that is not open on this page. */
function wouldShow(attempt: Attempt, run: Run): boolean {
  const open = new Set(run.keys(lastAround(attempt, 'open')[0]) ?? []);
  const [all = [], closed = []] = run.otherStates.map((answer) => run.keys(answer) ?? []);
  const isFirst = (attempt.own.at(-1)?.ask.query['page'] ?? '1') === '1';
  if (all.length === 0) return isFirst && closed.length > 0;
  // Both lists may have grown, and what stands before a later page may be of another one.
  const [first, last] = [all.findIndex((key) => open.has(key)), all.findLastIndex((key) => open.has(key))];
  return all.slice(isFirst ? 0 : first, last + 1).some((key) => !open.has(key));
}

/** Rules on `state`. */
export const stateRules: readonly RuleLiteral[] = [
  {
    id: 'list.state.open',
    level: 'required',
    statedIn: ['3 first point', '3 second point'],
    says: '`state=open` is accepted: the listing answers 200.',
    tried:
      'Every caller asks for state=open, alone and beside a page size and a page. If the same request without state is refused as well, another rule is broken.',
    impact: 'A client that asks for the open issues by name does not get the 200 that it expects.',
    judges: 'status',
    cases: (run) =>
      byCaller(run, QUERIES, (caller, query, quick) =>
        caseOf(run.list(caller, { state: 'open', ...query }), {
          twins: { without: run.list(caller, query) },
          quick,
          check: (attempt) => accepted(attempt, 'without', ['list.page.second']),
        }),
      ),
  },
  {
    id: 'list.state.default-open',
    level: 'required',
    statedIn: ['3 second point', '4.1 parameter state'],
    says: 'Leaving `state` out gives the same issues, in the same order, as `state=open`.',
    tried:
      'Every caller asks for pages without state, and with state=open. It is decided by an issue that is not open and would stand on such a page; state=all and state=closed, neither of which must work, are tried to find one.',
    impact: 'A client that leaves state out gets another list than with state=open.',
    data: { open: 1, closed: 1 },
    cases: (run) =>
      byCaller(run, QUERIES, (caller, query, quick) =>
        caseOf(run.list(caller, query), {
          twins: { open: run.list(caller, { state: 'open', ...query }) },
          quick,
          check: (attempt) => openByDefault(attempt, run),
        }),
      ),
  },
];
