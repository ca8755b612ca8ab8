import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/client/exchange.ts';
import { Secrets } from '../../src/client/secrets.ts';
import type { Tried } from '../../src/engine/rule-attempt.ts';
import { ruleReport } from '../../src/host/rule-report.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type ConfirmedViolation, shows, type ViolationKind } from '../../src/model/violation.ts';
import { ruleReportSchema } from '../../src/report/rule-model.ts';
import { ruleOf } from '../report/reports.ts';
import { reportsOn } from './target.ts';

const exchange = (query: string, status = 200): Exchange => ({
  request: { method: 'GET', url: `http://service.test/issues?${query}`, headers: {}, body: null },
  response: { status, headers: {}, body: '[]', utf8: true },
  fault: null,
  startedAt: 0,
  ms: 3,
});

const violation = (part: Partial<ConfirmedViolation> = {}): ConfirmedViolation => ({
  kind: 'status',
  expected: '200',
  actual: '422',
  exchanges: [exchange('per_page=0')],
  counterexample: { per_page: '0' },
  reproduced: { seen: 3, tries: 3 },
  ...part,
});

const tried = (id: RuleId, part: Partial<Tried> = {}): Tried => ({
  rule: ruleOf(id),
  verdict: { verdict: 'pass' },
  cases: 2,
  requests: 3,
  how: null,
  ms: 12.4,
  isAfterWrites: false,
  ...part,
});

const failed = (id: RuleId, part: Partial<ConfirmedViolation> = {}): Tried =>
  tried(id, { verdict: { verdict: 'fail', violation: violation(part) } });

const reported = (one: Tried, secrets = new Secrets()) => ruleReport(one, { seed: 7, secrets });

it('the report of a rule says how long it took, in whole milliseconds', () => {
  expect(reported(tried('list.ok')).ms).toBe(12);
});

