import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { formats } from '../../src/render/formats.ts';
import { writeReports } from '../../src/report-folder/report-folder.ts';
import { conformant } from '../report/examples.ts';
import { endOfProcess, onSilence, reportFiles, reportIn, runCli, startIn } from '../support/start-cli.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();
const reports = (): string => at('my-reports');

const command = (args: readonly string[], REPORT_DIR = reports()) =>
  runCli(args, { cwd: at(), env: { REPORT_DIR } });
const ONE = ['--bundled', '--only', 'list.ok', '--profile', 'quick'];

beforeEach(async () => {
  await writeReports(conformant, reports());
  expect((await readdir(reports())).toSorted()).toEqual(reportFiles);
});

it.each([
  ['an unknown flag', ['--prfile', 'quick']],
  ['a baseline that is not there', ['--baseline', 'missing.txt']],
  ['a recording that is not there', ['judge', 'missing.har']],
  ['settings that cannot be read', []],
])('yesterday’s green report does not survive %s', async (_, args) => {
  const isRead = args.length > 0;
  await writeFile(at('.env'), Buffer.from(`REPORT_DIR=${reports()}`, isRead ? 'utf8' : 'utf16le'));
  expect((await command(args, isRead ? '' : reports())).status).toBe(2);
  expect(await reportIn(reports())).toMatchObject({ outcome: 'unusable', rules: [] });
  expect((await readdir(reports())).toSorted()).toEqual(reportFiles);
});

it('yesterday’s green report survives a misspelt command, which is no run', async () => {
  expect((await command(['comapre', 'a', 'b'])).status).toBe(2);
  expect(await reportIn(reports())).toEqual(conformant);
});

it('yesterday’s green report does not survive a run, to which the folder belongs until it ends or is killed', async () => {
  await onSilence(async (env, asked) => {
    const first = startIn(at(), [], { env: { ...env, REPORT_DIR: reports() } });
    const ended = endOfProcess(first);
    await asked;
    const { id } = (await reportIn(reports())).run;
    expect((await command(['--concurrency', 'many'])).status).toBe(2);
    const { status, stderr } = await command(ONE);
    const says = new RegExp(`${first.pid}.*REPORT_DIR`, 's');
    expect([status, stderr]).toEqual([2, expect.stringMatching(says)]);
    expect((await reportIn(reports())).run.id).toBe(id);
    first.kill('SIGKILL');
    await ended;
  });
  expect((await readdir(reports())).filter((name) => reportFiles.includes(name))).toEqual([
    'conformance.json',
  ]);
  expect((await reportIn(reports())).outcome).toBe('incomplete');
  // The lock of the killed run is taken over. The badge alone does not name its run.
  expect((await command(ONE)).status).toBe(0);
  const { run } = await reportIn(reports());
  for (const name of reportFiles.filter((file) => file !== formats.badge.file))
    expect(await readFile(join(reports(), name), 'utf8'), name).toContain(run.id);
});
