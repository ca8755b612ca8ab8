import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FormatName, formatNames, formats, rendered } from '../../src/render/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { authorOf } from '../../src/report-folder/own-files.ts';
import { lockReportFolder, writeReports } from '../../src/report-folder/report-folder.ts';
import { anyReport } from '../report/any-report.ts';
import { conformant } from '../report/examples.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();

const unfinished: Report = { ...conformant, outcome: 'incomplete', rules: [], problem: 'not finished' };

/** Takes and releases the folder as a run does. */
async function take(names: readonly FormatName[] = formatNames): Promise<void> {
  (await lockReportFolder(at(), unfinished, names)).release();
}

const SUITE = '<testsuite name="unit" tests="1"><testcase name="a"/></testsuite></testsuites>';

/** Files of other programs that have our names and mention this program. */
const FOREIGN: readonly (readonly [FormatName, string])[] = [
  ['json', '{"tool": "mine", "checks": "issue-conformance"}'],
  ['json', '{"schemaVersion": 1, "name": "issue-conformance"}'],
  ['json', ''],
  ['junit', `<?xml version="1.0"?>\n<testsuites name="vitest tests" tests="1">${SUITE}`],
  ['html', '<!DOCTYPE html><html><head></head><body><h1>issue-conformance</h1></body></html>'],
  ['markdown', '# Notes\n\nissue-conformance runs.\n\nprofile standard · issue-conformance 0.2.0\n'],
  ['badge', '{"schemaVersion":1,"label":"coverage","message":"conformant · 1 of 1","color":"green"}'],
];

it('any report in any format is a file of this program', async () => {
  await fc.assert(
    fc.asyncProperty(anyReport, fc.constantFrom(...formatNames), async (report, name) => {
      const path = at(formats[name].file);
      await writeFile(path, (await rendered([name], report)).get(name) ?? '');
      expect(await authorOf(path, formats[name].begins)).toBe('this program');
    }),
    { numRuns: 40 },
  );
});

it.each(FOREIGN)('a file of somebody else stays as it is, and ends the run: %s, %s', async (name, text) => {
  const file = formats[name].file;
  await writeReports(conformant, at());
  await writeFile(at(file), text);
  await expect(take()).rejects.toThrow(`"${file}"`);
  await expect(writeReports(conformant, at())).rejects.toThrow(`"${file}"`);
  expect(await readFile(at(file), 'utf8')).toBe(text);
  // No earlier report is left that could be taken for one of this run.
  expect(await readdir(at())).toEqual([file]);
});

it('a file of somebody else is in the way of its own format only', async () => {
  for (const name of formatNames) if (name !== 'json') await writeFile(at(formats[name].file), 'mine');
  await take(['json']);
  expect((await readdir(at())).toSorted()).toEqual(
    Object.values(formats)
      .map(({ file }) => file)
      .toSorted(),
  );
});

const NO_FILES: Readonly<Record<string, (path: string) => unknown>> = {
  'a pipe': (path) => execFileSync('/usr/bin/mkfifo', [path]),
  'a folder': (path) => mkdir(join(path, 'mine'), { recursive: true }),
  'a link to nothing': (path) => symlink('missing', path),
  'a link to itself': (path) => symlink(path, path),
  'a link to a device': (path) => symlink('/dev/zero', path),
  'a link to a report': async (path) => {
    await writeReports(conformant, at('other'));
    await symlink(at('other', 'conformance.json'), path);
  },
};
const NAMES = ['.issue-conformance.lock', 'conformance.json', 'report.html'];

it
  .skipIf(process.platform === 'win32')
  .each(Object.entries(NO_FILES).flatMap(([what, make]) => NAMES.map((name) => [what, name, make] as const)))(
  '%s called %s is neither opened nor touched',
  async (_, name, make) => {
    await make(at(name));
    const before = await lstat(at(name));
    await expect(take()).rejects.toThrow(/REPORT_DIR/);
    const after = await lstat(at(name));
    expect([after.ino, after.mode]).toEqual([before.ino, before.mode]);
  },
);
