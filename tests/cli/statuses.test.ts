import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Injected, injecting } from '../../proof/injected.ts';
import type { RuleReport } from '../../src/report/model.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { runCli } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { GATING_RULES } from '../support/rule-counts.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';

const SERVICES = {
  good: {},
  slow: { latencyMs: 100 },
  zero: { faults: ['per-page-zero-empty'] },
  member: { faults: ['private-member-404'] },
} as const satisfies Record<string, Injected>;
type Name = keyof typeof SERVICES;

const services = new Map<Name, RunningService>();
const serviceOf = (name: Name): RunningService => {
  const service = services.get(name);
  if (service === undefined) throw new Error(`${name} was not started`);
  return service;
};

beforeAll(async () => {
  for (const [name, options] of Object.entries(SERVICES) as [Name, Injected][])
    services.set(name, await startService(injecting(options)));
});
afterAll(async () => {
  for (const service of services.values()) await service.stop();
});

interface Row {
  readonly what: string;
  readonly on?: Name;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly status: number;
  readonly outcome: string;
  /** Default: none. */
  readonly failed?: readonly string[];
  /** A cause for which some rules must be undecided; default: no rule may be. */
  readonly cause?: string;
  /** The setting that the report must name as the problem. */
  readonly names?: RegExp;
}

const READ = { WRITES: 'none' };
const NO_TOKEN = { ...READ, TOKEN: '', OUTSIDER_TOKEN: '', PRIVATE_REPO: '' };
const nobody = { TOKEN: 'a-token-of-nobody-1234' };

const ROWS: readonly Row[] = [
  { what: 'a service that obeys', status: 0, outcome: 'conformant' },
  {
    what: 'a broken rule',
    on: 'zero',
    status: 1,
    outcome: 'nonconformant',
    failed: ['list.per-page.zero'],
  },
  { what: 'rules that lack a setting', env: NO_TOKEN, status: 3, outcome: 'incomplete', cause: 'setting' },
  {
    what: 'rules that lack a setting, which is allowed',
    env: NO_TOKEN,
    args: ['--allow-incomplete'],
    status: 0,
    outcome: 'incomplete',
    cause: 'setting',
  },
  {
    what: 'observations alone',
    args: ['--profile', 'standard', '--only', 'observed.page', '--allow-incomplete'],
    status: 3,
    outcome: 'incomplete',
  },
  {
    what: 'MAX_REQUESTS that are too few, though rules may lack a setting',
    args: ['--max-requests', '40', '--allow-incomplete'],
    status: 3,
    outcome: 'incomplete',
    cause: 'limit',
  },
  {
    what: 'a deadline before the end',
    on: 'slow',
    args: ['--deadline', '1', '--profile', 'thorough', '--concurrency', '1', '--allow-incomplete'],
    status: 3,
    outcome: 'incomplete',
    cause: 'limit',
  },
  { what: 'a TOKEN that is refused', env: nobody, status: 2, outcome: 'unusable', names: /^TOKEN .*\(401\)/ },
  {
    what: 'a PRIVATE_REPO that does not exist',
    env: { ...READ, PRIVATE_REPO: 'valut' },
    status: 3,
    outcome: 'incomplete',
    cause: 'access',
    names: /PRIVATE_REPO/,
  },
  {
    what: 'a private repository that TOKEN cannot list, but creates in',
    on: 'member',
    status: 1,
    outcome: 'nonconformant',
    failed: ['list.private.member'],
  },
  {
    what: 'a repository that does not exist',
    env: { REPO: 'nowhere' },
    args: ['--wait', '1'],
    status: 2,
    outcome: 'unusable',
    names: /REPO.*WAIT_S/s,
  },
];

const of = (rules: readonly RuleReport[], ...verdicts: readonly string[]): RuleReport[] =>
  rules.filter(({ verdict, level }) => level !== 'observed' && verdicts.includes(verdict));

describe('the exit status of a run', () => {
  it.each(ROWS)('is $status for $what', async (row) => {
    const { on = 'good', env = {}, args = [], status, outcome, failed = [], cause, names } = row;
    const service = serviceOf(on);
    const sentBefore = service.requests();
    const ended = await runCli(['--profile', 'quick', '--seed', '1', ...args], {
      env: { ...settingsOf(service), LISTED_WITHIN_MS: '1000', ...env },
    });
    const { rules = [], problem = '', run, counts } = ended.report ?? {};
    expect([ended.status, ended.report?.outcome]).toEqual([status, outcome]);
    expect(of(rules, 'fail').map(({ id }) => id)).toEqual(failed);
    if (names !== undefined) expect(problem).toMatch(names);
    if (status === 2) {
      expect(counts).toMatchObject({ pass: 0, fail: 0 });
      return;
    }
    expect(run?.requests).toBe(service.requests() - sentBefore);
    expect(run?.requests).toBeLessThanOrEqual(Number(args[args.indexOf('--max-requests') + 1]) || 10_000);
    const causes = of(rules, 'inconclusive', 'skip').map((rule) => rule.cause);
    if (cause !== undefined) expect(causes).toContain(cause);
    else if (failed.length === 0) expect(causes).toEqual([]);
  });

  it('is 0 for the bundled service, without any setting', async () => {
    const { status, report } = await runCli([]);
    expect(status).toBe(0);
    expect(report).toMatchObject({
      outcome: 'conformant',
      target: { bundled: true },
      run: { profile: 'standard', writes: 'all', selection: null },
      counts: { pass: GATING_RULES, fail: 0, inconclusive: 0, skip: 0 },
    });
  });

  it('is 2 where nothing is there, or nothing but errors', async () => {
    const failing = await serveHttp(alwaysAnswer(500, '{}'));
    for (const baseUrl of [`http://127.0.0.1:${await freePort()}`, failing.baseUrl]) {
      const env = { ...settingsOf(serviceOf('good')), BASE_URL: baseUrl };
      const { status, report } = await runCli(['--profile', 'quick', '--allow-incomplete'], { env });
      expect([status, report?.outcome, report?.counts.pass]).toEqual([2, 'unusable', 0]);
    }
    await failing.stop();
  });
});

describe('a run', () => {
  it('tries only the rules of --only, without those of --skip, and says so', async () => {
    const { status, report } = await runCli(
      ['--only', 'list.page', 'list.ok', '--skip', 'list.page.partition', '--profile', 'quick'],
      { env: settingsOf(serviceOf('good')) },
    );
    expect(status).toBe(0);
    expect(report?.rules.map(({ id }) => id)).toEqual([
      'list.ok',
      'list.page.second',
      'list.page.slices',
      'list.page.effective-size',
    ]);
    expect(report?.run.selection).toEqual({ only: ['list.page', 'list.ok'], skip: ['list.page.partition'] });
  });
});
