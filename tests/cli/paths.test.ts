import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProgram, endOfProcess, startIn } from './disturbed.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')(
  'the program and its reports may be in folders of any name',
  async () => {
    const name = 'Program Files (x86)/a[b]{c,d}/C#/feature%2Ffoo/100%?/a*|!b';
    const program = await copyProgram(join(folder, name));
    const reports = join(folder, name, 'reports of C#');
    const args = ['--bundled', '--profile', 'quick', '--only', 'list.ok', '--report-dir', reports];
    const child = startIn(join(folder, name), args, { command: [process.execPath, program] });
    expect(await endOfProcess(child)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(reports, 'report.html'))).toBe(true);
  },
);
