import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatFiles } from '../../src/report/format-names.ts';
import { type Report, reportSchema } from '../../src/report/model.ts';
import { writeReports } from '../../src/report/write.ts';
import { conformant } from '../report/examples.ts';
import { using } from '../service/using.ts';
import { buildOf, type CliResult, runCli } from '../support/cli.ts';
import { alwaysAnswer, type FakeService, serveHttp } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const CLI = join(checkout, 'dist', 'cli.js');
const files: readonly string[] = Object.values(formatFiles);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command that ends by itself, in the folder with its reports. */
const command = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliResult> =>
  runCli(args, { cwd: folder, env: { REPORT_DIR: join(folder, 'reports'), ...env } });

type Output = 'pipe' | 'ignore' | number;

/** Starts the program, for tests that disturb it. */
const start = (
  args: readonly string[],
  {
    env = {},
    stdio = ['pipe', 'pipe'],
    cli = CLI,
    cwd = folder,
  }: {
    env?: Readonly<Record<string, string>>;
    stdio?: readonly [Output, Output];
    cli?: string;
    cwd?: string;
  } = {},
): ChildProcess =>
  spawn(process.execPath, [cli, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', ...stdio],
  });

async function endOf(child: ChildProcess): Promise<{ status: unknown; stdout: string; stderr: string }> {
  const [stdout, stderr, [status]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close') as Promise<[unknown]>,
  ]);
  return { status, stdout, stderr };
}