describe('the report of a rule that failed', () => {
  it('says in which way it is broken, and is one that the schema takes', () => {
    const report = reported(failed('list.per-page.zero', { kind: 'too-few' }));
    expect(ruleReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    expect(report.failure).toMatchObject({ kind: 'too-few', seed: 7, reproduced: '3 of 3' });
  });

  it('says what that way of breaking it does: by its kind and, of a status, by the telling answer', () => {
    const meansOf = (kind: ViolationKind, status = 200): string | undefined =>
      reported(
        failed('create.private.outsider', { kind, exchanges: [exchange('', 404), exchange('', status)] }),
      ).failure?.means;
    const { impact } = ruleOf('create.private.outsider');
    const means = [201, 302, 403].map((status) => meansOf('status', status));
    expect(means).toEqual([
      expect.stringContaining('told that an issue was created'),
      expect.stringContaining('redirects'),
      expect.stringContaining('learn from the status'),
    ]);
    expect(meansOf('server-error', 500)).toContain('learn from the failure');
    expect(meansOf('wrong-order')).toBe(impact.general);
  });

  it('keeps the last exchanges of many, and the very last as the one to repeat', () => {
    const exchanges = Array.from({ length: 9 }, (_, index) => exchange(`page=${index}`));
    const { failure } = reported(failed('list.per-page.zero', { exchanges }));
    expect(failure?.exchanges).toHaveLength(6);
    expect(failure?.exchanges.at(-1)?.request.url).toContain('page=8');
    expect(failure?.curl).toContain('page=8');
  });

  it('says what each exchange is: the case, a twin that it has to agree with, or what had to come before', () => {
    const [before, page, twin, telling] = ['before', 'page', 'twin', 'telling'].map((name) => exchange(name));
    if (before === undefined || page === undefined || twin === undefined || telling === undefined) return;
    const rolesOf = (part: Partial<ConfirmedViolation>) =>
      reported(failed('list.per-page.zero', part)).failure?.exchanges.map(({ role }) => role);
    const shown = shows({ context: [before, page], twins: [twin], answers: [telling] });
    expect(rolesOf(shown)).toEqual(['context', 'context', 'twin', 'case']);
    expect(rolesOf({ exchanges: [before, telling] })).toEqual(['case', 'case']);
    // One response may have both roles.
    expect(rolesOf({ exchanges: [telling], twins: [telling] })).toEqual(['case']);
  });

  it('keeps those that show an issue twice before what is merely beside it, and says where it stands', () => {
    const context = Array.from({ length: 9 }, (_, index) => exchange(`before=${index}`));
    const answers = Array.from({ length: 9 }, (_, index) => exchange(`page=${index}`));
    const [first, , , , , , , , last] = answers;
    if (first === undefined || last === undefined) throw new Error('nine pages');
    const records = [
      {
        name: '42',
        at: [
          { exchange: first, result: 10 },
          { exchange: last, result: 1 },
          { exchange: exchange('not among them'), result: 3 },
        ],
      },
    ];
    const { failure } = reported(
      failed('list.page.partition', { kind: 'duplicated', ...shows({ context, answers }), records }),
    );
    expect(failure?.exchanges.map(({ request }) => request.url.split('?')[1])).toEqual([
      'page=0',
      'page=4',
      'page=5',
      'page=6',
      'page=7',
      'page=8',
    ]);
    expect(failure?.records).toEqual([
      {
        name: '42',
        at: [
          { exchange: 1, result: 10 },
          { exchange: 6, result: 1 },
        ],
      },
    ]);
  });

  it('shows where two lists differ first, with nothing secret in the names', () => {
    const secrets = new Secrets();
    secrets.add('hunter22', 'TOKEN');
    const difference = { at: 2, from: 1, case: ['1', 'hunter22'], twin: ['1'], caseTotal: 2, twinTotal: 1 };
    const report = reported(failed('list.per-page.zero', { difference }), secrets);
    expect(ruleReportSchema.parse(report).failure?.difference).toEqual({
      ...difference,
      case: ['1', '<TOKEN>'],
    });
  });

  it('says whether what was written before may have part in it, and from what its case was generated', () => {
    const generated = { property: 1, value: [0, 'a'] };
    const one = tried('list.per-page.huge', {
      verdict: { verdict: 'fail', violation: violation({ generated }) },
      isAfterWrites: true,
    });
    expect(reported(one).failure?.replay).toEqual({ ...generated, afterWrites: true });
  });

  it('has no secret in it, and words of its own whatever the token is', () => {
    const secrets = new Secrets();
    for (const token of ['status', 'fail', 'hunter22']) secrets.add(token, 'TOKEN');
    const report = reported(
      failed('list.per-page.zero', { kind: 'status', actual: '422: hunter22 is not let in' }),
      secrets,
    );
    expect(ruleReportSchema.parse(report)).toMatchObject({
      verdict: 'fail',
      failure: { kind: 'status', actual: '422: <TOKEN> is not let in' },
    });
  });
});

describe('how a rule was tried', () => {
  const how = {
    callers: { anonymous: 1, member: 2 },
    example: { case: { page: '2' }, exchange: exchange('page=2') },
  };
  const triedIn = (one: Tried) => reported({ ...one, how }).tried;

  it('is said of one that passed, with a case that held, the callers in one order', () => {
    const said = triedIn(tried('list.ok'));
    expect(JSON.stringify(said?.callers)).toBe('{"with TOKEN":2,"anonymous":1}');
    expect(said?.example).toMatchObject({ case: { page: '2' }, exchange: { response: { body: '[]' } } });
  });

  it('is said of one that failed without a case that held, and of no other', () => {
    expect(triedIn(failed('list.ok'))).toEqual({ callers: { 'with TOKEN': 2, anonymous: 1 } });
    expect(triedIn(tried('observed.caching'))).toBeUndefined();
    const doubt = { verdict: 'inconclusive', cause: 'data', reason: 'One issue decides it.' } as const;
    expect(triedIn(tried('list.ok', { verdict: doubt }))).toBeUndefined();
  });
});

describe('the report of a rule that passed', () => {
  it('has a note where the rule says what its pass rests on, and else none', () => {
    expect(reported(tried('list.ok', { note: 'It was watched for 2 s.' })).note).toBe(
      'It was watched for 2 s.',
    );
    expect(reported(tried('list.ok'))).not.toHaveProperty('note');
  });

  it('says for how long it was watched that what was refused left nothing behind', async () => {
    const [report] = await reportsOn({}, ['create.rejected-no-effect']);
    expect(report).toMatchObject({ verdict: 'pass', note: expect.stringMatching(/watched for [\d.]+ s/) });
  });
});
