import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportFrom } from '../../src/report/read.ts';
import { runCli } from '../support/cli.ts';

let folder: string;
let history: string;
let reports: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  history = join(folder, 'history');
  reports = join(folder, 'reports');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the bundled service for a short time; its port differs each time. */
const run = (...args: readonly string[]) =>
  runCli(['--profile', 'quick', '--only', 'list.per-page', '--history', history, ...args], {
    env: { REPORT_DIR: reports },
  });

const page = (): Promise<string> => readFile(join(reports, 'report.html'), 'utf8');

describe('issue-conformance --history', () => {
  it('keeps so many runs, with their version and the run of CI that they are a part of', async () => {
    const commit = '0123456789abcdef0123456789abcdef01234567';
    for (const version of ['1.4.1', '1.4.2', '1.4.3']) {
      const { report } = await runCli(
        [
          '--profile',
          'quick',
          '--only',
          'list.per-page',
          '--history',
          history,
          '--history-keep',
          '2',
          '--target-version',
          version,
        ],
        { env: { REPORT_DIR: reports, CI_JOB_URL: 'https://ci.example/7', CI_COMMIT_SHA: commit } },
      );
      expect(report?.run).toMatchObject({
        targetVersion: version,
        ci: { url: 'https://ci.example/7', commit },
      });
    }
    const kept = await Promise.all(
      (await readdir(history)).toSorted().map((name) => readFile(join(history, name), 'utf8')),
    );
    expect(kept.map((text) => reportFrom(text).run.targetVersion)).toEqual(['1.4.2', '1.4.3']);
  });

  it('keeps each run, named by its time and id, and shows the earlier ones in the page', async () => {
    const first = await run();
    expect(first.status).toBe(0);
    expect(await page()).not.toContain('id="history"');
    const second = await run();
    const names = (await readdir(history)).toSorted();
    expect(names.map((name) => name.replace(/^.*Z-/, ''))).toEqual([
      `${first.report?.run.id}.json`,
      `${second.report?.run.id}.json`,
    ]);
    expect(reportFrom(await readFile(join(history, names[1] ?? ''), 'utf8'))).toEqual(second.report);
    expect(await page()).toContain('The last 2 runs on this target, this one included.');
  });

  it('shows them again where a report is rendered with it', async () => {
    await run();
    await run();
    const rendered = async (...args: readonly string[]): Promise<string> => {
      const { status } = await runCli(['render', reports, '--format', 'html', ...args], {
        env: { REPORT_DIR: join(folder, 'again') },
      });
      expect(status).toBe(0);
      return readFile(join(folder, 'again', 'report.html'), 'utf8');
    };
    expect(await rendered()).not.toContain('id="history"');
    expect(await rendered('--history', history)).toContain('The last 2 runs on this target');
  });

  it('says which file there is no report, and leaves it out', async () => {
    await run();
    await writeFile(join(history, '2020-01-01T00-00-00.000Z-half.json'), '{');
    const { status, stderr } = await run();
    expect(stderr).toContain(
      `1 file in ${history} cannot be read as reports and are left out (2020-01-01T00-00-00.000Z-half.json)`,
    );
    expect(status).toBe(0);
  });

  it('is refused before anything is sent, where nothing can be kept', async () => {
    await writeFile(history, 'a file');
    const { status, stderr, report } = await run();
    expect(stderr).toContain('Set HISTORY_DIR (--history) to another one.');
    expect([status, report?.outcome]).toEqual([2, 'unusable']);
  });
});

describe('the beginning of a run that has a history', () => {
  it('says that it is the first, then what changed since that, in all that people read', async () => {
    const first = await run();
    expect(first.stdout).toMatch(/^The first run of this target in the history\.\n\nConformant/);
    expect(first.report?.sinceLastRun).toEqual({ last: null, passedOver: [], unreadable: 0, changes: null });
    const second = await run('--only', 'list.ok');
    const since = new RegExp(
      `^Since \\d+ \\w{3} \\d{4}, \\d\\d:\\d\\d UTC \\(run ${first.report?.run.id}\\): nothing changed among`,
    );
    expect(second.stdout).toMatch(since);
    expect(second.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'The settings differ: selected rules --only list.per-page → --only list.per-page list.ok 1 gating rule not compared',
    );
    const markdown = await readFile(join(reports, 'report.md'), 'utf8');
    expect(markdown.replaceAll(/[*`]/g, '')).toMatch(since);
    expect(await page()).toContain('aria-label="Since the last run"');
    expect([first.status, second.status]).toEqual([0, 0]);
    const env = { REPORT_DIR: join(folder, 'again') };
    await runCli(['render', reports, '--format', 'markdown'], { env });
    expect(await readFile(join(folder, 'again', 'report.md'), 'utf8')).toBe(markdown);
  });

  it('is none without a history', async () => {
    const { report } = await runCli(['--profile', 'quick', '--only', 'list.ok']);
    expect(report?.sinceLastRun).toBeUndefined();
  });
});

describe('issue-conformance --format', () => {
  it('writes the chosen formats, and the source of all of them', async () => {
    expect((await run('--format', 'junit', 'badge')).status).toBe(0);
    expect((await readdir(reports)).toSorted()).toEqual(['badge.json', 'conformance.json', 'junit.xml']);
  });
});
