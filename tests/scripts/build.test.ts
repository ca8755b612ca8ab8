import { spawn } from 'node:child_process';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Inputs of a build, and the build that is there. */
const COPIED = [
  'src',
  'suites',
  'proof',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'dist',
];

it('a build stays as it was where a source is wrong', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'issue-conformance-checkout-'));
  for (const name of COPIED) await cp(name, join(checkout, name), { recursive: true });
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
  const built = async () => [
    (await readdir(join(checkout, 'dist'))).toSorted(),
    await readFile(join(checkout, 'dist/cli.js'), 'utf8'),
  ];
  const before = await built();
  await appendFile(join(checkout, 'src/cli/main.ts'), '\nconst = 1;\n');
  const options = { cwd: checkout, stdio: 'ignore' } as const;
  const status = await new Promise((done) =>
    spawn(process.execPath, ['scripts/build.js'], options).on('close', done),
  );
  expect(status).toBe(1);
  expect(await built()).toEqual(before);
  await rm(checkout, { recursive: true });
});
