import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatFiles } from '../../src/report/format-names.ts';
import { writeReports } from '../../src/report/write.ts';
import { conformant } from '../report/examples.ts';
import type { CliResult } from '../support/cli.ts';
import {
  commandIn,
  endOfProcess,
  greenIn,
  onSilence,
  reportFiles,
  reportIn,
  type Starting,
  startIn,
  usual,
} from './disturbed.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const command = (args: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliResult> =>
  commandIn(folder, args, env);

const start = (args: readonly string[], given?: Starting): ChildProcess => startIn(folder, args, given);

describe('yesterday’s green report', () => {
  beforeEach(async () => {
    await writeReports(conformant, join(folder, 'reports'));
    expect(await greenIn(join(folder, 'reports'))).toHaveLength(reportFiles.length);
  });

  for (const [what, args, env] of [
    ['a bad setting', ['--concurrency', 'many'], {}],
    ['an unknown flag', ['--prfile', 'quick'], {}],
    ['an empty address', [], { BASE_URL: '' }],
    ['a baseline that is not there', ['--baseline', 'missing.txt'], {}],
  ] as const) {
    it(`does not survive ${what}`, async () => {
      const { status } = await command(args, env);
      expect(status).toBe(2);
      expect(await greenIn(join(folder, 'reports'))).toEqual([]);
      expect(await reportIn(join(folder, 'reports'))).toMatchObject({ outcome: 'unusable', rules: [] });
      expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(reportFiles.toSorted());
      // No rule was decided, so none can be reported as no longer failing.
      expect((await command(['replay', 'reports'])).status).toBe(3);
    });
  }

  it('does not survive settings that cannot be read', async () => {
    await writeFile(join(folder, '.env'), Buffer.from('BASE_URL=http://127.0.0.1', 'utf16le'));
    expect((await command([])).status).toBe(2);
    expect(await greenIn(join(folder, 'reports'))).toEqual([]);
  });

  it('survives a misspelt command, which is no run', async () => {
    expect((await command(['comapre', 'a', 'b'])).status).toBe(2);
    expect(await reportIn(join(folder, 'reports'))).toEqual(conformant);
  });

  it('does not survive a run that is killed', async () => {
    await onSilence(async ({ baseUrl }, asked) => {
      const child = start([], { env: { ...usual, BASE_URL: baseUrl } });
      await asked;
      child.kill('SIGKILL');
      await endOfProcess(child);
    });
    expect(await greenIn(join(folder, 'reports'))).toEqual([]);
    expect(await reportIn(join(folder, 'reports'))).toMatchObject({
      outcome: 'incomplete',
      problem: expect.stringContaining('did not finish') as string,
    });
  });

  it('does not stand beside the one format of today', async () => {
    const { status } = await command(['--format', 'junit', '--only', 'list.ok', '--profile', 'quick']);
    expect(status).toBe(0);
    expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(['conformance.json', 'junit.xml']);
  });
});

describe('the formats of a run', () => {
  it('carry its id, but for the badge, in which nothing else may stand', async () => {
    await command(['--only', 'list.ok', '--profile', 'quick']);
    const dir = join(folder, 'reports');
    const { run } = await reportIn(dir);
    for (const name of reportFiles.filter((file) => file !== formatFiles.badge))
      expect(await readFile(join(dir, name), 'utf8'), name).toContain(run.id);
  });
});

describe('two runs in one report folder', () => {
  it('follow one another, and the second says for whom it waits', async () => {
    const first = start(['--profile', 'quick']);
    while (!(await readdir(folder)).includes('reports')) await new Promise(setImmediate);
    const second = start(['--profile', 'quick', '--seed', '7']);
    const [one, other] = await Promise.all([endOfProcess(first), endOfProcess(second)]);
    expect([one.status, other.status]).toEqual([0, 0]);
    expect(other.stderr).toMatch(
      new RegExp(`^issue-conformance: waits for another run \\(process ${first.pid} on `),
    );
    expect((await reportIn(join(folder, 'reports'))).run.seed).toBe(7);
    expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(reportFiles.toSorted());
  });

  it('leave it alone where the second cannot begin: it says who is there', async () => {
    await onSilence(async ({ baseUrl }, asked) => {
      const first = start([], { env: { ...usual, BASE_URL: baseUrl } });
      await asked;
      const { id } = (await reportIn(join(folder, 'reports'))).run;
      expect((await command(['--concurrency', 'many'])).status).toBe(2);
      const second = start([]);
      second.stderr?.once('data', () => second.kill('SIGTERM'));
      const { status, stderr } = await endOfProcess(second);
      expect(status).toBe(2);
      expect(stderr).toMatch(
        new RegExp(`is in use by another run \\(process ${first.pid} on .*Set|set REPORT_DIR`),
      );
      expect((await reportIn(join(folder, 'reports'))).run.id).toBe(id);
      first.kill('SIGTERM');
      await endOfProcess(first);
    });
  });
});
