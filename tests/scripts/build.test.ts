import { spawn } from 'node:child_process';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  watch,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildOf } from '../support/cli.ts';
import { alwaysAnswer, serveHttp } from '../support/serve.ts';

/** Inputs of a build, and of a package. */
const COPIED = ['src', 'suites', 'proof', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Files in dist beside the builds. */
const BESIDE = ['.npmignore', 'cli.js', 'index.d.ts', 'index.js'];

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'issue-conformance-checkout-'));
  for (const name of COPIED) await cp(name, join(checkout, name), { recursive: true });
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

/** Runs a command in the checkout without the caller's settings. */
function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, {
    cwd: checkout,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise<Ended>((done) => child.on('close', (status) => done({ status, output })));
}

const build = (): Promise<Ended> => run(process.execPath, ['scripts/build.js']);

/** Copies the build of this checkout, which has the same sources. */
async function placeBuild(): Promise<void> {
  const folder = await buildOf('.');
  for (const name of [...BESIDE, basename(folder)])
    await cp(join('dist', name), join(checkout, 'dist', name), { recursive: true, preserveTimestamps: true });
  expect(await build()).toMatchObject({ status: 0, output: '' });
  expect(await builds()).toEqual([basename(folder)]);
}

const start = (...args: readonly string[]): Promise<Ended> => run(process.execPath, ['dist/cli.js', ...args]);
const builds = async (): Promise<string[]> =>
  (await readdir(join(checkout, 'dist'))).filter((name) => /^[0-9a-f]{16}$/.test(name));

async function textOf(name: string): Promise<string> {
  const folder = join(checkout, 'dist', name);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('');
}

/** Changes the sources so that the build changes too. */
const edit = (value: number): Promise<void> =>
  appendFile(join(checkout, 'src/report/formats.ts'), `\nReflect.set(globalThis, 'edited', ${value});\n`);

const QUIETLY = ['--silent', 'run', 'conformance', '--', '--profile', 'quick', '--only', 'list.page'];

describe('npm run conformance', () => {
  it('works four times at once in a checkout that was never built', async () => {
    const ended = await Promise.all(
      [1, 2, 3, 4].map((each) => run('npm', QUIETLY, { REPORT_DIR: join(checkout, `reports-${each}`) })),
    );
    expect(ended.map(({ status, output }) => (status === 0 ? 'exit 0' : output))).toEqual(
      Array.from({ length: 4 }, () => 'exit 0'),
    );
    expect(await builds()).toHaveLength(1);
  }, 60_000);
});

describe('scripts/build.js', () => {
  it('builds what was edited last, where it is edited while it is built', async () => {
    await mkdir(join(checkout, 'dist'));
    const entries = watch(join(checkout, 'dist'));
    const first = [build(), build()];
    for await (const { filename } of entries) if (filename?.startsWith('.build-') === true) break;
    await edit(1);
    const ended = await Promise.all([...first, build()]);
    expect(ended.map(({ status, output }) => output || status)).toEqual([0, 0, 0]);
    const [name = '', ...others] = await builds();
    expect(others).toEqual([]);
    expect(await readFile(join(checkout, 'dist/cli.js'), 'utf8')).toContain(`./${name}/main.js`);
    expect(await textOf(name)).toContain('"edited",1');
    expect(await build()).toMatchObject({ status: 0 });
    expect(await builds()).toEqual([name]);
  });

  it('leaves a run the files that it began with, though others are built meanwhile', async () => {
    await placeBuild();
    const rebuilding: Promise<Ended>[] = [];
    const service = await serveHttp((request, response) => {
      if (rebuilding.length === 0) rebuilding.push(edit(2).then(build));
      void Promise.all(rebuilding).then(() => alwaysAnswer(404, '{}')(request, response));
    });
    try {
      const env = { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets' };
      const { status, output } = await run(process.execPath, ['dist/cli.js', '--timeout', '20000'], env);
      expect(output).toContain('404');
      expect(status).toBe(2);
      expect(await Promise.all(rebuilding)).toMatchObject([{ status: 0 }]);
      expect(await readdir(join(checkout, 'reports'))).toContain('report.html');
      expect(await builds()).toHaveLength(2);
    } finally {
      await service.stop();
    }
  });

  it('leaves the build before as it was where a source is wrong', async () => {
    await placeBuild();
    await appendFile(join(checkout, 'src/cli/main.ts'), '\nconst = 1;\n');
    const { status, output } = await build();
    expect(output).toContain('src/cli/main.ts');
    expect(status).toBe(1);
    expect(await start('--version')).toMatchObject({ status: 0 });
    expect(await readdir(join(checkout, 'dist'))).toHaveLength(BESIDE.length + 1);
  });

  it('packs the files of the last build alone, and removes the others once they are old', async () => {
    await placeBuild();
    const [first = ''] = await builds();
    await edit(3);
    const packed = await run('npm', ['pack', '--dry-run', '--json', '--silent']);
    const [{ files }] = JSON.parse(packed.output.slice(packed.output.indexOf('[')));
    const folders = new Set(
      files.flatMap(({ path }: { path: string }) => /^dist\/([^/]+)\//.exec(path)?.[1] ?? []),
    );
    const second = (await builds()).find((name) => name !== first) ?? '';
    expect([...folders]).toEqual([second]);

    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await mkdir(join(checkout, 'dist/.build-that-died'));
    await writeFile(join(checkout, 'dist/chunk-OLD.js'), '');
    for (const name of [first, second, '.build-that-died', 'chunk-OLD.js'])
      await utimes(join(checkout, 'dist', name), old, old);
    await edit(4);
    await build();
    const third = (await builds()).find((name) => name !== second) ?? '';
    expect((await readdir(join(checkout, 'dist'))).toSorted()).toEqual([...BESIDE, second, third].toSorted());
  });
});
