import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import { type FormatName, formatNames, formats } from '../../src/render/formats.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { writeReports } from '../../src/report-folder/report-folder.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { conformant, unusable } from '../report/examples.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
let broken: RunningService;
let good: RunningService;
beforeAll(async () => {
  broken = await startService(injecting({ faults: ['per-page-zero-empty', 'title-missing-400'] }));
  good = await startService();
});
afterAll(async () => {
  await broken.stop();
  await good.stop();
});

type Env = Readonly<Record<string, string>>;

const command = (args: readonly string[], env: Env = {}) =>
  runCli(args, { cwd: at(), env: { REPORT_DIR: 'reports', LISTED_WITHIN_MS: '1000', ...env } });
const reportAt = async (path: string): Promise<Report> =>
  reportSchema.parse(JSON.parse(await readFile(at(path), 'utf8')));

const QUICK = ['--profile', 'quick'];
const FAILED = 'list.per-page.zero';
const CREATES = 'create.missing-title';
const PREVIOUS = join('reports', 'previous', 'failures.json');

describe('issue-conformance replay', () => {
  it('needs a report of a run with failures', async () => {
    const chosen = ['--only', FAILED, CREATES, '--label', 'Staging'];
    const { status } = await command([...QUICK, '--seed', '3', ...chosen], settingsOf(broken));
    expect(status).toBe(1);
    const report = await reportAt('reports/conformance.json');
    const rules = report.rules.map((rule) => (rule.id === FAILED ? { ...rule, known: true } : rule));
    await writeFile(at('failing.json'), JSON.stringify({ ...report, rules }));
  });

  it.each<[rule: string, service: 'broken' | 'good', env: Env, exit: number, says: RegExp]>([
    [FAILED, 'broken', {}, 1, /still failing +list\.per-page\.zero \(known failure\)/],
    [FAILED, 'good', {}, 0, /no longer failing +list\.per-page\.zero/],
    [CREATES, 'broken', { WRITES: '' }, 3, /cannot be tried +create\.missing-title/],
    [CREATES, 'broken', {}, 1, /still failing +create\.missing-title/],
    [FAILED, 'good', { BASE_URL: 'http://127.0.0.1:9' }, 3, /cannot be tried/],
  ])('tells what became of %s on a service that is %s, with %j', async (rule, name, env, exit, says) => {
    const settings = settingsOf(name === 'good' ? good : broken);
    const { status, stdout, stderr } = await command(['replay', 'failing.json', rule], {
      ...settings,
      ...env,
    });
    expect([status, stdout, stderr]).toEqual([exit, expect.stringMatching(says), '']);
  });

  it('takes no address, name, header or limit from the report', async () => {
    const asked: string[] = [];
    const service = await serveHttp((request, response) => {
      asked.push(`${request.method} ${request.url} ${Object.keys(request.headers).join()}`);
      alwaysAnswer(200, '[]')(request, response);
    });
    const settings = {
      PRIVATE_OWNER: 'evil',
      PRIVATE_REPO: 'evil',
      API_VERSION_HEADER: 'X-Evil',
      API_VERSION: 'DELETE',
    };
    const { target, run, ...rest } = await reportAt('failing.json');
    const hostile = {
      ...rest,
      target: { ...target, baseUrl: good.baseUrl, owner: 'evil', repo: 'evil' },
      run: { ...run, writes: 'all', settings: { ...run.settings, ...settings } },
    };
    await writeFile(at('hostile.json'), JSON.stringify(hostile));
    const replay = ['replay', 'hostile.json'];
    const before = good.requests();
    const env = { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets', TOKEN: 'secret-of-mine' };
    await command(replay, env);
    await service.stop();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((request) => /^(?!GET)|evil/i.test(request))).toEqual([]);

    const { status, stdout, stderr } = await command(replay, { TOKEN: 'secret-of-mine' });
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('BASE_URL')]);
    expect(good.requests()).toBe(before);
  });

  it.each([
    ['has no failures', conformant, [], 0],
    ['decided nothing', unusable, [], 3],
    ['has no failure of that name', conformant, ['list.page'], 2],
    ['is none', {}, [], 2],
  ])('sends nothing for a report that %s', async (_, report, names, status) => {
    await writeFile(at('other.json'), JSON.stringify(report));
    const before = broken.requests();
    expect((await command(['replay', 'other.json', ...names], settingsOf(broken))).status).toBe(status);
    expect(broken.requests()).toBe(before);
  });
});

it('yesterday’s failures can still be replayed after runs that found nothing', async () => {
  const env = settingsOf(broken);
  await writeReports(await reportAt('failing.json'), at('reports'), { formats: ['json'] });
  expect((await command(['replay', FAILED], env)).stdout).toMatch(/^Report: reports\/conformance\.json/);
  expect((await command([...QUICK, '--only', 'list.ok'], env)).status).toBe(0);
  // Only a whole run keeps its failures.
  await rm(at('reports', 'previous'), { recursive: true, force: true });
  const { status, stderr } = await command(['replay', FAILED], env);
  expect([status, stderr]).toEqual([2, expect.stringContaining(FAILED)]);
  await mkdir(at('reports', 'previous'));
  await cp(at('failing.json'), at(PREVIOUS));
  expect(await command(['replay', FAILED], env)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^Report: reports\/previous\/failures\.json/),
  });
  await rm(at('reports'), { recursive: true });
  const nowhere = await command(['replay']);
  expect([nowhere.status, nowhere.stderr]).toEqual([2, expect.stringContaining(PREVIOUS)]);
});

it.each<[args: readonly string[], dir: string, FormatName[]]>([
  [['kept', '--format', 'junit'], 'chosen', ['junit']],
  [['kept/conformance.json'], 'kept', formatNames.filter((name) => name !== 'json')],
])(
  'render %j writes formats again, to the folder of the settings or beside it: %s',
  async (args, dir, names) => {
    await writeReports(conformant, at('kept'), { formats: ['json'] });
    const { status, stdout } = await command(['render', ...args], { REPORT_DIR: dir === 'kept' ? '' : dir });
    const paths = names.map((name) => join(dir, formats[name].file));
    expect([
      status,
      stdout
        .trim()
        .split('\n')
        .map((path) => relative(at(), path)),
    ]).toEqual([0, paths]);
    expect(await readdir(at(dir))).toEqual(expect.arrayContaining(paths.map((path) => basename(path))));
  },
);

it('render refuses an unknown format, and what is no report', async () => {
  for (const args of [['kept', '--format', 'pdf'], ['other.json']]) {
    const { status, stderr } = await command(['render', ...args]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/REPORT_FORMAT|other\.json/)]);
  }
});
