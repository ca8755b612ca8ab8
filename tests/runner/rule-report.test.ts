import { expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { Secrets } from '../../src/client/secrets.ts';
import type { TrialResult } from '../../src/engine/trial.ts';
import type { ConfirmedViolation } from '../../src/model/finding.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { reportSchema } from '../../src/report/model.ts';
import { ruleReport } from '../../src/runner/rule-report.ts';
import { ruleOf } from '../report/reports.ts';
import { exchangeOf } from '../support/exchanges.ts';

const exchange = (query: string): Exchange => exchangeOf({ url: `http://service.test/issues?${query}` });
const exchanges = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => exchange(`${name}=${index}`));

const tried = (id: RuleId, part: Partial<TrialResult> = {}): TrialResult => ({
  rule: ruleOf(id),
  verdict: { verdict: 'pass' },
  cases: 3,
  example: null,
  requests: 3,
  ms: 12.4,
  ...part,
});
const failed = (part: Partial<ConfirmedViolation> = {}, more: Partial<TrialResult> = {}): TrialResult => {
  const violation: ConfirmedViolation = {
    kind: 'status',
    expected: '200',
    actual: '422',
    exchanges: [exchange('per_page=0')],
    counterexample: { per_page: '0' },
    reproduced: { seen: 3, tries: 3 },
    isAfterWrites: false,
    ...part,
  };
  return tried('list.per-page.zero', { verdict: { verdict: 'fail', violation }, ...more });
};

const secrets = new Secrets();
for (const token of ['status', 'fail', 'hunter22']) secrets.add(token, 'TOKEN');
const reported = (one: TrialResult) =>
  reportSchema.shape.rules.element.parse(ruleReport(one, { seed: 7, secrets }));
const queriesOf = (part: Partial<ConfirmedViolation>) =>
  reported(failed(part)).failure?.exchanges.map(
    ({ request, role }) => `${request.url.split('?')[1]} ${role}`,
  );

it('the report of a rule that failed says how it is broken, without secrets, and in words of its own whatever the token is', () => {
  const one = exchange('per_page=0');
  const records = [{ name: 'hunter22', places: [{ exchange: one, at: 1 }], differs: true }];
  const part = {
    actual: '422: hunter22 is not let in',
    exchanges: [one],
    records,
    case: 'hunter22 for 0',
    isAfterWrites: true,
  };
  expect(reported(failed(part))).toMatchObject({
    verdict: 'fail',
    ms: 12,
    failure: {
      kind: 'status',
      seed: 7,
      reproduced: '3 of 3',
      actual: '422: <TOKEN> is not let in',
      records: [{ name: '<TOKEN>', places: [{ exchange: 1, result: 2 }], differs: true }],
      replay: { afterWrites: true },
    },
  });
});

it('the report of a rule that failed keeps the last exchanges of many, each with its role', () => {
  const [before, twin, telling] = [exchange('before'), exchange('twin'), exchange('telling')];
  expect(queriesOf({ exchanges: [before, twin, telling], twins: [twin], context: [before] })).toEqual([
    'before context',
    'twin twin',
    'telling case',
  ]);
  // One response may have both roles.
  expect(queriesOf({ exchanges: [telling], twins: [telling] })).toEqual(['telling case']);
  const many = exchanges('page', 9);
  expect(queriesOf({ exchanges: many })).toEqual([3, 4, 5, 6, 7, 8].map((nth) => `page=${nth} case`));
  expect(reported(failed({ exchanges: many })).failure?.curl).toContain('page=8');
  const post = exchangeOf({ method: 'POST', url: 'http://service.test/?post' });
  expect(queriesOf({ kind: 'lost', exchanges: [post, ...many], context: [post] })).toContain('post context');
});

it('the report of a rule counts its cases, and shows one that held if it passed', () => {
  const how = { example: { page: '2' } };
  expect(reported(tried('list.ok', how))).toMatchObject({
    cases: 3,
    tried: { example: { case: { page: '2' } } },
  });
  const undecided = { verdict: 'inconclusive', cause: 'data', reason: 'One issue decides it.' } as const;
  for (const other of [failed({}, how), tried('list.ok', { ...how, verdict: undecided })])
    expect(reported(other).tried).toBeUndefined();
});
