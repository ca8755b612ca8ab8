import { describe, expect, it } from 'vitest';
import { type Baseline, type BaselineEntry, NO_BASELINE } from '../../src/baseline/baseline.ts';
import type { Route } from '../../src/client/route.ts';
import type { Collected } from '../../src/host/collector.ts';
import { exitStatusOf } from '../../src/host/outcome.ts';
import type { RunPlan } from '../../src/host/plan.ts';
import { type RunRecord, reportOf } from '../../src/host/report-run.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { type Report, type RuleReport, reportSchema } from '../../src/report/model.ts';
import { reported } from './reported.ts';

const RULES: readonly RuleId[] = ['list.ok', 'list.array', 'observed.content-type'];

const plan = (rules: readonly RuleId[], route?: Route): RunPlan => ({
  session: {
    ...(route === undefined ? {} : { route }),
    runId: 'run1',
    canarySeed: 'seed',
    address: {
      baseUrl: 'http://localhost',
      accept: 'a',
      apiVersion: '1',
      apiVersionHeader: 'x',
      userAgent: 'u',
    },
    bed: {
      repository: { owner: 'acme', repo: 'widgets' },
      written: { owner: 'acme', repo: 'widgets' },
      privateRepository: undefined,
      token: 'member-token',
      outsiderToken: 'outsider-token',
    },
    writes: 'rejected',
    profile: 'quick',
    seed: 42,
    concurrency: 1,
    maxRequests: 1,
    maxRate: undefined,
    timeoutMs: 1,
    deadlineMs: 1,
    listedWithinMs: 1,
  },
  rules,
  isTriedOnce: true,
  baseline: NO_BASELINE,
  channel: 'channel',
});

const PASSED = [
  reported('list.ok', 'pass'),
  reported('list.array', 'pass'),
  reported('observed.content-type', 'observed', { observation: { value: 'json', note: 'JSON.' } }),
];
const FAILED = reported('list.array', 'fail');

function report(
  rules: readonly RuleReport[],
  collected: Partial<Collected> = {},
  record: Partial<RunRecord> = {},
  route?: Route,
): Report {
  return reportOf(
    plan(RULES, route),
    {
      rules: new Map(rules.map((rule) => [rule.id, rule])),
      tally: { requests: 12, retries: 3 },
      runId: 'run1',
      unusable: null,
      faults: [],
      ...collected,
    },
    {
      bundled: false,
      selection: null,
      baseline: NO_BASELINE,
      startedAt: new Date('2026-01-02T03:04:05Z'),
      durationMs: 12.6,
      cutShort: null,
      ...record,
    },
  );
}
const undecided = ({ rules }: Report) =>
  rules.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id);

