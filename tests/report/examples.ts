import { type RuleId, ruleIds } from '../../src/model/rule-ids.ts';
import type { ListedReport, Report, RuleReport } from '../../src/report/model.ts';
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

const GATEWAY = { expect: 'fail', reason: 'the gateway', expires: '2026-12-31', state: 'as-listed' } as const;

/** Twelve rules that show each verdict, a known failure, a pin that changed, and several kinds and causes. */
export const twelve: Report = {
  ...sampleReport('nonconformant', {
    rules: [
      sampleRule('list.ok', { ms: 1234 }),
      sampleRule('create.anonymous', { level: 'implied' }),
      failing('list.per-page.zero'),
      failing('list.sort.invalid-ignores-direction', {
        kind: 'wrong-order',
        expected: 'the first 30 issues in the default order: 130, 129, 128 and 27 more',
        actual: 'result 1 is issue 1, not issue 130',
        counterexample: { sort: '__proto__', direction: 'asc' },
        records: [
          {
            places: [{ exchange: 2, result: 1 }],
            differs: true,
            name: '1',
            number: '1',
            state: 'open',
            title: 'A',
          },
          { places: [{ exchange: 1, result: 1 }], differs: true, name: '130', number: '130', state: 'open' },
        ],
      }),
      failing('list.private.anonymous', {
        kind: 'leaked',
        expected: 'nothing private',
        actual: '2 private issues shown without a credential',
        exchanges: [plainExchange],
      }),
      { ...failing('list.invalid-token', { kind: 'status' }), known: true, listed: GATEWAY },
      undecidedRule('list.state.default-open', 'inconclusive', 'It needs a closed issue.', 'data'),
      undecidedRule('list.page.second', 'inconclusive', 'Equal requests differed.', 'unstable'),
      undecidedRule('list.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.', 'setting'),
      undecidedRule('create.private.outsider', 'skip', 'Not tried: set OUTSIDER_TOKEN.', 'setting'),
      sampleRule('observed.page.zero', { pin: { value: '422', reason: 'the app', state: 'changed' } }),
      undecidedRule('observed.links', 'inconclusive', 'There is no second page.', 'data'),
    ],
  }),
  staleBaseline: ['list.per-page.huge'],
};

/** All rules, of which those of `twelve` have its results. */
export const nonconformant: Report = sampleReport('nonconformant', {
  rules: allRules(twelve.rules),
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

const passed = [sampleRule('list.ok'), sampleRule('observed.page.zero')];
const skipped = undecidedRule('create.once', 'skip', 'Not tried: set WRITES.', 'setting');

/** One report for each kind of end. */
export const ends: Readonly<Record<string, Report>> = {
  nonconformant: twelve,
  conformant: sampleReport('conformant', { target: conformant.target, rules: passed }),
  incomplete: sampleReport('incomplete', {
    rules: [...passed, skipped],
    run: {
      ...nonconformant.run,
      writes: 'none',
      interrupted: true,
      selection: { only: ['list'], skip: ['x'] },
      settings: {},
      replay: { program: 'name', report: '', settings: ['--base-url', 'http://h', '--writes', 'none'] },
    },
  }),
  unusable: sampleReport('unusable', {
    ...unusable,
    rules: [{ ...skipped, verdict: 'inconclusive' }],
    evidence: {
      ...plainExchange,
      response: { status: 404, headers: {}, body: 'Ж'.repeat(300), truncated: false },
    },
  }),
};

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
  const listedAs = (state: ListedReport['state'], expect: ListedReport['expect'] = 'fail'): ListedReport => ({
    expect,
    kind: ['status'],
    reason: text,
    issue: text,
    expires: '2026-12-31',
    state,
  });
  const pin = (state: NonNullable<RuleReport['pin']>['state']): RuleReport['pin'] => ({
    value: text,
    reason: text,
    issue: text,
    state,
  });
  const undecided = (id: RuleId, verdict: 'inconclusive' | 'skip') => ({
    ...undecidedRule(id, verdict, quiet),
    known: true,
    listed: listedAs('as-listed', verdict),
  });
  return sampleReport('nonconformant', {
    staleBaseline: ['list.records'],
    rules: allRules([
      { ...failing('list.ok'), known: true, listed: listedAs('as-listed') },
      { ...failing('list.array'), listed: listedAs('otherwise') },
      sampleRule('list.records', { listed: listedAs('stale') }),
      { ...failing('list.anonymous'), listed: listedAs('expired') },
      undecided('list.token', 'skip'),
      undecided('list.state.open', 'inconclusive'),
      sampleRule('list.page.second', { listed: listedAs('passes', 'skip') }),
      { ...undecidedRule('list.page.slices', 'inconclusive', quiet), listed: listedAs('undecided') },
      sampleRule('observed.page.zero', { pin: pin('changed') }),
      sampleRule('observed.page.huge', { pin: pin('held') }),
      { ...undecidedRule('observed.links', 'inconclusive', quiet), pin: pin('unobserved') },
    ]),
  });
}
