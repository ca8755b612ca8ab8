import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatFiles, formatNames } from '../../src/report/format-names.ts';
import type { Report } from '../../src/report/model.ts';
import { type ReportFolder, takeReportFolder, writeReports } from '../../src/report/write.ts';
import { conformant, nonconformant } from './examples.ts';

let place = '';
let taken: ReportFolder[] = [];
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  taken = [];
});
afterEach(async () => {
  for (const folder of taken) folder.release();
  await chmod(place, 0o700);
  await rm(place, { recursive: true });
});

const isRoot = process.getuid?.() === 0;
const LOCK = '.issue-conformance.lock';

const unfinished: Report = { ...conformant, outcome: 'incomplete', rules: [], problem: 'not finished' };

async function take(dir = place, formats = formatNames, report = unfinished): Promise<ReportFolder> {
  const folder = await takeReportFolder(dir, report, formats, { waitMs: 0 });
  taken.push(folder);
  return folder;
}

const outcomeIn = async (dir: string): Promise<unknown> =>
  (JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')) as Report).outcome;

describe('taking the report folder', () => {
  it('makes it with the folders above it, and says there that the run did not finish', async () => {
    const dir = join(place, 'a', 'b');
    const folder = await take(dir);
    expect(await outcomeIn(dir)).toBe('incomplete');
    folder.release();
    expect(await readdir(dir)).toEqual(['conformance.json']);
  });

  it('takes away the reports of an earlier run, and what one left half written', async () => {
    await writeReports(conformant, place);
    await writeFile(join(place, 'report.html.0f6b2c1d-52d1-4c0c-9c0d-0e6a7f3b9a41.tmp'), '<html>');
    await take(place, ['json', 'junit']);
    expect((await readdir(place)).toSorted()).toEqual([LOCK, 'conformance.json']);
    expect(await outcomeIn(place)).toBe('incomplete');
  });

  it('leaves alone folders, and files of other names', async () => {
    await mkdir(join(place, 'report.html'));
    await writeFile(join(place, 'notes.txt'), 'mine');
    await take(place, ['json']);
    expect((await readdir(place)).toSorted()).toEqual([LOCK, 'conformance.json', 'notes.txt', 'report.html']);
    expect(await readFile(join(place, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('says that a file is in the way', async () => {
    const file = join(place, 'taken');
    await writeFile(file, '');
    await expect(take(file)).rejects.toThrow(
      `The report folder ${JSON.stringify(file)} cannot be written to: a file is in the way. Set REPORT_DIR (--report-dir) to another one.`,
    );
    await expect(take(join(file, 'deeper'))).rejects.toThrow('a file is in the way');
  });

  it.skipIf(process.platform !== 'linux')(
    'says that a file system takes no folder, and does not hang',
    async () => {
      await expect(take('/proc/issue-conformance/reports')).rejects.toThrow(
        'there is no such folder, and none can be made',
      );
    },
  );

  it('says that a link leads nowhere', async () => {
    await symlink(join(place, 'missing'), join(place, 'link'));
    await expect(take(join(place, 'link'))).rejects.toThrow(/cannot be written to: /);
  });

  it('says that a name is too long', async () => {
    await expect(take(join(place, 'x'.repeat(300)))).rejects.toThrow('the name is too long');
  });

  it('says that a folder stands where a report belongs', async () => {
    await mkdir(join(place, 'junit.xml'));
    await expect(take()).rejects.toThrow('a folder stands where a report is to be written');
  });

  it.skipIf(isRoot)('says that the user may not write there', async () => {
    await chmod(place, 0o500);
    await expect(take(join(place, 'reports'))).rejects.toThrow('this user may not write there');
    await expect(take()).rejects.toThrow('this user may not write there');
  });
});

describe('two runs in one folder', () => {
  const writeLock = async (holder: object): Promise<void> => {
    await rm(join(place, LOCK), { recursive: true, force: true });
    await writeFile(
      join(place, LOCK),
      JSON.stringify({ run: 'other', since: '2026-11-22T05:00:00Z', ...holder }),
    );
  };

  it('are not: the second one says who is there', async () => {
    await take();
    await expect(take()).rejects.toThrow(
      new RegExp(
        `is in use by another run \\(process ${process.pid} on ${hostname()}, since .* set REPORT_DIR`,
      ),
    );
    expect(await outcomeIn(place)).toBe('incomplete');
  });

  it('follow one another', async () => {
    (await take()).release();
    await (await take()).write(nonconformant);
    expect(await outcomeIn(place)).toBe('nonconformant');
  });

  it('are one where the process of the first is gone', async () => {
    const child = spawn(process.execPath, ['--version']);
    await once(child, 'close');
    await writeLock({ process: child.pid, host: hostname() });
    await take();
    expect(await outcomeIn(place)).toBe('incomplete');
  });

  it('are one where a process of that number, or of another machine, gives no sign', async () => {
    await writeLock({ process: process.pid, host: 'another-machine' });
    await utimes(join(place, LOCK), new Date(), new Date());
    await take();
    expect(await outcomeIn(place)).toBe('incomplete');
  });

  it('end whole: one that was thought to be gone writes nothing between the files of another', async () => {
    const first = await take();
    await writeLock({ process: process.pid, host: hostname() });
    await expect(first.write(conformant)).rejects.toThrow('is in use by another run (process');
    first.release();
    expect(await readdir(place)).toContain(LOCK);
    expect(await outcomeIn(place)).toBe('incomplete');
  });
});

describe('the reports of a run', () => {
  it('are written in its formats', async () => {
    const paths = await (await take(place, ['json', 'badge'])).write(conformant);
    expect(paths).toEqual([join(place, formatFiles.json), join(place, formatFiles.badge)]);
    expect(await outcomeIn(place)).toBe('conformant');
  });
});
