import { mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { answerWith } from '../../proof/changes/decisions.ts';
import type { Report } from '../../src/report/model.ts';
import { pasteable } from '../../src/settings/invocation.ts';
import { settingsOf, sharedService } from '../support/services.ts';
import { copyProgram, endOfProcess, reportIn, startIn } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const HEADERS = { 'x-gateway-key': "it's a $key of `the` gateway", 'x-environment': 'staging' };

/** What a folder may be called. */
const ODD_NAME = 'Program Files (x86)/a[b]{c,d}/C#/feature%2Ffoo/100%?/a*|!b';

const at = sharedFolder();
let cwd: string;
let report: Report;
let stdout: string;
let markdown: string;

const gateway = answerWith({ status: 418, headers: {}, body: '' }, ({ header }) =>
  Object.entries(HEADERS).some(([name, value]) => header(name) !== value),
);
const reference = sharedService({ faults: ['private-403', 'per-page-zero-empty'], changes: [gateway] });

/** Returns the commands in code blocks of `report.md`. */
const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ *```\S*\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'));

/** Pastes lines into a shell that has no settings. */
function paste(shell: string, lines: readonly string[]) {
  return endOfProcess(startIn(cwd, [lines.join('\n')], { command: [shell, '-c'] }));
}

beforeAll(async () => {
  const root = await realpath(at());
  cwd = join(root, ODD_NAME);
  await mkdir(cwd, { recursive: true });
  const settings = {
    ...settingsOf(reference()),
    WRITES: 'none',
    HEADERS: `"${Object.entries(HEADERS)
      .map((header) => header.join(': '))
      .join(String.raw`\n`)}"`,
    REPORT_DIR: '"my reports"',
  };
  const dotenv = Object.entries(settings).map(([name, value]) => `${name}=${value} # as people write it\n`);
  await writeFile(join(cwd, '.env'), dotenv.join(''));
  const only = ['--only', 'list.per-page.zero', 'list.private.outsider', '--profile', 'quick'];
  const program = await copyProgram(join(root, 'package', ODD_NAME));
  // As npm installs it.
  await mkdir(join(cwd, 'node_modules', '.bin'), { recursive: true });
  await symlink(program, join(cwd, 'node_modules', '.bin', 'issue-conformance'));
  const ended = await endOfProcess(startIn(cwd, only, { command: [process.execPath, program] }));
  expect(ended.status).toBe(1);
  stdout = ended.stdout;
  report = await reportIn(join(cwd, 'my reports'));
  markdown = await readFile(join(cwd, 'my reports', 'report.md'), 'utf8');
});

it('a pasted line of a report gets what the report says, as a curl line', async () => {
  const headers = Object.entries(HEADERS).map((header) => header.join(': '));
  await writeFile(join(cwd, 'headers.txt'), headers.join('\n'));
  const failures = report.rules.flatMap(({ failure }) => failure ?? []);
  expect(failures).toHaveLength(2);
  for (const { curl, exchanges } of failures) {
    expect(commandsIn(markdown)).toContain(curl);
    if (curl.includes('TOKEN')) {
      // A new shell does not know the token.
      const unset = await paste('sh', [curl]);
      expect([unset.stdout, unset.stderr]).toEqual(['', expect.stringMatching(/TOKEN: parameter/)]);
    }
    const set = `TOKEN=${reference().token} OUTSIDER_TOKEN=${reference().outsiderToken}`;
    const { stdout: answer } = await paste('sh', [set, curl]);
    expect(answer.split('\r\n')[0]).toContain(` ${exchanges.at(-1)?.response?.status} `);
  }
});

it('a pasted line of a report replays the failures', async () => {
  const lines = [
    /^\S.* replay .*$/m.exec(stdout)?.[0] ?? 'none',
    ...commandsIn(markdown).filter((line) => / replay /.test(line)),
  ];
  expect(lines).toHaveLength(3);
  const [all = ''] = lines;
  expect(await paste('sh', [all])).toMatchObject({ stderr: '', status: 1 });
});

it('a checkout is called by its npm script', () => {
  expect(pasteable('rules')).toBe('npm run conformance -- rules');
});

it.each([
  ['a package of the project', true, 'npx --no-install issue-conformance rules'],
  ['a program of the machine', false, 'issue-conformance rules'],
])('%s is called as it can be called there', async (_, isInProject, command) => {
  const project = at(command);
  const [bin, below] = [join(project, 'node_modules', '.bin'), join(project, 'deep', 'down')];
  await mkdir(below, { recursive: true });
  await mkdir(bin, { recursive: true });
  if (isInProject) await writeFile(join(bin, 'issue-conformance'), '');
  const program = await copyProgram(join(project, 'copy'));
  const ended = await endOfProcess(
    startIn(below, ['explain', 'x'], { command: [process.execPath, program] }),
  );
  expect(ended.stderr).toContain(`"${command}" `);
});
