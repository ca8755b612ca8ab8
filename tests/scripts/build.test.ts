import { spawn } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** Inputs of a build. */
const COPIED = ['src', 'suites', 'proof', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'issue-conformance-checkout-'));
  for (const name of COPIED) await cp(name, join(checkout, name), { recursive: true });
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

/** Starts the build in the checkout. @returns its exit status */
const build = (): Promise<number | null> =>
  new Promise((done) => {
    const options = { cwd: checkout, stdio: 'ignore' } as const;
    spawn(process.execPath, ['scripts/build.js'], options).on('close', done);
  });

const started = (): Promise<string> => readFile(join(checkout, 'dist/cli.js'), 'utf8');
const builds = async (): Promise<string[]> =>
  (await readdir(join(checkout, 'dist'))).filter((name) => /^[0-9a-f]{16}$/.test(name));

it('is made of what was edited last, by however many at once', async () => {
  await mkdir(join(checkout, 'dist'));
  const entries = watch(join(checkout, 'dist'));
  const first = [build(), build()];
  for await (const { filename } of entries) if (filename?.startsWith('.build-') === true) break;
  await appendFile(join(checkout, 'src/report/formats.ts'), "\nReflect.set(globalThis, 'edited', 1);\n");
  expect(await Promise.all([...first, build()])).toEqual([0, 0, 0]);
  const [name = '', ...others] = await builds();
  expect(others).toEqual([]);
  expect(await started()).toContain(`./${name}/main.js`);
  const files = (await readdir(join(checkout, 'dist', name))).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(files.map((file) => readFile(join(checkout, 'dist', name, file), 'utf8')));
  expect(texts.join('')).toContain('"edited",1');
});

it('stays as it was where a source is wrong', async () => {
  expect(await build()).toBe(0);
  const before = [await builds(), await started()];
  await appendFile(join(checkout, 'src/cli/main.ts'), '\nconst = 1;\n');
  expect(await build()).toBe(1);
  expect([await builds(), await started()]).toEqual(before);
});
