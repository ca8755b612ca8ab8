import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FormatName, formatNames, formats, rendered } from '../../src/render/formats.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { writeTogether } from '../../src/report-folder/files.ts';
import { ForeignFile } from '../../src/report-folder/own-files.ts';
import {
  lockReportFolder,
  type ReportFolder,
  writeAgain,
  writeReports,
} from '../../src/report-folder/report-folder.ts';
import { conformant, nonconformant } from '../report/examples.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();
let taken: ReportFolder[] = [];
beforeEach(() => {
  taken = [];
});
afterEach(async () => {
  for (const folder of taken) folder.release();
  await chmod(at(), 0o700);
});

const LOCK = '.issue-conformance.lock';
const unfinished: Report = { ...conformant, outcome: 'incomplete', rules: [], problem: 'not finished' };

const otherRun: Report = { ...unfinished, run: { ...unfinished.run, id: 'other' } };

async function take(dir = at(), names = formatNames): Promise<ReportFolder> {
  const folder = await lockReportFolder(dir, unfinished, names);
  taken.push(folder);
  return folder;
}

const filesIn = async (dir = at()): Promise<string[]> => (await readdir(dir)).toSorted();
const outcomeIn = async (dir = at()): Promise<unknown> =>
  (JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')) as Report).outcome;

describe('a run that takes its report folder', () => {
  it('makes it, and leaves there that it did not finish', async () => {
    const dir = at('a', 'b');
    (await take(dir)).release();
    expect(await outcomeIn(dir)).toBe('incomplete');
    expect(await filesIn(dir)).toEqual(['conformance.json']);
  });

  it('removes earlier and half-written reports, and nothing else', async () => {
    await writeReports(conformant, at(), { formats: ['json', 'junit'] });
    await writeFile(at('report.html.0f6b2c1d-52d1-4c0c-9c0d-0e6a7f3b9a41.tmp'), '<html>');
    await writeFile(at('notes.txt'), 'mine');
    await mkdir(at('report.html'));
    await take(at(), ['json']);
    expect(await filesIn()).toEqual([LOCK, 'conformance.json', 'notes.txt', 'report.html']);
    expect(await outcomeIn()).toBe('incomplete');
  });

  it.each<[string, () => Promise<string>]>([
    ['a file', async () => (await writeFile(at('a'), ''), at('a'))],
    ['a file above it', async () => (await writeFile(at('a'), ''), at('a', 'b'))],
    ['a link to nothing', async () => (await symlink(at('b'), at('a')), at('a'))],
    ['a name that is too long', async () => at('x'.repeat(300))],
    ['a folder in the at() of a report', async () => (await mkdir(at('junit.xml')), at())],
  ])('is refused by %s, with the setting to change', async (_, make) => {
    await expect(take(await make())).rejects.toThrow(/cannot be written to: .*REPORT_DIR/);
  });

  it.skipIf(process.getuid?.() === 0)('is refused without permission', async () => {
    await chmod(at(), 0o500);
    await expect(take()).rejects.toThrow(/cannot be written to: .*REPORT_DIR/);
  });
});

it('two runs exclude each other until the first ends', async () => {
  const first = await take();
  await expect(take()).rejects.toThrow(/in use by another run .*REPORT_DIR/);
  expect(await outcomeIn()).toBe('incomplete');
  first.release();
  await (await take()).write(nonconformant);
  expect(await outcomeIn()).toBe('nonconformant');
});

it('a run that lost its lock writes nothing', async () => {
  const first = await take();
  await rm(at(LOCK), { recursive: true });
  const second = await lockReportFolder(at(), otherRun, formatNames);
  await expect(first.write(conformant)).rejects.toThrow('in use by another run');
  second.release();
  // The other run has ended, and its report stays.
  await expect(first.write(conformant)).rejects.toThrow(/^The lock of this run .* is gone/);
  expect(await outcomeIn()).toBe('incomplete');
});

it('a report is not rendered beside that of a run that is going on', async () => {
  const first = await take();
  await expect(writeAgain(conformant, at(), {})).rejects.toThrow('in use by another run');
  first.release();
  await writeAgain(conformant, at(), {});
  expect(await filesIn()).toEqual(formatNames.map((name) => formats[name].file).toSorted());
});

describe('the reports of a run', () => {
  it.each<[string, readonly FormatName[]]>([
    ['every format', formatNames],
    ['its formats', ['json', 'badge']],
  ])('are written in %s, in at() of earlier ones', async (_, names) => {
    await writeReports(conformant, at(), { formats: names });
    const paths = await writeReports(nonconformant, at(), { formats: names });
    expect(paths).toEqual(names.map((name) => at(formats[name].file)));
    expect(await filesIn()).toEqual(names.map((name) => formats[name].file).toSorted());
    for (const [name, text] of await rendered(names, reportSchema.parse(nonconformant)))
      expect(await readFile(at(formats[name].file), 'utf8')).toBe(text);
  });

  it('are all written or none, and are reports', async () => {
    const wrong = { ...conformant, schemaVersion: 2 } as unknown as Report;
    await expect(writeReports(wrong, at())).rejects.toThrow('schemaVersion');
    expect(await filesIn()).toEqual([]);
    await mkdir(at('taken', 'mine'), { recursive: true });
    const texts = ['first', 'taken', 'last'].map((name) => [at(name), { text: 'text' }] as const);
    await expect(writeTogether(new Map(texts))).rejects.toThrow();
    expect(await filesIn()).toEqual(['taken']);
    await writeFile(at('last'), 'mine');
    await expect(writeTogether(new Map(texts.slice(2)))).rejects.toBeInstanceOf(ForeignFile);
    expect([await filesIn(), await readFile(at('last'), 'utf8')]).toEqual([['last', 'taken'], 'mine']);
  });
});
