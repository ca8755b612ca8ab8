import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pasteable } from '../../src/settings/invocation.ts';
import { copyProgram, endOfProcess, startIn } from '../support/start-cli.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();

it('a checkout is called by its npm script', () => {
  expect(pasteable('rules')).toBe('npm run conformance -- rules');
});

it.each([
  ['a package of the project', true, 'npx --no-install issue-conformance rules'],
  ['a program of the machine', false, 'issue-conformance rules'],
])('%s is called as it can be called there', async (_, isInProject, command) => {
  const project = at();
  const [bin, cwd] = [join(project, 'node_modules', '.bin'), join(project, 'deep', 'down')];
  await mkdir(cwd, { recursive: true });
  await mkdir(bin, { recursive: true });
  if (isInProject) await writeFile(join(bin, 'issue-conformance'), '');
  const program = await copyProgram(join(project, 'copy'));
  const ended = await endOfProcess(startIn(cwd, ['explain', 'x'], { command: [process.execPath, program] }));
  expect(ended.stderr).toContain(` "${command}" `);
});
