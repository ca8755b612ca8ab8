import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service/start.ts';
import { using } from '../service/using.ts';
import { linkLibraries } from './checkout.ts';
import { started } from './steps.ts';

let home: string;
let crontab: { path: string; command: string };

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'issue-conformance-cron-'));
  const suite = join(home, 'issue-conformance');
  await mkdir(join(suite, 'ci', 'cron'), { recursive: true });
  await copyFile('ci/cron/nightly', join(suite, 'ci', 'cron', 'nightly'));
  await copyFile('package.json', join(suite, 'package.json'));
  await cp('dist', join(suite, 'dist'), { recursive: true });
  await linkLibraries(suite);
  const lines = (await readFile('ci/cron/issue-conformance.crontab', 'utf8')).split('\n');
  const path = lines.find((line) => line.startsWith('PATH='))?.slice('PATH='.length) ?? '';
  const [command = ''] = lines.flatMap((line) => /^(?:[\d*/,-]+ ){5}(.+)$/.exec(line)?.[1] ?? []);
  crontab = { path, command };
});
afterAll(() => rm(home, { recursive: true, force: true }));

/**
 * Runs the line of the crontab in the environment of cron. The PATH of the crontab must name the folder of
 * Node.
 */
const night = (before = ''): ReturnType<typeof started> =>
  started(['/bin/sh', '-c', before + crontab.command], {
    cwd: home,
    env: {
      HOME: home,
      SHELL: '/bin/sh',
      LOGNAME: 'somebody',
      PATH: `${dirname(process.execPath)}:${crontab.path}`,
    },
  });

/** Makes a new folder with settings in `.env`. */
async function settings(lines: readonly string[], mode = 0o600): Promise<string> {
  const folder = join(home, 'conformance');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await writeFile(join(folder, '.env'), `${lines.join('\n')}\n`);
  await chmod(join(folder, '.env'), mode);
  return folder;
}

const settingsFor = ({ baseUrl, owner, repo, token }: RunningService): readonly string[] => [
  `BASE_URL=${baseUrl}`,
  `OWNER=${owner}`,
  `REPO=${repo}`,
  `TOKEN=${token}`,
  'PROFILE=quick',
  'ONLY=list.per-page',
];

describe('the line for cron', () => {
  it('is one, with nothing that cron reads as a line break', () => {
    expect(crontab.command).not.toBe('');
    expect(crontab.command).not.toContain('%');
  });

  it('prints nothing, which cron would mail, where the target is conformant, and keeps each run', async () => {
    await using({}, async (reference) => {
      const folder = await settings(settingsFor(reference));
      expect(await night()).toEqual({ status: 0, output: '' });
      expect(await night()).toEqual({ status: 0, output: '' });
      expect(await readdir(join(folder, 'history'))).toHaveLength(2);
      expect(await readdir(join(folder, 'reports'))).toContain('report.html');
      expect((await stat(join(folder, 'reports', 'conformance.json'))).mode & 0o077).toBe(0);
    });
  });

  it('prints the summary where it is not, and ends as the program does', async () => {
    await using({ faults: ['per-page-zero-empty'] }, async (reference) => {
      await settings(settingsFor(reference));
      const { status, output } = await night();
      expect(status).toBe(1);
      expect(output).toContain('list.per-page.zero');
      expect(output).not.toContain(reference.token);
    });
  });

  it('keeps the history where .env says', async () => {
    await using({}, async (reference) => {
      const folder = await settings([...settingsFor(reference), 'HISTORY_DIR=elsewhere']);
      expect((await night()).status).toBe(0);
      expect(await readdir(join(folder, 'elsewhere'))).toHaveLength(1);
    });
  });

  it.each([
    [0o644, 'chmod 600 .env'],
    [0o640, 'chmod 600 .env'],
  ])('begins no run where others may read the tokens (%o)', async (mode, said) => {
    await settings(['BASE_URL=http://127.0.0.1:1', 'OWNER=a', 'REPO=b'], mode);
    const { status, output } = await night();
    expect(status).toBe(2);
    expect(output).toContain(said);
  });

  it('never checks the bundled service in the place of one that is not named', async () => {
    const folder = await settings(['#BASE_URL=http://127.0.0.1:1', 'PROFILE=quick']);
    const { status, output } = await night();
    expect(status).toBe(2);
    expect(output).toContain('no BASE_URL');
    expect(await readdir(folder)).not.toContain('reports');
  });

  it('says that a run is still going, and begins none beside it', async () => {
    const folder = await settings(['BASE_URL=http://127.0.0.1:1', 'OWNER=a', 'REPO=b']);
    const { status, output } = await night(`exec 8> "${folder}/.lock"; flock -n 8; `);
    expect(status).toBe(2);
    expect(output).toContain('still going');
  });
});
