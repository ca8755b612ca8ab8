import { ruleIds } from '../../src/model/rule-ids.ts';
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

export const conformant: Report = sampleReport('conformant', {
  target: { baseUrl: 'http://127.0.0.1:40123', owner: 'reference', repo: 'issues', bundled: true },
});

const GATEWAY = { expect: 'fail', reason: 'the gateway', expires: '2026-12-31', state: 'as-listed' } as const;

/** Twelve rules that show each verdict, a known failure, a pin that changed, and several kinds and causes. */
export const twelve: Report = {
  ...sampleReport('nonconformant', {
    rules: [
      sampleRule('list.ok', { ms: 1234 }),
      sampleRule('create.anonymous', { level: 'implied', listed: { expect: 'fail', state: 'stale' } }),
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
};

/** All rules, of which those of `twelve` have its results. */
export const nonconformant: Report = sampleReport('nonconformant', {
  rules: allRules(twelve.rules),
});

export const incomplete: Report = sampleReport('incomplete', {
  rules: ruleIds.map((id) =>
    id.startsWith('create.') || id.startsWith('observed.create.')
      ? undecidedRule(id, 'skip', 'Not tried: set WRITES to rejected or all.', 'setting')
      : sampleRule(id),
  ),
  run: {
    ...conformant.run,
    writes: 'none',
    retries: 3,
    interrupted: true,
    uncheckedCertificates: true,
    selection: { only: ['list.per-page', 'create'], skip: ['list.page'] },
    settings: {},
    replay: { program: 'name', report: '', settings: ['--base-url', 'http://h', '--writes', 'none'] },
  },
});

const refused =
  'Nothing answers at http://127.0.0.1:4010: the connection was refused. Start the service, or set BASE_URL (--base-url) to where it is.';

export const unusable: Report = sampleReport('unusable', {
  problem: refused,
  rules: ruleIds.map((id) => undecidedRule(id, 'inconclusive', refused)),
  evidence: {
    ...plainExchange,
    response: { status: 404, headers: {}, body: 'Ж'.repeat(300), truncated: false },
  },
});

/** A report in which every text field holds the same hostile text, with each verdict and each state of an entry or pin. */
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
  const rule = (verdict: RuleReport['verdict'], part: Partial<RuleReport> = {}): RuleReport =>
    sampleRule('list.ok', { id: text, statement: text, sections: [text], verdict, reason: text, ...part });
  const listed = (state: ListedReport['state'], expect: ListedReport['expect'] = 'fail') => ({
    known: state === 'as-listed',
    listed: { expect, kind: ['status' as const], reason: text, issue: text, expires: '2026-12-31', state },
  });
  const pinned = (state: NonNullable<RuleReport['pin']>['state'], verdict: RuleReport['verdict']) =>
    rule(verdict, {
      level: 'observed',
      note: text,
      observation: { value: text, note: text },
      pin: { value: text, reason: text, issue: text, state },
    });
  return sampleReport('nonconformant', {
    tool: { name: 'issue-conformance', version: text },
    problem: text,
    target: { baseUrl: text, owner: text, repo: text, bundled: false, label: text },
    run: { ...conformant.run, id: text, proxy: text, selection: { only: [text], skip: [text] } },
    rules: [
      rule('fail', { failure }),
      rule('fail', { failure, ...listed('as-listed') }),
      rule('fail', { failure, ...listed('otherwise') }),
      rule('fail', listed('expired')),
      rule('pass', listed('stale')),
      rule('pass', listed('passes', 'skip')),
      rule('inconclusive', listed('undecided')),
      rule('inconclusive', listed('as-listed', 'inconclusive')),
      rule('skip', listed('as-listed', 'skip')),
      rule('inconclusive'),
      rule('skip'),
      pinned('changed', 'observed'),
      pinned('held', 'observed'),
      pinned('unobserved', 'inconclusive'),
    ],
  });
}
