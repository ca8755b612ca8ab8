import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { late } from '../../proof/changes/selected-requests.ts';
import { type Injected, injecting } from '../../proof/injected.ts';
import { exitStatusOf, type Report, run } from '../../src/api/index.ts';
import type { RunOptions } from '../../src/api/options.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { bundledHandler } from '../api/bundled.ts';
import { runCli } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { GATING_RULES } from '../support/rule-counts.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';

interface Rules {
  readonly rules: readonly { readonly id: string; readonly verdict: string; readonly level: string }[];
}

const idsOf = ({ rules }: Rules, ...verdicts: readonly string[]): string[] =>
  rules.flatMap(({ id, verdict, level }) => (level !== 'observed' && verdicts.includes(verdict) ? [id] : []));
const causesOf = ({ rules }: Report) =>
  new Set(rules.flatMap(({ level, cause }) => (level === 'observed' ? [] : (cause ?? []))));

let good: RunningService;
let zero: RunningService;
beforeAll(async () => {
  good = await startService();
  zero = await startService(injecting({ faults: ['per-page-zero-empty'] }));
});
afterAll(async () => {
  await good.stop();
  await zero.stop();
});

type Command = [
  what: string,
  on: () => RunningService,
  env: Record<string, string>,
  args: string[],
  status: number,
  outcome: string,
];
const NO_TOKEN = { TOKEN: '', OUTSIDER_TOKEN: '', PRIVATE_REPO: '', WRITES: '' };
const COMMANDS: Command[] = [
  ['a broken rule', () => zero, {}, [], 1, 'nonconformant'],
  ['a TOKEN that is refused', () => good, { TOKEN: 'a-token-of-nobody-1234' }, [], 2, 'unusable'],
  ['rules that lack a setting', () => good, NO_TOKEN, [], 3, 'incomplete'],
  ['rules that may lack a setting', () => good, NO_TOKEN, ['--allow-incomplete'], 0, 'incomplete'],
];

