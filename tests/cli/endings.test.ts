import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { using } from '../service/using.ts';
import { buildOf, type CliResult } from '../support/cli.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';
import {
  CLI,
  checkout,
  commandIn,
  endOfProcess,
  greenIn,
  onSilence,
  reportFiles,
  reportIn,
  type Starting,
  startIn,
  usual,
} from './disturbed.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const command = (args: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliResult> =>
  commandIn(folder, args, env);

const start = (args: readonly string[], given?: Starting): ChildProcess => startIn(folder, args, given);

describe('a signal', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`leaves a report of what was found: ${signal}`, async () => {
      await onSilence(async ({ baseUrl }, asked) => {
        const child = start([], { env: { ...usual, BASE_URL: baseUrl } });
        void asked.then(() => child.kill(signal));
        expect((await endOfProcess(child)).status).toBe(3);
      });
      const report = await reportIn(join(folder, 'reports'));
      expect(report.run.interrupted).toBe(true);
      expect(report.rules.length).toBeGreaterThan(40);
      expect(report.rules.every(({ verdict }) => verdict === 'inconclusive' || verdict === 'skip')).toBe(
        true,
      );
    });
  }

  it('is heard before the rules are loaded', async () => {
    const child = start([]);
    // The folder is the first visible effect of a run.
    while (!(await readdir(folder)).includes('reports')) await new Promise(setImmediate);
    child.kill('SIGTERM');
    expect((await endOfProcess(child)).status).toBe(3);
    expect(await reportIn(join(folder, 'reports'))).toMatchObject({
      outcome: 'incomplete',
      run: { interrupted: true },
    });
  });

  it('ends the program at once where it is the second', async () => {
    await onSilence(async ({ baseUrl }, asked) => {
      const child = start([], { env: { ...usual, BASE_URL: baseUrl } });
      await asked;
      child.kill('SIGINT');
      child.stderr?.once('data', () => child.kill('SIGINT'));
      const { status, stderr } = await endOfProcess(child);
      expect(status).toBe(3);
      expect(stderr).toContain('stopped at once');
    });
    expect(await greenIn(join(folder, 'reports'))).toEqual([]);
    expect((await reportIn(join(folder, 'reports'))).outcome).toBe('incomplete');
  });
});

