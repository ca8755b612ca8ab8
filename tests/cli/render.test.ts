import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatFiles } from '../../src/report/format-names.ts';
import { nonconformant } from '../report/examples.ts';
import { runCli } from '../support/cli.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  path = join(folder, 'kept', 'conformance.json');
  await mkdir(join(folder, 'kept'));
  await writeFile(path, JSON.stringify(nonconformant));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An empty setting counts as missing. */
const env = { REPORT_DIR: '' };

describe('issue-conformance render', () => {
  it('writes every other format beside the report, and says where', async () => {
    const { status, stdout } = await runCli(['render', path], { env });
    const files: string[] = Object.values(formatFiles);
    expect((await readdir(join(folder, 'kept'))).toSorted()).toEqual(files.toSorted());
    expect(stdout.trim().split('\n')).toEqual(
      files.filter((file) => file !== 'conformance.json').map((file) => join(folder, 'kept', file)),
    );
    expect(status).toBe(0);
  });

  it('takes the folder of a report for the report', async () => {
    expect(await runCli(['render', join(folder, 'kept'), '--format', 'badge'], { env })).toMatchObject({
      status: 0,
      stdout: `${join(folder, 'kept', 'badge.json')}\n`,
    });
  });

  it('writes the chosen formats into the chosen folder', async () => {
    const args = ['render', path, '--format', 'junit', '--report-dir', join(folder, 'other')];
    expect(await runCli(args)).toMatchObject({ status: 0 });
    expect(await readdir(join(folder, 'other'))).toEqual(['junit.xml']);
  });

  it('names the formats that there are, where it knows no such', async () => {
    const { status, stderr } = await runCli(['render', path, '--format', 'pdf'], { env });
    expect(stderr).toContain('REPORT_FORMAT (--format) is "pdf"; expected one or more of json, junit');
    expect(status).toBe(2);
  });

  it('says what is wrong with a file that is no report', async () => {
    await writeFile(path, '{"schemaVersion": 1}');
    const { status, stderr } = await runCli(['render', path], { env });
    expect(stderr).toContain('it is no report: "tool"');
    expect(status).toBe(2);
  });
});
