import { execFileSync, spawnSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FormatName, formatNames, formats, rendered } from '../../src/render/formats.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { isForeign, writeTogether } from '../../src/report-folder/files.ts';
import { lockReportFolder, previousFailures, writeReports } from '../../src/report-folder/report-folder.ts';
import { anyReport } from '../report/any-report.ts';
import { conformant, incomplete, nonconformant, unusable } from '../report/examples.ts';
import { undecidedRule } from '../report/reports.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();
let taken: Awaited<ReturnType<typeof lockReportFolder>>[] = [];
beforeEach(() => {
  taken = [];
});
afterEach(() => Promise.all(taken.map(({ release }) => release())));

const LOCK = '.issue-conformance.lock';
const unfinished: Report = { ...conformant, outcome: 'incomplete', rules: [], problem: 'not finished' };
const FILES = formatNames.map((name) => formats[name].file).toSorted();

async function take(dir = at(), names = formatNames) {
  const folder = await lockReportFolder(dir, unfinished, names);
  taken.push(folder);
  return folder;
}

const filesIn = async (dir = at()): Promise<string[]> => (await readdir(dir)).toSorted();
const reportIn = async (path: string): Promise<Report> => JSON.parse(await readFile(path, 'utf8')) as Report;
const outcome = async (): Promise<string> => (await reportIn(at('conformance.json'))).outcome;

describe('a run that takes its report folder', () => {
  it('makes it, and leaves there that it did not finish', async () => {
    await (await take(at('a', 'b'))).release();
    expect((await reportIn(at('a', 'b', 'conformance.json'))).outcome).toBe('incomplete');
    expect(await filesIn(at('a', 'b'))).toEqual(['conformance.json']);
  });

  it('removes earlier reports, replaces half-written ones, and touches nothing else', async () => {
    await writeReports(conformant, at(), { formats: ['json', 'junit'] });
    await writeFile(at('.issue-conformance.conformance.json.tmp'), '{"schema');
    await writeFile(at('notes.txt'), 'mine');
    await mkdir(at('report.html'));
    await take(at(), ['json']);
    expect(await filesIn()).toEqual([LOCK, 'conformance.json', 'notes.txt', 'report.html']);
    expect(await outcome()).toBe('incomplete');
  });

  it.each<[string, () => Promise<string>]>([
    ['a file above it', async () => (await writeFile(at('a'), ''), at('a', 'b'))],
    ['a file system without room for it', async () => '/proc/a/b'],
    ['a link to nothing', async () => (await symlink(at('b'), at('a')), at('a'))],
  ])('is refused by %s, with the setting to change', async (_, make) => {
    await expect(take(await make())).rejects.toThrow(/cannot be used: .*REPORT_DIR/);
  });
});

const holder = (pid: number, host = hostname()): string => `process ${pid} on ${host} since 2026, run x`;

it.each([
  ['that was just begun', ''],
  ['of a process that is gone', holder(spawnSync('true').pid)],
  ['of an earlier process with the id of this one', holder(process.pid)],
  ['of another machine', holder(process.ppid, 'elsewhere')],
])('a lock %s is replaced, by one run', async (_, text) => {
  await writeFile(at(LOCK), text);
  const { release } = await take();
  expect(await readFile(at(LOCK), 'utf8')).toMatch(`process ${process.pid} on ${hostname()} since `);
  await expect(take()).rejects.toThrow('in use by another run');
  await release();
  expect(await filesIn()).not.toContain(LOCK);
});

it.each([
  ['another run that goes on', holder(process.ppid), `process ${process.ppid} on `],
  ['somebody else', 'mine', 'may replace'],
])('a lock of %s stays', async (_, text, says) => {
  await writeFile(at(LOCK), text);
  await expect(take()).rejects.toThrow(says);
  expect(await readFile(at(LOCK), 'utf8')).toBe(text);
});

it('a run that lost its lock writes nothing', async () => {
  const first = await take();
  await rm(at(LOCK));
  const other: Report = { ...unfinished, run: { ...unfinished.run, id: 'other' } };
  const second = await lockReportFolder(at(), other, formatNames);
  await expect(first.write(conformant)).rejects.toThrow('lost its lock');
  await second.release();
  // The other run has ended, and its report stays.
  await expect(first.write(conformant)).rejects.toThrow('lost its lock');
  expect(await outcome()).toBe('incomplete');
});

