import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FormatName, formatFiles, formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { ownerOf } from '../../src/report/own-files.ts';
import { takeReportFolder, writeReports } from '../../src/report/write.ts';
import { anyReport } from './any-report.ts';
import { brokenRun, conformant, incomplete, nonconformant, unusable } from './examples.ts';

let place = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(() => rm(place, { recursive: true }));

const unfinished: Report = { ...conformant, outcome: 'incomplete', rules: [], problem: 'not finished' };

/** Takes and releases the folder as a run does. @returns the error message, or an empty text */
async function taken(formats: readonly FormatName[] = formatNames): Promise<string> {
  try {
    (await takeReportFolder(place, unfinished, formats, { waitMs: 0 })).release();
    return '';
  } catch (error) {
    return String(error);
  }
}

/** Files of other programs under our names that mention this program. */
const FOREIGN: Readonly<Record<FormatName, readonly string[]>> = {
  json: [
    '{"tool": "mine", "checks": "issue-conformance"}',
    '{"schemaVersion": 1, "name": "issue-conformance"}',
    '',
  ],
  junit: [
    '<?xml version="1.0" encoding="UTF-8" ?>\n<testsuites name="vitest tests" tests="1" failures="0" errors="0" time="0.1">\n    <testsuite name="tests/issue-conformance.test.ts" timestamp="2026-11-22T10:00:00.000Z" hostname="ci" tests="1" failures="0" errors="0" skipped="0" time="0.1">\n        <testcase classname="tests/issue-conformance.test.ts" name="issue-conformance holds" time="0.1">\n        </testcase>\n    </testsuite>\n</testsuites>\n',
    '<?xml version="1.0"?>\n<testsuites name="issue-conformance" tests="1">\n<testsuite name="unit" tests="1"><testcase name="a"/></testsuite></testsuites>\n',
  ],
  html: ['<!DOCTYPE html><html><head></head><body><h1>issue-conformance, Monday</h1></body></html>'],
  markdown: [
    '# Notes\n\nWe run issue-conformance every night.\n\nprofile standard · issue-conformance 0.2.0\n',
  ],
  badge: [
    '{"schemaVersion":1,"label":"issue-conformance","message":"passing","color":"green"}',
    '{"schemaVersion":1,"label":"coverage","message":"conformant · 1 of 1","color":"green"}',
  ],
};
const foreign = formatNames.flatMap((name) => FOREIGN[name].map((text) => [name, text] as const));

describe('files of this program', () => {
  it('are known in every format, whatever the report', async () => {
    for (const report of [conformant, nonconformant, incomplete, unusable, brokenRun, unfinished]) {
      await writeReports(report, place);
      for (const name of formatNames)
        expect(await ownerOf(join(place, formatFiles[name]), name), name).toBe('this program');
    }
  });

  it('are known in every format, whatever a target says in them', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, fc.constantFrom(...formatNames), async (report, name) => {
        const path = join(place, formatFiles[name]);
        await writeFile(path, renderers[name](report, []));
        expect(await ownerOf(path, name)).toBe('this program');
      }),
      { numRuns: 60 },
    );
  });
});

describe('files of others', () => {
  it.each(foreign)('are left as they are, and named: %s, %s', async (name, text) => {
    const file = formatFiles[name];
    await writeReports(conformant, place);
    await writeFile(join(place, file), text);
    expect(await taken()).toMatch(
      new RegExp(`cannot be written to: "${file}" there was not written by this program, .*Set REPORT_DIR`),
    );
    expect(await readFile(join(place, file), 'utf8')).toBe(text);
    // Files of the earlier run are gone, and the report says that no run began.
    const there = await readdir(place);
    expect(there.toSorted()).toEqual(
      [...new Set([file, ...(name === 'json' ? [] : ['conformance.json'])])].toSorted(),
    );
    if (name !== 'json')
      expect(JSON.parse(await readFile(join(place, 'conformance.json'), 'utf8'))).toMatchObject({
        outcome: 'unusable',
        problem: expect.stringContaining(file) as string,
      });
  });

  it('are in nobody’s way if their format is not written', async () => {
    for (const [name, text] of foreign.filter(([format]) => format !== 'json'))
      await writeFile(join(place, formatFiles[name]), text);
    expect(await taken(['json'])).toBe('');
    expect((await readdir(place)).toSorted()).toEqual(Object.values(formatFiles).toSorted());
  });

  it('are not overwritten by a report that is rendered again', async () => {
    const [text = ''] = FOREIGN.junit;
    await writeFile(join(place, 'junit.xml'), text);
    await expect(writeReports(conformant, place)).rejects.toThrow('"junit.xml" there was not written by');
    expect(await readdir(place)).toEqual(['junit.xml']);
    expect(await readFile(join(place, 'junit.xml'), 'utf8')).toBe(text);
  });
});

describe.skipIf(process.platform !== 'linux')('what is no file', () => {
  const PATHS = ['.issue-conformance.lock', 'conformance.json', 'report.html'];
  const makers: Readonly<Record<string, (path: string) => unknown>> = {
    'a pipe': (path) => execFileSync('/usr/bin/mkfifo', [path]),
    'a folder': (path) => mkdir(join(path, 'mine'), { recursive: true }),
    'a link to nothing': (path) => symlink('missing', path),
    'a link to itself': (path) => symlink(path, path),
    'a link to a device': (path) => symlink('/dev/zero', path),
    'a link to a report': async (path) => {
      await writeReports(conformant, join(place, 'other'));
      await symlink(join(place, 'other', 'conformance.json'), path);
    },
  };

  for (const [what, make] of Object.entries(makers))
    it.each(PATHS)(`neither blocks nor is touched: ${what} as %s`, async (name) => {
      await make(join(place, name));
      const before = await lstat(join(place, name));
      expect(await taken()).toMatch(/cannot be written to: .*Set REPORT_DIR/);
      const after = await lstat(join(place, name));
      expect([after.ino, after.mode]).toEqual([before.ino, before.mode]);
    });
});
