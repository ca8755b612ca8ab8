import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json } from '../../src/report/data/json.ts';
import { formatFiles, formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { inert } from '../../src/report/text.ts';
import { writeReports } from '../../src/report/write.ts';
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