describe('output that cannot be printed', () => {
  const quick = ['--profile', 'quick', '--only', 'list.ok'];

  it.skipIf(process.platform !== 'linux')('changes no status: a full disk', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      const { status, stderr } = await endOfProcess(start(quick, { stdio: [full, 'pipe'] }));
      expect(status).toBe(0);
      expect(stderr).toMatch(/^issue-conformance: not everything could be printed \(ENOSPC\)[^\n]*\n$/);
      expect((await endOfProcess(start(['--nonsense'], { stdio: [full, full] }))).status).toBe(2);
    } finally {
      closeSync(full);
    }
  });

  it('changes no status: closed pipes', async () => {
    const service = await serveHttp(alwaysAnswer(500, '{}'));
    try {
      for (const [args, env, expected] of [
        [quick, {}, 0],
        [[], { ...usual, BASE_URL: service.baseUrl }, 2],
      ] as const) {
        const child = start(args, { env });
        child.stdout?.destroy();
        child.stderr?.destroy();
        expect((await once(child, 'close'))[0]).toBe(expected);
      }
    } finally {
      await service.stop();
    }
  });

  it('changes no status: a replay of which the first line is read', async () => {
    await using({ faults: ['per-page-zero-empty'] }, async (reference) => {
      const env = settingsOf(reference);
      expect((await command(['--only', 'list.per-page.zero'], env)).status).toBe(1);
      const child = start(['replay', 'reports'], { env });
      child.stdout?.once('data', () => child.stdout?.destroy());
      expect((await once(child, 'close'))[0]).toBe(1);
    });
  });

  it('prints the summary even where no report can be written', async () => {
    const dir = join(folder, 'reports');
    await onSilence(async ({ baseUrl }, asked) => {
      const child = start([], { env: { ...usual, BASE_URL: baseUrl } });
      await asked;
      await rm(dir, { recursive: true });
      await writeFile(dir, 'a file is in the way');
      child.kill('SIGTERM');
      const { status, stdout, stderr } = await endOfProcess(child);
      expect(status).toBe(3);
      expect(stdout).toContain('Exit status 3');
      expect(stderr).toContain('cannot be written to: a file is in the way');
    });
  });

  it.skipIf(process.platform === 'win32')(
    'leaves no mixture of reports where not all of them find room',
    async () => {
      // The largest report exceeds the limit, as on a full disk. Only a shell can set such a limit.
      const blocks = 200;
      const shell = spawn(
        'sh',
        ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, CLI, '--profile', 'quick'],
        { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '' } },
      );
      const { status, stdout, stderr } = await endOfProcess(shell);
      expect(status).toBe(0);
      expect(stdout).toContain('Exit status 0');
      expect(stderr).toContain('cannot be written to: EFBIG');
      const dir = join(folder, 'reports');
      expect((await readdir(dir)).toSorted()).toEqual(reportFiles.toSorted());
      expect(await greenIn(dir)).toEqual([]);
      expect((await reportIn(dir)).problem).toContain('did not finish');
    },
  );

  it('says in a sentence that the folder that it was started in is gone', async () => {
    const gone = join(folder, 'gone');
    await mkdir(gone);
    // Only a shell can start a program in a deleted folder.
    const shell = spawn('sh', ['-c', `rmdir "$PWD"; exec "$0" "$1" run`, process.execPath, CLI], {
      cwd: gone,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '' },
    });
    const { status, stderr } = await endOfProcess(shell);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^issue-conformance: The folder in which [^\n]* no longer exists[^\n]*\n$/);
  });
});

describe('a program that is not whole', () => {
  /** Copies the program and replaces or removes one of its files. */
  async function broken(file: string, content: string | null): Promise<string> {
    const dir = join(folder, 'copy');
    await cp(join(checkout, 'dist'), join(dir, 'dist'), { recursive: true });
    await cp(join(checkout, 'package.json'), join(dir, 'package.json'));
    await symlink(join(checkout, 'node_modules'), join(dir, 'node_modules'));
    const path = file.startsWith('BUILD') ? file.replace('BUILD', await buildOf(dir)) : join(dir, file);
    if (content === null) await rm(path, { recursive: true });
    else await writeFile(path, content);
    return join(dir, 'dist', 'cli.js');
  }

  for (const file of ['BUILD', 'BUILD/main.js', 'node_modules', 'BUILD/suites.js']) {
    it(`says so in a sentence, with status 4: without ${file}`, async () => {
      const { status, stdout, stderr } = await endOfProcess(start([], { cli: await broken(file, null) }));
      expect(status).toBe(4);
      expect(`${stdout}${stderr}`).toMatch(/not complete|Broken/);
      expect(stderr).not.toMatch(/^\s+at /m);
    });
  }

  it('blames itself and not the target where it has no memory left', async () => {
    const cli = await broken(
      'BUILD/suites.js',
      'const all = []; for (;;) all.push(new Array(100000).fill(1.5));',
    );
    const { status, stderr } = await endOfProcess(
      start([], { cli, env: { NODE_OPTIONS: '--max-old-space-size=100' } }),
    );
    expect(status).toBe(4);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect((await reportIn(join(folder, 'reports'))).outcome).toBe('broken');
  });

  it('ends within seconds at a signal while a rule computes for ever', async () => {
    const cli = await broken(
      'BUILD/suites.js',
      "import { writeSync } from 'node:fs'; writeSync(2, 'computing'); for (;;);",
    );
    const child = start([], { cli });
    child.stderr?.once('data', () => child.kill('SIGINT'));
    expect((await endOfProcess(child)).status).toBe(3);
    expect(await reportIn(join(folder, 'reports'))).toMatchObject({ run: { interrupted: true } });
  });
});
