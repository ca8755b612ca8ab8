import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import { KINDS } from '../../src/model/violation-kinds.ts';
import { formats } from '../../src/render/formats.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { writeReports } from '../../src/report-folder/report-folder.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { conformant, nonconformant, unusable } from '../report/examples.ts';
import { runCli } from '../support/cli.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';
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

/** Writes a report with some changes to that of the broken service. */
async function kept(name: string, change: (report: Report) => Report): Promise<string> {
  await writeFile(at(name), JSON.stringify(change(await reportAt('failing.json'))));
  return name;
}

describe('issue-conformance replay', () => {
  it('needs a report of a run with failures', async () => {
    const chosen = ['--only', FAILED, CREATES, '--label', 'Staging'];
    const { status } = await command([...QUICK, '--seed', '3', ...chosen], settingsOf(broken));
    expect(status).toBe(1);
    const report = await reportAt('reports/conformance.json');
    const failure = report.rules.find(({ id }) => id === FAILED)?.failure;
    expect(failure).toMatchObject({
      reproduced: `${KINDS.status.attempts} of ${KINDS.status.attempts}`,
      seed: 3,
      counterexample: { per_page: '0' },
    });
    await writeFile(at('failing.json'), JSON.stringify(report));
  });

  it.each<[string, string, string[], () => Env, number]>([
    ['fails on the same service', 'still failing', [FAILED], () => settingsOf(broken), 1],
    ['holds on another one', 'no longer failing', [FAILED], () => settingsOf(good), 0],
    [
      'needs writes, which the report cannot allow',
      'cannot be tried',
      [CREATES],
      () => ({ ...settingsOf(broken), WRITES: '' }),
      3,
    ],
    [
      'sends what must be refused, if the settings allow it',
      'still failing',
      [CREATES],
      () => settingsOf(broken),
      1,
    ],
    [
      'is answered by nobody',
      'cannot be tried',
      [],
      () => ({ ...settingsOf(broken), BASE_URL: 'http://127.0.0.1:9' }),
      3,
    ],
  ])('tells a failure that %s', async (_, says, names, envOf, exit) => {
    const { status, stdout, stderr } = await command(['replay', 'failing.json', ...names], envOf());
    const ids = names.length === 0 ? [FAILED, CREATES] : names;
    for (const id of ids) expect(stdout).toMatch(new RegExp(`${says} +${id.replaceAll('.', '\\.')}`));
    expect([status, stderr]).toEqual([exit, '']);
  });

  it('tells known failures from others', async () => {
    const path = await kept('known.json', (report) => ({
      ...report,
      rules: report.rules.map((rule) => (rule.id === FAILED ? { ...rule, known: true } : rule)),
    }));
    const { status, stdout } = await command(['replay', path, FAILED], settingsOf(broken));
    expect([status, stdout]).toEqual([1, expect.stringMatching(/list\.per-page\.zero \(known failure\)/)]);
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
    const path = await kept('hostile.json', ({ target, run, ...rest }) => ({
      ...rest,
      target: { ...target, baseUrl: good.baseUrl, owner: 'evil', repo: 'evil' },
      run: { ...run, writes: 'all', settings: { ...run.settings, ...settings } },
    }));
    const before = good.requests();
    const env = { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets', TOKEN: 'secret-of-mine' };
    await command(['replay', path], env);
    await service.stop();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((request) => /^(?!GET)|evil/i.test(request))).toEqual([]);

    const { status, stdout, stderr } = await command(['replay', path], { TOKEN: 'secret-of-mine' });
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('BASE_URL')]);
    expect(good.requests()).toBe(before);
  });

  it('starts the bundled service again with --bundled', async () => {
    const path = await kept('bundled.json', (report) => ({
      ...report,
      target: { ...report.target, bundled: true },
    }));
    expect((await command(['replay', path, FAILED, '--bundled'])).status).toBe(0);
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

describe('yesterday’s failures', () => {
  it('can still be replayed after runs that found nothing, until a whole run is green', async () => {
    const env = settingsOf(broken);
    await rm(at('reports'), { recursive: true });
    const { run } = nonconformant;
    const whole = { ...(await reportAt('failing.json')), run: { ...run, id: 'whole' } };
    await writeReports(whole, at('reports'), { formats: ['json'] });
    expect((await command(['replay', FAILED], env)).stdout).toMatch(/^Report: reports\/conformance\.json/);
    for (const [args, status] of [
      [['--prfile', 'quick'], 2],
      [['--only', 'list.per-pgae'], 2],
      [[...QUICK, '--only', 'list.ok'], 0],
    ] as const) {
      expect((await command(args, env)).status, args.join(' ')).toBe(status);
      expect((await reportAt(PREVIOUS)).run.id, args.join(' ')).toBe('whole');
      expect((await reportAt('reports/conformance.json')).run.id).not.toBe('whole');
      expect(await readdir(at('reports', 'previous'))).toEqual(['failures.json']);
    }
    const { status, stdout } = await command(['replay', FAILED], env);
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(/^Report: reports\/previous\/failures\.json/),
    ]);
    await writeReports(conformant, at('reports'), { formats: ['json'] });
    expect((await command(['replay'], settingsOf(good))).status).toBe(0);
  });

  it('are looked for in both places', async () => {
    await rm(at('reports'), { recursive: true });
    const { status, stderr } = await command(['replay']);
    expect([status, stderr]).toEqual([2, expect.stringContaining(PREVIOUS)]);
  });
});

describe('issue-conformance render', () => {
  const files: readonly string[] = Object.values(formats).map(({ file }) => file);
  const other = files.filter((name) => name !== formats.json.file);

  it.each<[string, readonly string[], string, readonly string[]]>([
    ['every other format beside the report', ['kept/conformance.json'], 'kept', files],
    ['one format, of the report in a folder', ['kept', '--format', 'badge'], 'kept', files],
    ['the chosen format in the chosen folder', ['kept', '--format', 'junit'], 'chosen', ['junit.xml']],
    ['all of them in another folder', ['kept'], 'all', other],
  ])('writes %s', async (_, args, dir, names) => {
    await mkdir(at('kept'), { recursive: true });
    await writeFile(at('kept', 'conformance.json'), JSON.stringify(conformant));
    const { status, stdout } = await command(['render', ...args], { REPORT_DIR: dir === 'kept' ? '' : dir });
    expect(status).toBe(0);
    expect((await readdir(at(dir))).toSorted()).toEqual([...names].toSorted());
    for (const path of stdout.trim().split('\n')) expect(names).toContain(basename(path));
  });

  it.each([
    ['a format that there is not', ['kept', '--format', 'pdf'], /REPORT_FORMAT/],
    ['a file that is no report', ['other.json'], /other\.json/],
  ])('refuses %s', async (_, args, says) => {
    const { status, stderr } = await command(['render', ...args]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(says)]);
  });
});
