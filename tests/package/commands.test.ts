import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningService, startService } from '../../src/service/start.ts';
import { copyBuild, copyCheckout, linkLibraries } from '../ci/checkout.ts';
import { settingsOf } from '../support/settings-of.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

/** Returns the commands of a page, one a line, without comments. */
const commandsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s*(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');

const PAGES = ['README.md', 'docs/settings.md', 'docs/baseline.md', 'docs/reports.md'];
const pages = await Promise.all(PAGES.map((page) => readFile(page, 'utf8')));
const commands = pages.flatMap(commandsOf);
/** Commands that CI itself runs on a clean clone. */
const OF_CI = /^npm ci && /;
const inCheckout = commands.filter((line) => !OF_CI.test(line) && !/--no-install|\.tgz$/.test(line));
const inProject = commands.filter((line) => /--no-install|\.tgz$/.test(line));

/** Returns the expected exit status of a command. */
function wantedOf(command: string): number {
  if (command.includes('replay')) return 0;
  // Without writing, the create rules stay undecided.
  if (/BASE_URL=/.test(command) && !/--dry-run|populate/.test(command)) return 3;
  return 0;
}

let root: string;
let reference: RunningService;
let checkout: string;
let project: string;

/** Runs a command of the page with the address of the test service. */
function run(command: string, cwd: string): Promise<{ status: number | null; output: string }> {
  const { TOKEN } = settingsOf(reference);
  const line = command.replaceAll('https://issues.example.com', reference.baseUrl);
  const child = spawn('bash', ['-c', line], {
    cwd,
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      // The tests check commands, not profiles, so the fastest profile is enough.
      PROFILE: 'quick',
      // npm uses its cache and does not ask the registry for advice.
      NPM_CONFIG_PREFER_OFFLINE: 'true',
      NPM_CONFIG_AUDIT: 'false',
      NPM_CONFIG_UPDATE_NOTIFIER: 'false',
      ...(command.includes('populate') ? { TOKEN } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const end = (): void => {
    // A service runs until it is stopped.
    if (/ serve /.test(command) && /http:\/\/127\.0\.0\.1:\d+/.test(output) && child.pid !== undefined)
      process.kill(-child.pid, 'SIGTERM');
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      end();
    });
  return new Promise((done) => child.on('close', (status) => done({ status, output })));
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'issue-conformance-commands-'));
  reference = await startService();
  checkout = await copyCheckout(join(root, 'checkout'));
  await copyBuild(checkout);
  await linkLibraries(checkout);
  project = join(root, 'project');
  await mkdir(join(project, 'old'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "name": "project", "version": "1.0.0" }');
  const pack = await run(`npm pack --ignore-scripts --pack-destination ${project}`, checkout);
  if (pack.status !== 0) throw new Error(pack.output);
  for (const night of ['first', 'second']) {
    const kept = await run(`node dist/cli.js --report-dir ${night} --history ${project}/history`, checkout);
    if (kept.status !== 0) throw new Error(kept.output);
  }
  // Earlier reports under the names that the page uses.
  const names = ['emulate', 'two-faults', 'conformant'];
  for (const [index, file] of ['a.json', 'b.json', 'c.json'].entries())
    await cp(`docs/examples/${names[index]}/conformance.json`, join(project, file));
  for (const file of ['old.json', 'new.json', 'old/conformance.json'])
    await cp('docs/examples/conformant/conformance.json', join(project, file));
});
afterAll(async () => {
  await reference.stop();
  await rm(root, { recursive: true, force: true });
});

describe('the commands of the README, and of the pages on settings, baselines and reports', () => {
  it('are found, and the first two are those of CI', async () => {
    expect(inCheckout.length + inProject.length).toBeGreaterThan(15);
    expect(commands.filter((line) => OF_CI.test(line))).toEqual([
      'npm ci && npm run conformance',
      'npm ci && npm test',
    ]);
    const ci = await readFile('.ci/run', 'utf8');
    for (const step of ['npm ci', 'npm run --silent conformance', 'npm test', 'npm run test:rest'])
      expect(ci).toContain(step);
  });

  it.each(inCheckout)('work in a checkout: %s', async (command) => {
    // vitest's own command runs in this checkout, because the copy lacks its configuration.
    const isVitest = command.startsWith('npx vitest');
    const { status, output } = await run(
      isVitest ? `REPORT_DIR=${root}/reports ${command}` : command,
      isVitest ? '.' : checkout,
    );
    if (/ serve /.test(command)) expect(output).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    else expect(status, output).toBe(wantedOf(command));
  });

  it.each(inProject)('work in a project of its own: %s', async (command) => {
    const { status, output } = await run(command, project);
    expect(status, output).toBe(wantedOf(command));
  });
});
