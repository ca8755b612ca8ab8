import { appendFile, cp, readdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { endOfProcess, startIn } from '../support/start-cli.ts';
import { folderOfEachTest } from '../support/temporary.ts';

/** Inputs of a build, and the build that is there. */
const COPIED = 'src suites proof scripts package.json package-lock.json tsconfig.json dist'.split(' ');

const at = folderOfEachTest();

const build = (cwd: string) =>
  endOfProcess(startIn(cwd, ['scripts/build.js'], { command: [process.execPath] }));

it('a build stays as it was where a source is wrong', async () => {
  const checkout = at();
  for (const name of COPIED) await cp(name, join(checkout, name), { recursive: true });
  await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
  const built = async () => [
    (await readdir(join(checkout, 'dist'))).toSorted(),
    await readFile(join(checkout, 'dist/cli.js'), 'utf8'),
  ];
  const before = await built();
  await appendFile(join(checkout, 'src/cli/main.ts'), '\nconst = 1;\n');
  expect((await build(checkout)).status).toBe(1);
  expect(await built()).toEqual(before);
});

it('a checkout without its libraries is told what to run', async () => {
  const checkout = at();
  for (const name of ['scripts', 'package.json']) await cp(name, join(checkout, name), { recursive: true });
  expect(await build(checkout)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^[^\n]*npm ci[^\n]*\n$/),
  });
  expect((await readdir(checkout)).toSorted()).toEqual(['package.json', 'scripts']);
});