describe('the exit status of a command', () => {
  it.each(COMMANDS)('is as it must be for %s', async (_, on, env, args, status, outcome) => {
    const ended = await runCli(['--profile', 'quick', ...args], { env: { ...settingsOf(on()), ...env } });
    expect([ended.status, ended.report?.outcome]).toEqual([status, outcome]);
    expect(ended.stdout).toContain(`Exit status ${status}.`);
    expect(idsOf({ rules: ended.report?.rules ?? [] }, 'fail')).toEqual(
      status === 1 ? ['list.per-page.zero'] : [],
    );
  });

  it('follows from the rules if REPO is really private, which is said before and at the head', async () => {
    const { PRIVATE_REPO: REPO = '', ...env } = settingsOf(good);
    const ended = await runCli(['--profile', 'quick'], { env: { ...env, REPO, PRIVATE_REPO: '' } });
    expect([ended.status, ended.report?.outcome]).toEqual([1, 'nonconformant']);
    const { problem = '' } = ended.report ?? {};
    expect(problem).toMatch(/is answered 404 without a credential.*check REPO and PRIVATE_REPO\.$/);
    expect(ended.stderr).toContain(problem);
  });

  it('is 0 for the bundled service, with --bundled alone', async () => {
    const { status, report } = await runCli(['--bundled']);
    expect(status).toBe(0);
    expect(report).toMatchObject({
      outcome: 'conformant',
      target: { bundled: true },
      run: { profile: 'standard', writes: 'all', selection: null },
      counts: { pass: GATING_RULES, fail: 0, inconclusive: 0, skip: 0 },
    });
  });

  it('is that of the rules of --only, without those of --skip', async () => {
    const { status, report } = await runCli(
      ['--only', 'list.page', 'list.ok', '--skip', 'list.page.partition', '--profile', 'quick'],
      { env: settingsOf(good) },
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

interface Row {
  readonly what: string;
  readonly on?: Injected;
  readonly options?: Omit<RunOptions, 'fetch'>;
  readonly status: number;
  readonly outcome: string;
  /** Default: none. */
  readonly failed?: readonly string[];
  /** A cause for which some rules must be undecided; default: no rule may be. */
  readonly cause?: string;
  /** The setting that the report must name as the problem. */
  readonly names?: RegExp;
}

const ROWS: readonly Row[] = [
  {
    what: 'observations alone',
    options: { only: ['observed.create.status'] },
    status: 3,
    outcome: 'incomplete',
  },
  { what: 'few requests', options: { maxRequests: 40 }, status: 3, outcome: 'incomplete', cause: 'limit' },
  {
    what: 'a deadline before the end',
    on: { changes: [late(() => 100)] },
    options: { deadlineS: 1, profile: 'thorough', concurrency: 1 },
    status: 3,
    outcome: 'incomplete',
    cause: 'limit',
  },
  {
    what: 'a PRIVATE_REPO that does not exist',
    options: { privateRepo: 'valut', writes: 'none' },
    status: 3,
    outcome: 'incomplete',
    cause: 'access',
    names: /PRIVATE_REPO/,
  },
  {
    what: 'a PRIVATE_REPO that is public',
    options: { privateRepo: 'sprockets', writes: 'none' },
    status: 1,
    outcome: 'nonconformant',
    failed: ['list.private.anonymous', 'list.private.outsider'],
    names: /^PRIVATE_REPO is listed without a credential: if it is really public/,
  },
  {
    what: 'a private repository that TOKEN cannot list, but creates in',
    on: { faults: ['private-member-404'] },
    status: 1,
    outcome: 'nonconformant',
    failed: ['list.private.member'],
  },
  {
    what: 'a REPO that does not exist',
    options: { repo: 'x' },
    status: 2,
    outcome: 'unusable',
    names: /REPO/,
  },
];

it('a run says at its head that credentials seem to be ignored', async () => {
  const { target } = bundledHandler();
  const fetch = (request: Request) => {
    request.headers.delete('authorization');
    return target.fetch(request);
  };
  const { problem, outcome } = await run({ ...target, fetch });
  expect([outcome, problem]).toEqual(['nonconformant', expect.stringMatching(/Authorization header\?$/)]);
});

describe('the exit status of a run, though rules may lack a setting,', () => {
  it.each(ROWS)('is $status for $what', async ({ on = {}, options = {}, status, outcome, ...row }) => {
    const { target, methods } = bundledHandler(on);
    const report = await run({ ...target, writes: 'all', ...options });
    expect([exitStatusOf(report, { allowIncomplete: true }), report.outcome]).toEqual([status, outcome]);
    expect(idsOf(report, 'fail')).toEqual(row.failed ?? []);
    // A request may be counted that the end of the run kept from being sent.
    expect(methods.length).toBeLessThanOrEqual(report.run.requests);
    expect(report.run.requests).toBeLessThanOrEqual(options.maxRequests ?? 10_000);
    expect(report.problem ?? '').toMatch(row.names ?? /^$/);
    if (row.cause !== undefined) expect(causesOf(report)).toContain(row.cause);
  });

  it('is 2 where nothing is there', async () => {
    const { fetch: _, ...named } = bundledHandler().target;
    const report = await run({ ...named, baseUrl: `http://127.0.0.1:${await freePort()}` });
    expect([exitStatusOf(report), report.outcome, report.counts.pass]).toEqual([2, 'unusable', 0]);
  });

  const redirecting =
    (to: string): RequestListener =>
    ({ url }, response) =>
      response.writeHead(301, { location: to + (to.endsWith('/') ? url : '') }).end();
  /** Answers twice with an error, and nothing from then on. */
  const fallingSilent = (): RequestListener => {
    let seen = 0;
    return (_request, response) => {
      seen += 1;
      if (seen <= 2) response.writeHead(503).end();
    };
  };

  it.each<[string, RequestListener, RegExp]>([
    ['answers that never end', (_request, response) => response.writeHead(200).write('['), /no whole answer/],
    ['rate limits alone', alwaysAnswer(429, '{}'), /429 .*and nothing else/],
    ['no answers', () => undefined, /no whole answer/],
  ])('is 2 where there are %s until a short deadline', async (_, listener, says) => {
    const service = await serveHttp(listener);
    const { fetch: __, ...named } = bundledHandler().target;
    const report = await run({ ...named, baseUrl: service.baseUrl, deadlineS: 1 });
    await service.stop();
    expect([exitStatusOf(report), report.outcome]).toEqual([2, 'unusable']);
    expect(report.problem).toMatch(says);
  });

  it.each<[string, RequestListener, RegExp, timeoutMs?: number]>([
    ['errors alone', alwaysAnswer(500, '{}'), /500/],
    ['503 and then silence', fallingSilent(), /503/, 300],
    [
      'redirects that BASE_URL could follow',
      redirecting('https://issues.example.com/v2/'),
      /to https:\/\/issues\.example\.com\/v2\/\/repos.*: set BASE_URL to that address without \/repos/,
    ],
    ['other redirects', redirecting('/login'), /to \/login\).*: check BASE_URL\./],
  ])('is 2 where there are %s', async (_, listener, says, timeoutMs = 60_000) => {
    const service = await serveHttp(listener);
    const { fetch: __, ...named } = bundledHandler().target;
    const report = await run({ ...named, baseUrl: service.baseUrl, timeoutMs });
    await service.stop();
    expect([exitStatusOf(report), report.outcome, report.counts.pass]).toEqual([2, 'unusable', 0]);
    expect(report.problem).toMatch(says);
  });
});
