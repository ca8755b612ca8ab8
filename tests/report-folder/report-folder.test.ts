import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FormatName, formatNames, formats } from '../../src/render/formats.ts';
import { rendered } from '../../src/render/render.ts';
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
let place = '';
let taken: ReportFolder[] = [];
beforeEach(() => {
  place = at();
  taken = [];
});
afterEach(async () => {
  for (const folder of taken) folder.release();
  await chmod(place, 0o700);
});

const LOCK = '.issue-conformance.lock';
const unfinished: Report = { ...conformant, outcome: 'incomplete', rules: [], problem: 'not finished' };

const otherRun: Report = { ...unfinished, run: { ...unfinished.run, id: 'other' } };

async function take(dir = place, names = formatNames): Promise<ReportFolder> {
  const folder = await lockReportFolder(dir, unfinished, names);
  taken.push(folder);
  return folder;
}

const filesIn = async (dir = place): Promise<string[]> => (await readdir(dir)).toSorted();
const outcomeIn = async (dir = place): Promise<unknown> =>
  (JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')) as Report).outcome;

describe('a run that takes its report folder', () => {
  it('makes it, and leaves there that it did not finish', async () => {
    const dir = join(place, 'a', 'b');
    (await take(dir)).release();
    expect(await outcomeIn(dir)).toBe('incomplete');
    expect(await filesIn(dir)).toEqual(['conformance.json']);
  });

  it('removes earlier and half-written reports, and nothing else', async () => {
    await writeReports(conformant, place, { formats: ['json', 'junit'] });
    await writeFile(join(place, 'report.html.0f6b2c1d-52d1-4c0c-9c0d-0e6a7f3b9a41.tmp'), '<html>');
    await writeFile(join(place, 'notes.txt'), 'mine');
    await mkdir(join(place, 'report.html'));
    await take(place, ['json']);
    expect(await filesIn()).toEqual([LOCK, 'conformance.json', 'notes.txt', 'report.html']);
    expect(await outcomeIn()).toBe('incomplete');
  });

  it.each<[string, () => Promise<string>]>([
    ['a file', async () => (await writeFile(join(place, 'a'), ''), join(place, 'a'))],
    ['a file above it', async () => (await writeFile(join(place, 'a'), ''), join(place, 'a', 'b'))],
    ['a link to nothing', async () => (await symlink(join(place, 'b'), join(place, 'a')), join(place, 'a'))],
    ['a name that is too long', async () => join(place, 'x'.repeat(300))],
    ['a folder in the place of a report', async () => (await mkdir(join(place, 'junit.xml')), place)],
  ])('is refused by %s, with the setting to change', async (_, make) => {
    await expect(take(await make())).rejects.toThrow(/cannot be written to: .*REPORT_DIR/);
  });

  it.skipIf(process.getuid?.() === 0)('is refused without permission', async () => {
    await chmod(place, 0o500);
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
  await rm(join(place, LOCK), { recursive: true });
  const second = await lockReportFolder(place, otherRun, formatNames);
  await expect(first.write(conformant)).rejects.toThrow('in use by another run');
  second.release();
  // The other run has ended, and its report stays.
  await expect(first.write(conformant)).rejects.toThrow(/^The lock of this run .* is gone/);
  expect(await outcomeIn()).toBe('incomplete');
});

it('a report is not rendered beside that of a run that is going on', async () => {
  const first = await take();
  await expect(writeAgain(conformant, place, {})).rejects.toThrow('in use by another run');
  first.release();
  await writeAgain(conformant, place, {});
  expect(await filesIn()).toEqual(formatNames.map((name) => formats[name].file).toSorted());
});

describe('the reports of a run', () => {
  it.each<[string, readonly FormatName[]]>([
    ['every format', formatNames],
    ['its formats', ['json', 'badge']],
  ])('are written in %s, in place of earlier ones', async (_, names) => {
    await writeReports(conformant, place, { formats: names });
    const paths = await writeReports(nonconformant, place, { formats: names });
    expect(paths).toEqual(names.map((name) => join(place, formats[name].file)));
    expect(await filesIn()).toEqual(names.map((name) => formats[name].file).toSorted());
    for (const [name, text] of await rendered(names, reportSchema.parse(nonconformant)))
      expect(await readFile(join(place, formats[name].file), 'utf8')).toBe(text);
  });

  it('are all written or none, and are reports', async () => {
    const wrong = { ...conformant, schemaVersion: 2 } as unknown as Report;
    await expect(writeReports(wrong, place)).rejects.toThrow('schemaVersion');
    expect(await filesIn()).toEqual([]);
    await mkdir(join(place, 'taken', 'mine'), { recursive: true });
    const texts = ['first', 'taken', 'last'].map((name) => [join(place, name), { text: 'text' }] as const);
    await expect(writeTogether(new Map(texts))).rejects.toThrow();
    expect(await filesIn()).toEqual(['taken']);
    await writeFile(join(place, 'last'), 'mine');
    await expect(writeTogether(new Map(texts.slice(2)))).rejects.toBeInstanceOf(ForeignFile);
    expect([await filesIn(), await readFile(join(place, 'last'), 'utf8')]).toEqual([
      ['last', 'taken'],
      'mine',
    ]);
  });
});