describe('the reports of a run', () => {
  it('are written in its formats, in place of earlier ones', async () => {
    const names = ['json', 'badge'] as const;
    await writeReports(conformant, at(), { formats: names });
    const paths = await writeReports(nonconformant, at(), { formats: names });
    expect(paths).toEqual(names.map((name) => at(formats[name].file)));
    expect(await filesIn()).toEqual(names.map((name) => formats[name].file).toSorted());
    for (const [name, text] of await rendered(names, reportSchema.parse(nonconformant)))
      expect(await readFile(at(formats[name].file), 'utf8')).toBe(text);
  });

  it('are all written or none, and are reports', async () => {
    const wrong = Object.assign({ ...conformant }, { schemaVersion: 2 });
    await expect(writeReports(wrong, at())).rejects.toThrow('schemaVersion');
    expect(await filesIn()).toEqual([]);
    const files = ['first', 'in-the-way', 'last'].map(
      (name) => [at(name), { text: 'text', begins: /^text/ }] as const,
    );
    // Fails after the first file is written, as on a full disk.
    await mkdir(at('.issue-conformance.in-the-way.tmp'));
    await expect(writeTogether(new Map(files))).rejects.toThrow();
    expect(await filesIn()).toEqual(['.issue-conformance.in-the-way.tmp']);
  });
});

const SUITE = '<testsuite name="unit" tests="1"><testcase name="a"/></testsuite></testsuites>';

describe('a file of somebody else', () => {
  it.each<[FormatName, string]>([
    ['json', '{"schemaVersion": 1, "name": "issue-conformance"}'],
    ['junit', `<?xml version="1.0"?>\n<testsuites name="vitest tests" tests="1">${SUITE}`],
    ['html', '<!DOCTYPE html><html><head></head><body><h1>issue-conformance</h1></body></html>'],
    ['markdown', '# Notes\n\nissue-conformance runs.\n\nprofile standard · issue-conformance 0.2.0\n'],
    ['badge', '{"schemaVersion":1,"label":"coverage","message":"conformant · 1 of 1","color":"green"}'],
  ])('stays as it is, and ends the run: %s, %s', async (name, text) => {
    const { file } = formats[name];
    await writeReports(conformant, at());
    await writeFile(at(file), text);
    await expect(take()).rejects.toThrow(`"${file}"`);
    await expect(writeReports(conformant, at())).rejects.toThrow(`"${file}"`);
    expect(await readFile(at(file), 'utf8')).toBe(text);
    // No earlier report is left that could be taken for one of this run.
    expect(await filesIn()).toEqual([file]);
  });

  it('is in the way of its own format only', async () => {
    for (const file of FILES) if (file !== 'conformance.json') await writeFile(at(file), 'mine');
    await (await take(at(), ['json'])).release();
    expect(await filesIn()).toEqual(FILES);
  });

  it.skipIf(process.platform === 'win32').each<[string, (path: string) => unknown]>([
    ['a pipe', (path) => execFileSync('/usr/bin/mkfifo', [path])],
    ['a folder', (path) => mkdir(join(path, 'mine'), { recursive: true })],
    ['a linked report', (path) => writeReports(conformant, at('b')).then(([to = '']) => symlink(to, path))],
  ])('is neither opened nor touched if it is %s', async (_, make) => {
    const path = at('conformance.json');
    await make(path);
    const before = await lstat(path);
    await expect(take()).rejects.toThrow(/REPORT_DIR/);
    const after = await lstat(path);
    expect([after.ino, after.mode]).toEqual([before.ino, before.mode]);
  });

  it('is never any report in any format', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, fc.constantFrom(...formatNames), async (report, name) => {
        const path = at(formats[name].file);
        await writeFile(path, (await rendered([name], report)).get(name) ?? '');
        expect(await isForeign(path, formats[name].begins)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});

describe('failures of a whole run', () => {
  const { run, rules } = nonconformant;
  const failed = (part: Partial<Report['run']>): Report => ({ ...nonconformant, run: { ...run, ...part } });
  /** Leaves the report of a run, and begins the next one. */
  async function ended(report: Report): Promise<void> {
    await writeReports(report, at(), { formats: ['json'] });
    await (await take(at(), ['json'])).release();
  }
  it.each<[string, Report]>([
    ['green run', conformant],
    ['undecided run', incomplete],
    ['unusable target', unusable],
    ['fault of this program', { ...nonconformant, outcome: 'broken' }],
    ['run that did not finish', unfinished],
    ['interrupted run', failed({ interrupted: true })],
    ['run of some rules', failed({ selection: { only: ['list'], skip: [] } })],
    [
      'run that reached a limit',
      { ...nonconformant, rules: [undecidedRule('list.ok', 'inconclusive', 'x', 'limit'), ...rules] },
    ],
  ])('are kept until those of a later whole run, and not displaced by a %s', async (_, report) => {
    for (const id of ['first', 'second']) await ended(failed({ id }));
    await ended(report);
    expect((await reportIn(previousFailures(at()))).run.id).toBe('second');
    expect(await filesIn()).toEqual(['conformance.json', 'previous']);
  });

  it.each(['previous', 'previous/failures.json'])('replace no file of somebody else: %s', async (file) => {
    if (file !== 'previous') await mkdir(at('previous'));
    await writeFile(at(file), 'mine');
    await ended(nonconformant);
    expect([await outcome(), await readFile(at(file), 'utf8')]).toEqual(['incomplete', 'mine']);
    expect(await filesIn()).toEqual(['conformance.json', 'previous']);
  });
});
