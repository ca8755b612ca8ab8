import { existsSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type FormatName, formatNames, formats } from '../../src/render/formats.ts';
import { readReport } from '../../src/report-folder/read.ts';
import { writeReports } from '../../src/report-folder/report-folder.ts';
import { conformant, unusable } from '../report/examples.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { settingsOf, sharedService } from '../support/services.ts';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
const broken = sharedService({ faults: ['per-page-zero-empty', 'title-missing-400'] });
const good = sharedService();

type Env = Readonly<Record<string, string>>;

const command = (args: readonly string[], env: Env = {}) =>
  runCli(args, { cwd: at(), env: { REPORT_DIR: 'reports', ...env, LISTED_WITHIN_MS: '100' } });

const FAILED = 'list.per-page.zero';
const CREATES = 'create.missing-title';
const PREVIOUS = join('reports', 'previous', 'failures.json');

beforeAll(async () => {
  const args = ['--profile', 'quick', '--seed', '3', '--only', FAILED, CREATES, '--label', 'Staging'];
  expect((await command(args, settingsOf(broken()))).status).toBe(1);
  const report = await readReport(at('reports'));
  const rules = report.rules.map((rule) => (rule.id === FAILED ? { ...rule, known: true } : rule));
  await writeFile(at('failing.json'), JSON.stringify({ ...report, rules }));
});

it.each<[rule: string, service: 'broken' | 'good', env: Env, exit: number, says: RegExp]>([
  [FAILED, 'broken', {}, 1, /still failing +list\.per-page\.zero \(known failure\)/],
  [FAILED, 'good', {}, 0, /no longer failing +list\.per-page\.zero/],
  [CREATES, 'broken', { WRITES: '' }, 3, /cannot be tried +create\.missing-title/],
  [CREATES, 'broken', {}, 1, /still failing +create\.missing-title/],
  [FAILED, 'good', { BASE_URL: 'http://127.0.0.1:9' }, 3, /cannot be tried/],
])(
  'the replay command tells what became of %s on a service that is %s, with %j',
  async (rule, name, env, exit, says) => {
    const given = { ...settingsOf(name === 'good' ? good() : broken()), ...env };
    const { status, stdout, stderr } = await command(['replay', 'failing.json', rule], given);
    expect([status, stdout, stderr]).toEqual([exit, expect.stringMatching(says), '']);
  },
);

it('the replay command tries the other rules of the run too, if their answers may show the failure', async () => {
  const text = JSON.stringify(await readReport(at('failing.json'))).replaceAll(
    '"afterWrites":true',
    '"afterWrites":false',
  );
  const requestsIf = async (general: boolean) => {
    await writeFile(
      at('general.json'),
      text.replaceAll('"verdict":"fail"', `"verdict":"fail","general":${general}`),
    );
    const before = good().requests();
    await command(['replay', 'general.json', FAILED], { ...settingsOf(good()), WRITES: 'rejected' });
    return good().requests() - before;
  };
  expect(await requestsIf(true)).toBeGreaterThan(await requestsIf(false));
});

it('the replay command takes no address, name, header or limit from the report', async () => {
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
  const { target, run, ...rest } = await readReport(at('failing.json'));
  const hostile = {
    ...rest,
    target: { ...target, baseUrl: good().baseUrl, owner: 'evil', repo: 'evil' },
    run: { ...run, writes: 'all', settings: { ...run.settings, ...settings } },
  };
  await writeFile(at('hostile.json'), JSON.stringify(hostile));
  const replay = ['replay', 'hostile.json'];
  const before = good().requests();
  const env = { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets', TOKEN: 'secret-of-mine' };
  await command(replay, env);
  await service.stop();
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((request) => /^(?!GET)|evil/i.test(request))).toEqual([]);

  const { status, stdout, stderr } = await command(replay, { TOKEN: 'secret-of-mine' });
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('BASE_URL')]);
  expect(good().requests()).toBe(before);
});

it.each([
  ['has no failures', conformant, [], 0],
  ['decided nothing', unusable, [], 3],
  ['has no failure of that name', conformant, ['list.page'], 2],
])('the replay command sends nothing for a report that %s', async (_, report, names, status) => {
  await writeFile(at('other.json'), JSON.stringify(report));
  const before = broken().requests();
  expect((await command(['replay', 'other.json', ...names], settingsOf(broken()))).status).toBe(status);
  expect(broken().requests()).toBe(before);
});

it('without a report, the failures of REPORT_DIR are tried, else those that an earlier run left there', async () => {
  const replayed = () => command(['replay', FAILED], settingsOf(broken()));
  await writeReports(await readReport(at('failing.json')), at('reports'), { formats: ['json'] });
  expect((await replayed()).stdout).toMatch(/^Report: reports\/conformance\.json/);
  await writeReports(conformant, at('reports'), { formats: ['json'] });
  expect(await replayed()).toMatchObject({ status: 2, stderr: expect.stringContaining(FAILED) });
  await mkdir(at('reports', 'previous'));
  await cp(at('failing.json'), at(PREVIOUS));
  const stdout = expect.stringMatching(/^Report: reports\/previous\/failures\.json/);
  expect(await replayed()).toMatchObject({ status: 1, stdout });
  await rm(at('reports'), { recursive: true });
  expect(await command(['replay'])).toMatchObject({ status: 2, stderr: expect.stringContaining(PREVIOUS) });
});

it.each<[args: readonly string[], dir: string, FormatName[]]>([
  [['kept', '--format', 'junit'], 'chosen', ['junit']],
  [['kept/conformance.json'], 'kept', formatNames.filter((name) => name !== 'json')],
])('render %j writes formats again, to the folder %s', async (args, dir, names) => {
  await writeReports(conformant, at('kept'), { formats: ['json'] });
  const { status, stdout } = await command(['render', ...args], { REPORT_DIR: dir === 'kept' ? '' : dir });
  const written = stdout.trim().split('\n');
  expect(written.map((path) => relative(at(), path))).toEqual(
    names.map((name) => join(dir, formats[name].file)),
  );
  expect([status, written.filter((path) => !existsSync(path))]).toEqual([0, []]);
});
