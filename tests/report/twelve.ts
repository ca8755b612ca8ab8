import type { Report } from '../../src/report/model.ts';
import { failing, plainExchange, sampleReport, sampleRule, undecidedRule } from './reports.ts';

const created = {
  ...plainExchange,
  request: { ...plainExchange.request, method: 'POST', body: '{"body":"a"}' },
  response: { status: 201, headers: {}, body: '{}', truncated: false },
};

/** Twelve rules that show each verdict, a known failure, a pin that changed, and several kinds and causes. */
export const twelve: Report = sampleReport('nonconformant', {
  rules: [
    sampleRule('list.ok', { ms: 1234 }),
    failing('list.per-page.zero'),
    failing('list.sort.invalid-ignores-direction', {
      kind: 'wrong-order',
      expected: 'the first 30 issues in the default order: 130, 129, 128 and 27 more',
      actual: 'result 1 is issue 1, not issue 130',
      counterexample: { sort: '__proto__', direction: 'asc' },
      difference: { at: 1, from: 1, case: ['#1'], twin: ['#130', '#129'], caseTotal: 30, twinTotal: 30 },
    }),
    failing('list.private.anonymous', {
      kind: 'leaked',
      expected: '404',
      actual: '200 and 2 private issues',
      records: [{ name: '#7', at: [{ exchange: 1, result: 2 }] }],
      exchanges: [plainExchange],
    }),
    {
      ...failing('create.missing-title', {
        kind: 'status',
        expected: '422',
        actual: '201: an issue was created',
        exchanges: [created],
      }),
      known: true,
      listed: { expect: 'fail', reason: 'the gateway', expires: '2026-12-31', state: 'as-listed' },
    },
    sampleRule('create.anonymous', { level: 'implied' }),
    undecidedRule('list.state.default-open', 'inconclusive', 'It needs a closed issue.', 'data'),
    undecidedRule(
      'list.page.second',
      'inconclusive',
      'Equal requests were answered differently.',
      'unstable',
    ),
    undecidedRule('list.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.', 'setting'),
    undecidedRule('create.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.', 'setting'),
    sampleRule('observed.page.zero', {
      observation: { value: '422', note: 'It is refused.' },
      pin: { value: '200, empty', reason: 'the app relies on it', state: 'changed' },
    }),
    undecidedRule('observed.links', 'inconclusive', 'There is no second page.', 'limit'),
  ],
  staleBaseline: ['list.per-page.huge'],
});

const { run } = twelve;
const only = (id: 'list.ok' | 'observed.page.zero') => sampleRule(id);

/** One report for each kind of end. */
export const ends: Readonly<Record<string, Report>> = {
  nonconformant: twelve,
  conformant: sampleReport('conformant', {
    target: { baseUrl: 'http://127.0.0.1:40123', owner: 'reference', repo: 'issues', bundled: true },
    rules: [only('list.ok'), only('observed.page.zero')],
  }),
  incomplete: sampleReport('incomplete', {
    rules: [only('list.ok'), undecidedRule('create.once', 'skip', 'Not tried: set WRITES.', 'setting')],
    run: {
      ...run,
      writes: 'none',
      interrupted: true,
      selection: { only: ['list', 'create'], skip: ['list.page'] },
    },
  }),
  unusable: sampleReport('unusable', {
    problem: 'Nothing answers at http://127.0.0.1:4010.',
    rules: [undecidedRule('list.ok', 'inconclusive', 'Nothing answers at http://127.0.0.1:4010.')],
  }),
};
