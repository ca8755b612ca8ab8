import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import type { ListedReport, PinReport, Report } from '../../src/report/model.ts';
import {
  allRules,
  failing,
  plainExchange,
  sampleReport,
  sampleRule,
  undecidedRule,
  zeroFailure,
} from './reports.ts';

const quiet = 'Not tried: set WRITES to rejected or all.';

export const conformant: Report = sampleReport('conformant', {
  target: { baseUrl: 'http://127.0.0.1:40123', owner: 'reference', repo: 'issues', bundled: true },
});

export const nonconformant: Report = sampleReport('nonconformant', {
  rules: allRules([
    failing('list.per-page.zero'),
    failing('list.sort.invalid-ignores-direction', {
      kind: 'wrong-order',
      expected: 'the first 30 issues in the order of the list: 130, 129, 128, 127 and 26 more',
      actual: '30 results, of which the first is 1 and not 130: 1, 2, 3, 4 and 26 more',
      counterexample: { sort: '__proto__', direction: 'asc', per_page: '30' },
    }),
    failing('create.missing-title', {
      kind: 'status',
      expected: '422',
      actual: '201: an issue was created',
      counterexample: { payload: '{"body":"a"}' },
      reproduced: '2 of 3',
      exchanges: [
        {
          request: { ...plainExchange.request, method: 'POST', body: '{"body":"a"}' },
          response: { status: 201, headers: {}, body: '{}', truncated: false },
          ms: 9,
        },
      ],
      curl: `curl -si -X POST --data-raw '{"body":"a"}' http://127.0.0.1:4010/repos/octo/hello/issues`,
    }),
    { ...failing('list.invalid-token', { kind: 'status', actual: '200 and 30 results' }), known: true },
    undecidedRule('list.state.default-open', 'inconclusive', 'It needs a closed issue.'),
    undecidedRule('list.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.'),
    undecidedRule('create.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.'),
  ]),
  staleBaseline: ['list.per-page.huge'],
});

export const incomplete: Report = sampleReport('incomplete', {
  rules: ruleIds.map((id) =>
    id.startsWith('create.') || id.startsWith('observed.create.')
      ? undecidedRule(id, 'skip', quiet, 'setting')
      : sampleRule(id),
  ),
  run: {
    ...conformant.run,
    writes: 'none',
    retries: 3,
    interrupted: true,
    selection: { only: ['list.per-page', 'create'], skip: ['list.page'] },
  },
});

const refused =
  'Nothing answers at http://127.0.0.1:4010: the connection was refused. Start the service, or set BASE_URL (--base-url) to where it is.';

export const unusable: Report = sampleReport('unusable', {
  problem: refused,
  rules: ruleIds.map((id) => undecidedRule(id, 'inconclusive', refused)),
});

/** A report in which every text field holds the same hostile text. */
export function hostile(text: string): Report {
  const request = { method: text, url: text, headers: { [text]: text }, body: text };
  const response = { status: 200, headers: { [text]: text }, body: text, truncated: false };
  const failure = {
    ...zeroFailure,
    expected: text,
    actual: text,
    means: text,
    reproduced: text,
    curl: text,
    counterexample: { [text]: text },
    exchanges: [{ request, response, fault: text, ms: 1 }],
  };
  const words = { id: text, statement: text, sections: [text] };
  return sampleReport('nonconformant', {
    tool: { name: 'issue-conformance', version: text },
    problem: text,
    target: { baseUrl: text, owner: text, repo: text, bundled: false, label: text },
    run: { ...conformant.run, id: text, proxy: text, selection: { only: [text], skip: [text] } },
    staleBaseline: [text],
    rules: [
      sampleRule('list.ok', { ...words, verdict: 'fail', failure }),
      sampleRule('list.ok', { ...words, verdict: 'fail', failure, known: true }),
      sampleRule('list.ok', { ...words, verdict: 'fail' }),
      sampleRule('list.ok', { ...words, verdict: 'inconclusive', reason: text }),
      sampleRule('list.ok', { ...words, verdict: 'skip', reason: text }),
      sampleRule('observed.page.zero', { ...words, note: text, observation: { value: text, note: text } }),
    ],
  });
}

/** A run with a baseline: one entry or pin of each state, all with the same text. */
export function heldAgainst(text: string): Report {
  const listed = (state: ListedReport['state'], expect: ListedReport['expect'] = 'fail'): ListedReport => ({
    expect,
    kind: ['status'],
    reason: text,
    issue: text,
    expires: '2026-12-31',
    state,
  });
  const pin = (state: PinReport['state']): PinReport => ({ value: text, reason: text, issue: text, state });
  const undecided = (id: RuleId, verdict: 'inconclusive' | 'skip') => ({
    ...undecidedRule(id, verdict, quiet),
    known: true,
    listed: listed('as-listed', verdict),
  });
  return sampleReport('nonconformant', {
    staleBaseline: ['list.records'],
    rules: allRules([
      { ...failing('list.ok'), known: true, listed: listed('as-listed') },
      { ...failing('list.array'), listed: listed('otherwise') },
      sampleRule('list.records', { listed: listed('stale') }),
      { ...failing('list.anonymous'), listed: listed('expired') },
      undecided('list.token', 'skip'),
      undecided('list.state.open', 'inconclusive'),
      sampleRule('list.page.second', { listed: listed('passes', 'skip') }),
      { ...undecidedRule('list.page.slices', 'inconclusive', quiet), listed: listed('undecided') },
      sampleRule('observed.page.zero', { pin: pin('changed') }),
      sampleRule('observed.page.huge', { pin: pin('held') }),
      { ...undecidedRule('observed.links', 'inconclusive', quiet), pin: pin('unobserved') },
    ]),
  });
}
