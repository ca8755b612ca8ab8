import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { using } from '../service/using.ts';
import { type CliResult, runCli } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { settingsOf } from '../support/settings-of.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const command = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<CliResult> =>
  runCli(args, { cwd: folder, env: { REPORT_DIR: 'reports', ...env } });

const QUICK = ['--profile', 'quick'];
const FAULT = 'per-page-zero-empty';
const PREVIOUS = join('reports', 'previous', 'failures.json');

const reportAt = async (path: string): Promise<Report> =>
  reportSchema.parse(JSON.parse(await readFile(join(folder, path), 'utf8')));

describe('yesterday’s failures', () => {
  it('can still be replayed after runs that found nothing, and are not taken for theirs', async () => {
    await using({ faults: [FAULT] }, async (reference) => {
      const env = settingsOf(reference);
      expect((await command(QUICK, env)).status).toBe(1);
      const { run } = await reportAt('reports/conformance.json');
      const attacks = [
        { args: ['--prfile', 'quick'], status: 2 },
        { args: ['--only', 'list.per-pgae'], status: 2 },
        { args: QUICK, down: true, status: 2 },
        { args: [...QUICK, '--only', 'list.ok'], status: 0 },
        { args: [...QUICK, '--only', 'list.per-page'], status: 1 },
      ];
      for (const { args, down = false, status } of attacks) {
        const target = down ? { ...env, BASE_URL: `http://127.0.0.1:${await freePort()}` } : env;
        expect((await command(args, target)).status, args.join(' ')).toBe(status);
        expect((await reportAt(PREVIOUS)).run.id, args.join(' ')).toBe(run.id);
        expect((await reportAt('reports/conformance.json')).run.id).not.toBe(run.id);
        expect(await readdir(join(folder, 'reports', 'previous'))).toEqual(['failures.json']);
      }
    });
  });

  it('are replayed, by their name, if the report has no failures', async () => {
    await using({ faults: [FAULT] }, async (reference) => {
      const env = settingsOf(reference);
      await command(QUICK, env);
      const own = await command(['replay'], env);
      expect(own.stdout).toMatch(/^Report: reports\/conformance\.json\.\n/);
      expect(own.status).toBe(1);

      await command(['--prfile', 'quick'], env);
      for (const words of [[], ['list.per-page.zero']]) {
        const { stdout, status } = await command(['replay', ...words], env);
        expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
          /^Report: reports\/previous\/failures\.json, the failures of an earlier run \([^)]+ UTC\); reports\/conformance\.json has no failures\./,
        );
        expect(stdout).toContain('still failing     list.per-page.zero');
        expect(status).toBe(1);
      }
      const { stdout, status } = await command(['replay', 'reports/conformance.json'], env);
      expect(stdout).toMatch(
        /The failures of an earlier run are kept: \S.* replay reports\/previous\/failures\.json\n/,
      );
      expect(status).toBe(3);

      await rm(join(folder, 'reports', 'conformance.json'));
      expect((await command(['replay'], env)).stdout).toContain('reports/conformance.json is missing');
    });
  });

  it('no longer fail on a target that was mended, after the whole run that is green', async () => {
    let env: Readonly<Record<string, string>> = {};
    await using({ faults: [FAULT] }, async (reference) => {
      env = settingsOf(reference);
      await command(QUICK, env);
    });
    await using({}, async (reference) => {
      env = settingsOf(reference);
      expect((await command(QUICK, env)).status).toBe(0);
      const { stdout, status } = await command(['replay'], env);
      expect(stdout).toContain('no longer failing list.per-page.zero');
      expect(status).toBe(0);
    });
  });
});

describe('a replay without a report', () => {
  it('says that there is none', async () => {
    const { status, stderr } = await command(['replay'], {});
    expect(stderr).toBe(
      'issue-conformance: There is no report to replay: neither "reports/conformance.json" nor "reports/previous/failures.json" is there. Run the suite first, set REPORT_DIR (--report-dir), or give the path of a report.\n',
    );
    expect(status).toBe(2);
  });

  it('takes a file for a report, even if it is called as rules are', async () => {
    await writeFile(join(folder, 'list'), 'no report');
    const { status, stderr } = await command(['replay', 'list'], {});
    expect(stderr).toContain('The report "list" cannot be read');
    expect(status).toBe(2);
  });
});