async function reportIn(dir: string): Promise<Report> {
  return reportSchema.parse(JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')));
}

/** Marks of a successful run, one for each format. */
const GREEN = [
  '"outcome": "conformant"',
  'errors="0"',
  '<h1>Conformant',
  '✅',
  '"healthy": true',
  'brightgreen',
];

/** Returns the report files that show a successful run. */
async function greenIn(dir: string): Promise<string[]> {
  const there = (await readdir(dir)).filter((name) => files.includes(name));
  const texts = await Promise.all(there.map((name) => readFile(join(dir, name), 'utf8')));
  return there.filter((_, index) => GREEN.some((mark) => texts[index]?.includes(mark)));
}

const usual = { TOKEN: 'a-token-of-a-member', OWNER: 'acme', REPO: 'widgets' };

/** Starts a service that accepts requests and never answers. */
async function onSilence<T>(use: (service: FakeService, asked: Promise<unknown>) => Promise<T>): Promise<T> {
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const service = await serveHttp(() => ask());
  try {
    return await use(service, asked);
  } finally {
    await service.stop();
  }
}

describe('yesterday’s green report', () => {
  beforeEach(async () => {
    await writeReports(conformant, join(folder, 'reports'));
    expect(await greenIn(join(folder, 'reports'))).toHaveLength(files.length);
  });

  for (const [what, args, env] of [
    ['a bad setting', ['--concurrency', 'many'], {}],
    ['an unknown flag', ['--prfile', 'quick'], {}],
    ['an empty address', [], { BASE_URL: '' }],
    ['a baseline that is not there', ['--baseline', 'missing.txt'], {}],
  ] as const) {
    it(`does not survive ${what}`, async () => {
      const { status } = await command(args, env);
      expect(status).toBe(2);
      expect(await greenIn(join(folder, 'reports'))).toEqual([]);
      expect(await reportIn(join(folder, 'reports'))).toMatchObject({ outcome: 'unusable', rules: [] });
      expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(files.toSorted());
      // No rule was decided, so none can be reported as no longer failing.
      expect((await command(['replay', 'reports'])).status).toBe(3);
    });
  }

  it('does not survive settings that cannot be read', async () => {
    await writeFile(join(folder, '.env'), Buffer.from('BASE_URL=http://127.0.0.1', 'utf16le'));
    expect((await command([])).status).toBe(2);
    expect(await greenIn(join(folder, 'reports'))).toEqual([]);
  });

  it('survives a misspelt command, which is no run', async () => {
    expect((await command(['comapre', 'a', 'b'])).status).toBe(2);
    expect(await reportIn(join(folder, 'reports'))).toEqual(conformant);
  });

  it('does not survive a run that is killed', async () => {
    await onSilence(async ({ baseUrl }, asked) => {
      const child = start([], { env: { ...usual, BASE_URL: baseUrl } });
      await asked;
      child.kill('SIGKILL');
      await endOf(child);
    });
    expect(await greenIn(join(folder, 'reports'))).toEqual([]);
    expect(await reportIn(join(folder, 'reports'))).toMatchObject({
      outcome: 'incomplete',
      problem: expect.stringContaining('did not finish') as string,
    });
  });

  it('does not stand beside the one format of today', async () => {
    const { status } = await command(['--format', 'junit', '--only', 'list.ok', '--profile', 'quick']);
    expect(status).toBe(0);
    expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(['conformance.json', 'junit.xml']);
  });
});

describe('the formats of a run', () => {
  it('carry its id, but for the badge, in which nothing else may stand', async () => {
    await command(['--only', 'list.ok', '--profile', 'quick']);
    const dir = join(folder, 'reports');
    const { run } = await reportIn(dir);
    for (const name of files.filter((file) => file !== formatFiles.badge))
      expect(await readFile(join(dir, name), 'utf8'), name).toContain(run.id);
  });
});

describe('a signal', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`leaves a report of what was found: ${signal}`, async () => {
      await onSilence(async ({ baseUrl }, asked) => {
        const child = start([], { env: { ...usual, BASE_URL: baseUrl } });
        void asked.then(() => child.kill(signal));
        expect((await endOf(child)).status).toBe(3);
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
    expect((await endOf(child)).status).toBe(3);
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
      const { status, stderr } = await endOf(child);
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
      const { status, stderr } = await endOf(start(quick, { stdio: [full, 'pipe'] }));
      expect(status).toBe(0);
      expect(stderr).toMatch(/^issue-conformance: not everything could be printed \(ENOSPC\)[^\n]*\n$/);
      expect((await endOf(start(['--nonsense'], { stdio: [full, full] }))).status).toBe(2);
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
      const { status, stdout, stderr } = await endOf(child);
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
      const { status, stdout, stderr } = await endOf(shell);
      expect(status).toBe(0);
      expect(stdout).toContain('Exit status 0');
      expect(stderr).toContain('cannot be written to: EFBIG');
      const dir = join(folder, 'reports');
      expect((await readdir(dir)).toSorted()).toEqual(files.toSorted());
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
    const { status, stderr } = await endOf(shell);
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
      const { status, stdout, stderr } = await endOf(start([], { cli: await broken(file, null) }));
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
    const { status, stderr } = await endOf(
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
    expect((await endOf(child)).status).toBe(3);
    expect(await reportIn(join(folder, 'reports'))).toMatchObject({ run: { interrupted: true } });
  });
});

describe('two runs in one report folder', () => {
  it('follow one another, and the second says for whom it waits', async () => {
    const first = start(['--profile', 'quick']);
    while (!(await readdir(folder)).includes('reports')) await new Promise(setImmediate);
    const second = start(['--profile', 'quick', '--seed', '7']);
    const [one, other] = await Promise.all([endOf(first), endOf(second)]);
    expect([one.status, other.status]).toEqual([0, 0]);
    expect(other.stderr).toMatch(
      new RegExp(`^issue-conformance: waits for another run \\(process ${first.pid} on `),
    );
    expect((await reportIn(join(folder, 'reports'))).run.seed).toBe(7);
    expect((await readdir(join(folder, 'reports'))).toSorted()).toEqual(files.toSorted());
  });

  it('leave it alone where the second cannot begin: it says who is there', async () => {
    await onSilence(async ({ baseUrl }, asked) => {
      const first = start([], { env: { ...usual, BASE_URL: baseUrl } });
      await asked;
      const { id } = (await reportIn(join(folder, 'reports'))).run;
      expect((await command(['--concurrency', 'many'])).status).toBe(2);
      const second = start([]);
      second.stderr?.once('data', () => second.kill('SIGTERM'));
      const { status, stderr } = await endOf(second);
      expect(status).toBe(2);
      expect(stderr).toMatch(
        new RegExp(`is in use by another run \\(process ${first.pid} on .*Set|set REPORT_DIR`),
      );
      expect((await reportIn(join(folder, 'reports'))).run.id).toBe(id);
      first.kill('SIGTERM');
      await endOf(first);
    });
  });
});
