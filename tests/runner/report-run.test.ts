import { expect, it } from 'vitest';
import { NO_BASELINE } from '../../src/baseline/apply-baseline.ts';
import type { Baseline } from '../../src/baseline/read.ts';
import type { Route } from '../../src/client/route.ts';
import type { RuleId } from '../../src/model/rule-ids.ts';
import { exitStatusOf } from '../../src/report/exit-status.ts';
import { type Report, type RuleReport, reportSchema } from '../../src/report/model.ts';
import { planRun } from '../../src/runner/plan.ts';
import { type RunRecord, reportOf } from '../../src/runner/report-run.ts';
import type { Collected } from '../../src/runner/run-rules.ts';
import { sampleRule } from '../report/reports.ts';
import { parsedSettings, TARGET } from '../settings/parsed-settings.ts';

const RULES: readonly RuleId[] = ['list.ok', 'list.array', 'observed.content-type'];
const SETTINGS = {
  ...TARGET,
  PRIVATE_REPO: 'vault',
  TOKEN: 'member-token',
  OUTSIDER_TOKEN: 'outsider-token',
  WRITES: 'all',
  SEED: '42',
};

const DOWN = { reason: 'It is down.', evidence: null };

interface Made extends Partial<RunRecord>, Partial<Pick<Collected, 'faults' | 'unusable' | 'cutShort'>> {
  readonly route?: Route;
}

function report(
  rules: readonly RuleReport[],
  { route, faults = [], unusable = null, cutShort = null, ...record }: Made = {},
): Report {
  const settings = parsedSettings(SETTINGS);
  const plan = planRun(route === undefined ? settings : { ...settings, route }, null, 'run1');
  const made = reportOf(
    { ...plan, rules: RULES },
    {
      rules: new Map(rules.map((rule) => [rule.id, rule])),
      tally: { requests: 12, retries: 3 },
      faults,
      unusable,
      cutShort,
    },
    {
      baseline: NO_BASELINE,
      beginning: { runId: 'run1', startedAt: new Date('2026-01-02T03:04:05Z'), faults: [] },
      durationMs: 12.6,
      ...record,
    },
  );
  // It is one that the schema takes, and shows no secret.
  expect(reportSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
  expect(JSON.stringify(made)).not.toMatch(/member-token|outsider-token|jdoe|hunter2/);
  return made;
}

const OBSERVED = sampleRule('observed.content-type', {
  verdict: 'observed',
  observation: { value: 'json', note: 'JSON.' },
});
const PASSED = [
  sampleRule('list.ok', { verdict: 'pass' }),
  sampleRule('list.array', { verdict: 'pass' }),
  OBSERVED,
];
const FAILED = [...PASSED, sampleRule('list.array', { verdict: 'fail' })];
const OPEN = [sampleRule('list.ok', { verdict: 'inconclusive' }), ...PASSED.slice(1)];
type BaselineEntry = Baseline['known'][number];

const ENTRY: BaselineEntry = { rule: 'list.array', expect: 'fail', reason: 'why' };
const listing = (part: Partial<BaselineEntry>) => ({
  baseline: { known: [{ ...ENTRY, ...part }], pins: [] },
});
const pinning = (text: string) => {
  const pins = [{ observation: 'observed.content-type' as const, value: text, reason: text, issue: text }];
  return { baseline: { known: [{ ...ENTRY, reason: text }], pins } };
};

it('the report of a run says what was run and how requests got there, and has the rules in their order', () => {
  const secret = { authorization: 'Basic amRvZTpodW50ZXIy', secrets: ['hunter2'] };
  const name = 'proxy.example:3128';
  const proxy = { variable: 'https_proxy', origin: `http://${name}`, name, ...secret };
  expect(report(PASSED.toReversed(), { route: { proxy, checksCertificates: false } })).toMatchObject({
    target: { baseUrl: TARGET.BASE_URL, owner: 'acme', repo: 'widgets', bundled: false },
    run: {
      id: 'run1',
      startedAt: '2026-01-02T03:04:05.000Z',
      durationMs: 13,
      requests: 12,
      retries: 3,
      seed: 42,
      profile: 'standard',
      writes: 'all',
      selection: null,
      proxy: name,
      uncheckedCertificates: true,
      settings: {
        TOKEN: 'given',
        OUTSIDER_TOKEN: 'given',
        PRIVATE_REPO: 'vault',
        CONCURRENCY: '8',
        DEADLINE_S: '900',
      },
    },
    rules: RULES.map((id) => ({ id })),
  });
});

type Row = readonly [string, readonly RuleReport[], Made, Report['outcome'], status: number];
it.each<Row>([
  ['a failure is known', FAILED, listing({}), 'nonconformant', 0],
  ['an entry is of no selected rule', PASSED, listing({ rule: 'create.once' }), 'conformant', 0],
  ['a pin changed', FAILED, pinning('with member-token, outsider-token'), 'nonconformant', 1],
  ['a rule never reported', PASSED.slice(1), {}, 'broken', 4],
  ['this program failed', FAILED, { faults: ['member-token: it threw'], unusable: DOWN }, 'broken', 4],
  ['the target is down', OPEN, { unusable: DOWN }, 'unusable', 2],
  ['it was interrupted', PASSED.slice(0, 1), { cutShort: 'interrupted' }, 'incomplete', 3],
  ['it came too late', PASSED.slice(0, 1), { cutShort: 'late' }, 'incomplete', 3],
  ['it was interrupted at its end', PASSED, { cutShort: 'interrupted' }, 'conformant', 0],
  ['a rule failed before it', FAILED.slice(1), { cutShort: 'interrupted' }, 'nonconformant', 1],
])('the report of a run has its outcome and status if %s', (_, rules, made, outcome, status) => {
  const all = report(rules, made);
  expect([all.outcome, exitStatusOf(all, true)]).toEqual([outcome, status]);
  const missing = RULES.filter((id) => !rules.some((rule) => rule.id === id));
  for (const id of missing) expect(all.rules.find((rule) => rule.id === id)?.verdict).toBe('inconclusive');
  const isCut = made.cutShort === 'interrupted' && all.rules.some((rule) => rule.verdict === 'inconclusive');
  expect(all.run.interrupted).toBe(isCut ? true : undefined);
  if (outcome === 'broken' || outcome === 'unusable') expect(all.problem).toBeDefined();
});
