import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../src/report/data/json.ts';
import { formatFiles, formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import { inert } from '../../src/report/inert.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { prepareReportDir, writeReports } from '../../src/report/write.ts';
import { conformant, hostile, nonconformant } from './examples.ts';
import { hostileText } from './hostile-text.ts';

let place = '';
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(async () => {
  await chmod(place, 0o700);
  await rm(place, { recursive: true });
});

const isRoot = process.getuid?.() === 0;

describe('preparing the report folder', () => {
  it('makes it, with the folders above it, and leaves nothing in it', async () => {
    const dir = join(place, 'a', 'b');
    await prepareReportDir(dir);
    expect(await readdir(dir)).toEqual([]);
  });

  it('leaves alone what is there', async () => {
    await writeFile(join(place, 'conformance.json'), 'earlier');
    await prepareReportDir(place);
    expect(await readdir(place)).toEqual(['conformance.json']);
    expect(await readFile(join(place, 'conformance.json'), 'utf8')).toBe('earlier');
  });

  it('says that a file is in the way', async () => {
    const file = join(place, 'taken');
    await writeFile(file, '');
    await expect(prepareReportDir(file)).rejects.toThrow(
      `The report folder ${JSON.stringify(file)} cannot be written to: a file is in the way. Set REPORT_DIR (--report-dir) to another one.`,
    );
  });

  it('says that a file is in the way further up', async () => {
    await writeFile(join(place, 'taken'), '');
    await expect(prepareReportDir(join(place, 'taken', 'deeper'))).rejects.toThrow('a file is in the way');
  });

  it.skipIf(process.platform !== 'linux')(
    'says that a file system takes no folder, and does not hang',
    async () => {
      await expect(prepareReportDir('/proc/issue-conformance/reports')).rejects.toThrow(
        'there is no such folder, and none can be made',
      );
    },
  );

  it('may be done by two runs at the same time', async () => {
    const dir = join(place, 'a', 'b', 'c');
    await Promise.all([prepareReportDir(dir), prepareReportDir(dir), prepareReportDir(dir)]);
    expect(await readdir(dir)).toEqual([]);
  });

  it('says that a link leads nowhere', async () => {
    await symlink(join(place, 'missing'), join(place, 'link'));
    await expect(prepareReportDir(join(place, 'link'))).rejects.toThrow(/cannot be written to: /);
  });

  it('says that a name is too long', async () => {
    await expect(prepareReportDir(join(place, 'x'.repeat(300)))).rejects.toThrow('the name is too long');
  });

  it('says that a folder stands where a report belongs', async () => {
    await mkdir(join(place, 'junit.xml'));
    await expect(prepareReportDir(place)).rejects.toThrow('a folder stands where a report is to be written');
  });

  it.skipIf(isRoot)('says that the user may not write there', async () => {
    await chmod(place, 0o500);
    await expect(prepareReportDir(join(place, 'reports'))).rejects.toThrow('this user may not write there');
    await expect(prepareReportDir(place)).rejects.toThrow('this user may not write there');
  });
});

describe('writing the reports', () => {
  it('writes every format, and nothing else', async () => {
    const paths = await writeReports(nonconformant, place);
    const files: string[] = Object.values(formatFiles);
    expect(paths).toEqual(files.map((file) => join(place, file)));
    expect((await readdir(place)).toSorted()).toEqual(files.toSorted());
    const report = reportSchema.parse(nonconformant);
    for (const name of formatNames)
      expect(await readFile(join(place, formatFiles[name]), 'utf8')).toBe(renderers[name](report, []));
  });

  it('gives absolute paths', async () => {
    const paths = await writeReports(conformant, join(place, 'new'));
    expect(paths.every((path) => isAbsolute(path))).toBe(true);
  });

  it('replaces the reports of an earlier run', async () => {
    await writeReports(nonconformant, place);
    await writeReports(conformant, place);
    expect(JSON.parse(await readFile(join(place, 'conformance.json'), 'utf8'))).toEqual(conformant);
  });

  it('writes nothing that is no report', async () => {
    const wrong = { ...conformant, schemaVersion: 2 } as unknown as Report;
    await expect(writeReports(wrong, place)).rejects.toThrow('schemaVersion');
    expect(await readdir(place)).toEqual([]);
  });

  it('leaves no half of a file behind where it fails, and says why', async () => {
    await mkdir(join(place, 'junit.xml'));
    await expect(writeReports(conformant, place)).rejects.toThrow(
      /^The report folder .* cannot be written to: /,
    );
    expect((await readdir(place)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('conformance.json', () => {
  it('is set for people and ends in a newline', () => {
    expect(json(conformant).startsWith('{\n  "schemaVersion": 1,\n')).toBe(true);
    expect(json(conformant).endsWith('}\n')).toBe(true);
  });

  it('reads back as it was, and can be printed', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const written = json(hostile(text));
        expect(JSON.parse(written)).toEqual(hostile(text));
        expect(inert(written, { keepNewlines: true })).toBe(written);
      }),
    );
  });
});