describe('the report of a run', () => {
  it('is one that the schema takes, and says what was run', () => {
    const made = report(PASSED);
    expect(reportSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
    expect(made.target).toEqual({
      baseUrl: 'http://localhost',
      owner: 'acme',
      repo: 'widgets',
      bundled: false,
    });
    expect(made.run).toEqual({
      id: 'run1',
      startedAt: '2026-01-02T03:04:05.000Z',
      durationMs: 13,
      requests: 12,
      retries: 3,
      seed: 42,
      profile: 'quick',
      writes: 'rejected',
      selection: null,
      settings: {
        TOKEN: 'given',
        OUTSIDER_TOKEN: 'given',
        CONCURRENCY: '1',
        MAX_REQUESTS: '1',
        TIMEOUT_MS: '1',
        DEADLINE_S: '0.001',
        LISTED_WITHIN_MS: '1',
        ACCEPT: 'a',
        API_VERSION: '1',
        API_VERSION_HEADER: 'x',
      },
    });
  });

  it('is conformant and without a problem where all is well', () => {
    const made = report(PASSED);
    expect([made.outcome, made.problem, made.counts.pass, made.counts.observed]).toEqual([
      'conformant',
      undefined,
      2,
      1,
    ]);
  });

  it('shows the rules in the order of the plan, whatever the order in which they ended', () => {
    expect(report(PASSED.toReversed()).rules.map(({ id }) => id)).toEqual(RULES);
  });

  it('says how requests got there where that was not straight, and shows no credentials', () => {
    const credentials = { user: 'jdoe', password: 'hunter2' };
    const proxy = { variable: 'https_proxy', origin: 'http://proxy.example:3128', credentials };
    const made = report(PASSED, {}, {}, { proxy, checksCertificates: false });
    expect(made.run).toMatchObject({ proxy: 'proxy.example:3128', uncheckedCertificates: true });
    expect(JSON.stringify(made)).not.toMatch(/jdoe|hunter2/);
    const straight = report(PASSED, {}, {}, { proxy: null, checksCertificates: true });
    expect(straight).toEqual(report(PASSED));
  });

  it('shows no token', () => {
    expect(JSON.stringify(report(PASSED))).not.toMatch(/member-token|outsider-token/);
  });
});

describe('a run with a baseline', () => {
  const listing = (part: Partial<BaselineEntry>): Baseline => ({
    entries: [
      {
        rule: 'list.array',
        expect: 'fail',
        kinds: [],
        causes: [],
        reason: 'why',
        issue: null,
        expires: null,
        ...part,
      },
    ],
    pins: [],
  });

  it('stays nonconformant where only what is known failed, and marks it', () => {
    const made = report([...PASSED, FAILED], {}, { baseline: listing({}) });
    expect([made.outcome, made.staleBaseline]).toEqual(['nonconformant', undefined]);
    expect(made.rules.find(({ id }) => id === 'list.array')).toMatchObject({
      known: true,
      listed: { expect: 'fail', reason: 'why', state: 'as-listed' },
    });
  });

  it('is nonconformant where an entry is stale, and names it', () => {
    const made = report(PASSED, {}, { baseline: listing({ rule: 'list.ok' }) });
    expect([made.outcome, made.staleBaseline]).toEqual(['nonconformant', ['list.ok']]);
  });

  it('is nonconformant where an entry is past its date, by the day on which the run began', () => {
    const late = report(
      PASSED,
      {},
      { baseline: listing({ rule: 'list.ok', expect: 'skip', expires: '2026-01-01' }) },
    );
    expect([late.outcome, late.rules[0]?.listed?.state]).toEqual(['nonconformant', 'expired']);
    const valid = report(
      PASSED,
      {},
      { baseline: listing({ rule: 'list.ok', expect: 'skip', expires: '2026-01-02' }) },
    );
    expect([valid.outcome, valid.rules[0]?.listed?.state]).toEqual(['conformant', 'passes']);
  });

  it('looks at no entry of a rule that took no part, however late or stale it is', () => {
    const baseline = listing({ rule: 'create.once', expires: '2000-01-01' });
    expect(report(PASSED, {}, { baseline })).toEqual(report(PASSED));
  });

  it('keeps its outcome where a pinned observation changed, which it marks', () => {
    const pins = [{ observation: 'observed.content-type' as const, value: 'x', reason: 'y', issue: null }];
    const made = report(PASSED, {}, { baseline: { entries: [], pins } });
    expect(made.outcome).toBe('conformant');
    expect(made.rules.map(({ pin }) => pin?.state)).toEqual([undefined, undefined, 'changed']);
    expect(exitStatusOf(made, true)).toBe(1);
  });

  it('shows no token that somebody wrote into the baseline', () => {
    const reason = 'with member-token and outsider-token';
    const pins = [{ observation: 'observed.content-type' as const, value: reason, reason, issue: reason }];
    const { entries } = listing({ reason, issue: reason });
    const made = report([...PASSED, FAILED], {}, { baseline: { entries, pins } });
    expect(JSON.stringify(made)).not.toMatch(/member-token|outsider-token/);
  });
});

describe('a rule that never reported', () => {
  it('makes the run broken, and is inconclusive itself', () => {
    const made = report(PASSED.slice(1));
    expect([made.outcome, undecided(made)]).toEqual(['broken', ['list.ok']]);
    expect(made.problem).toContain('1 rules never reported (list.ok)');
  });

  it('makes an interrupted run incomplete, and never green', () => {
    const made = report(PASSED.slice(0, 1), {}, { cutShort: 'interrupted' });
    expect([made.outcome, made.run.interrupted, made.problem]).toEqual([
      'incomplete',
      true,
      'The run was interrupted.',
    ]);
    expect(undecided(made)).toEqual(['list.array', 'observed.content-type']);
    expect(exitStatusOf(made, true)).toBe(3);
  });

  it('is not counted as a pass where nothing reported at all', () => {
    const made = report([]);
    expect([made.outcome, made.counts.pass, made.rules.length]).toEqual(['broken', 0, 3]);
  });
});

describe('a fault of this program', () => {
  it('makes the run broken, whatever the rules say, and is told', () => {
    const made = report([...PASSED, FAILED], { faults: ['list.ok: it threw'], unusable: 'It is down.' });
    expect([made.outcome, made.problem]).toEqual(['broken', 'list.ok: it threw']);
    expect(exitStatusOf(made, true)).toBe(4);
  });

  it('makes an interrupted run broken, too', () => {
    expect(report(PASSED, { faults: ['it threw'] }, { cutShort: 'interrupted' }).outcome).toBe('broken');
  });
});

describe('a target that cannot be checked', () => {
  it('makes the run unusable, and its complaint is the problem', () => {
    const rules = RULES.map((id) => reported(id, 'inconclusive', { reason: 'It is down.' }));
    const made = report(rules, { unusable: 'It is down.' });
    expect([made.outcome, made.problem]).toEqual(['unusable', 'It is down.']);
    expect(exitStatusOf(made, true)).toBe(2);
  });
});

describe('an interruption', () => {
  it('is not reported where a rule was inconclusive without one', () => {
    const made = report([reported('list.ok', 'inconclusive'), ...PASSED.slice(1)]);
    expect([made.outcome, made.run.interrupted, made.problem]).toEqual(['incomplete', undefined, undefined]);
  });

  it('that came when all was decided is none', () => {
    const made = report(PASSED, {}, { cutShort: 'interrupted' });
    expect([made.outcome, made.run.interrupted, made.problem]).toEqual(['conformant', undefined, undefined]);
  });

  it('does not hide a failure', () => {
    const made = report([reported('list.ok', 'inconclusive'), FAILED], {}, { cutShort: 'interrupted' });
    expect([made.outcome, exitStatusOf(made, true)]).toEqual(['nonconformant', 1]);
  });
});
