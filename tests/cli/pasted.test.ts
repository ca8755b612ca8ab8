import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import { reportSchema } from '../../src/report/model.ts';
import { beforeCurl } from '../../src/report/view/run.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { copyBuild, linkLibraries } from '../ci/checkout.ts';
import { runCli } from '../support/cli.ts';
import { type FakeService, serveHttp } from '../support/serve.ts';

vi.setConfig({ testTimeout: 120_000 });

const SHELLS = ['sh', 'bash'] as const;
const HEADERS = { 'x-gateway-key': "it's a $key of `the` gateway", 'x-environment': 'staging' };

interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Pastes lines into a shell without the settings of the run. */
const paste = (
  shell: string,
  lines: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
) =>
  new Promise<Ended>((done) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...more };
    const child = execFile(shell, ['-c', lines.join('\n')], { cwd, env }, (error, stdout, stderr) =>
      done({
        status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        stdout,
        stderr,
      }),
    );
    // A program that reads no input may end before it is written.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${reference.token}\n${reference.outsiderToken}\n`);
  });

/** Joins a command that a report breaks into several lines. */
const whole = (text: string): string => text.replaceAll(/ \\\n\s*/g, ' ');

/** Returns the commands in code blocks of `report.md`. */
const commandsIn = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^ *```\S*\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    whole(block).trim().split('\n'),
  );

const textOf = (html: string): string =>
  html.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&gt;', '>');

let root: string;
let program: string;
let reference: RunningService;
let gateway: FakeService;
/** Statuses of refusals by the gateway, for requests without its headers. */
const refused: string[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'issue conformance-')));
  await copyBuild(join(root, 'the package'));
  await linkLibraries(join(root, 'the package'));
  await writeFile(join(root, 'the package', 'package.json'), '{ "type": "module" }');
  program = join(root, 'the package', 'dist', 'cli.js');
  reference = await startService(injecting({ faults: ['private-403', 'per-page-zero-empty'] }));
  gateway = await serveHttp((request, response) => {
    if (Object.entries(HEADERS).some(([name, value]) => request.headers[name] !== value)) {
      refused.push(request.url ?? '');
      response.writeHead(418).end();
      return;
    }
    const { method = 'GET', url = '/', headers } = request;
    const forwarded = httpRequest(new URL(url, reference.baseUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
});
afterAll(async () => {
  await gateway.stop();
  await reference.stop();
  await rm(root, { recursive: true, force: true });
});

/** The settings of the run without its secrets. */
const targetOf = () => ({
  BASE_URL: gateway.baseUrl,
  OWNER: reference.owner,
  REPO: reference.repo,
  PRIVATE_REPO: reference.privateRepo,
});
const secretsOf = () => ({
  TOKEN: reference.token,
  OUTSIDER_TOKEN: reference.outsiderToken,
  HEADERS: Object.entries(HEADERS)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
});
const ONLY = ['--only', 'list.per-page.zero', 'list.private.outsider', '--profile', 'quick'];

interface Start {
  readonly dotenv: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly dir?: string;
}

/** Starts a run in a folder whose name contains blanks. */
async function started(name: string, { dotenv, env = {}, args = [], dir = 'my reports' }: Start) {
  const cwd = join(root, name);
  await mkdir(cwd, { recursive: true });
  const lines = Object.entries(dotenv).map(
    ([key, value]) =>
      `${key}=${key === 'HEADERS' ? `"${value.replaceAll('\n', String.raw`\n`)}"` : value} # as people write it\n`,
  );
  if (lines.length > 0) await writeFile(join(cwd, '.env'), lines.join(''));
  const { status, stdout } = await runCli([...ONLY, ...args], {
    cwd,
    program,
    env: { REPORT_DIR: dir, ...env },
  });
  expect(status).toBe(1);
  const read = (file: string) => readFile(resolve(cwd, dir, file), 'utf8');
  const report = reportSchema.parse(JSON.parse(await read('conformance.json')));
  return { cwd, report, stdout, markdown: await read('report.md'), html: textOf(await read('report.html')) };
}

describe('a curl line that is pasted', () => {
  it.each([
    ['where the settings stand in .env', true],
    ['where they came from the environment', false],
  ])('gets what the report says, %s', async (name, isFiled) => {
    const all = { ...targetOf(), ...secretsOf() };
    const { cwd, report, markdown, stdout, html } = await started(`curl ${String(isFiled)}`, {
      dotenv: isFiled ? all : {},
      env: isFiled ? {} : all,
    });
    const setting = beforeCurl(report, report.rules).flatMap(({ command }) => command ?? []);
    expect(setting, name).toHaveLength(2);
    for (const command of setting) {
      for (const text of [markdown, whole(stdout), html]) expect(text.split(command)).toHaveLength(2);
    }
    const lines = commandsIn(markdown).filter((line) => line.startsWith('curl '));
    expect(lines.join('\n')).toMatch(/\$\{TOKEN:\?\}[\s\S]*\$\{OUTSIDER_TOKEN:\?\}|\$\{OUTSIDER_TOKEN:\?\}/);
    for (const shell of SHELLS) {
      await rm(join(cwd, 'headers.txt'), { force: true });
      for (const { failure } of report.rules) {
        if (failure === undefined) continue;
        expect(lines).toContain(failure.curl);
        // A new shell does not know variables that an earlier line set.
        const unset = await paste(shell, [failure.curl], cwd);
        if (failure.curl.includes('TOKEN')) {
          expect([unset.stdout, unset.stderr]).toEqual(['', expect.stringMatching(/TOKEN: parameter/)]);
          expect(unset.status).not.toBe(0);
        }
        const env = isFiled ? {} : { HEADERS: secretsOf().HEADERS };
        const before = refused.length;
        const { stdout: answer } = await paste(shell, [...setting, failure.curl], cwd, env);
        const last = failure.exchanges.at(-1);
        expect(answer.split('\r\n')[0]).toContain(` ${String(last?.response?.status)} `);
        expect(refused).toHaveLength(before);
      }
      expect((await readFile(join(cwd, 'headers.txt'), 'utf8')).trim()).toBe(secretsOf().HEADERS);
    }
  });
});

describe('a line that calls the program', () => {
  const replayOf = (stdout: string): string => /^Replay {2}(.*)$/m.exec(whole(stdout))?.[1] ?? 'none';

  it.each([
    ['with the target in .env', true, 'my reports'],
    ['with the target from flags, and reports elsewhere', false, '../reports elsewhere'],
    ['with reports in a folder that is named from the root', true, '/'],
  ])('replays and renders from the folder in which the run was started, %s', async (name, isFiled, dir) => {
    const { BASE_URL, OWNER, REPO, PRIVATE_REPO } = targetOf();
    const flags = ['--base-url', BASE_URL, '--owner', OWNER, '--repo', REPO, '--private-repo', PRIVATE_REPO];
    const { cwd, stdout, markdown, html, report } = await started(`replay ${name}`, {
      dotenv: isFiled ? targetOf() : {},
      env: secretsOf(),
      args: isFiled ? [] : flags,
      dir: dir === '/' ? join(root, 'from the root') : dir,
    });
    const lines = [replayOf(stdout), ...commandsIn(markdown).filter((line) => / replay /.test(line))];
    expect(lines).toHaveLength(1 + report.counts.fail);
    for (const line of lines) {
      const { status, stdout: said, stderr } = await paste('sh', [line], cwd, secretsOf());
      expect([stderr, status], line).toEqual(['', 1]);
      expect(said).toContain('still failing');
    }
    const render =
      / <code>(node [^<]* render [^<]*)<\/code>/.exec(html.replaceAll(/\s+/g, ' '))?.[1] ?? 'none';
    expect((await paste('sh', [render], cwd)).status, render).toBe(0);
  });

  it('tells how to replay where the target is not set', async () => {
    const { cwd, stdout } = await started('replay without a target', {
      dotenv: targetOf(),
      env: secretsOf(),
    });
    await rm(join(cwd, '.env'));
    const { status, stderr } = await paste('sh', [replayOf(stdout)], cwd, secretsOf());
    expect(status).toBe(2);
    const line = stderr.split('\n').find((one) => one.startsWith('  BASE_URL=')) ?? 'none';
    const replayed = await paste('sh', [line], cwd, secretsOf());
    expect([replayed.stderr, replayed.status]).toEqual(['', 1]);
  });

  it('shows a rule that fails: explain prints what starts the service, and that prints what checks it', async () => {
    const explained = await runCli(['explain', 'list.per-page.zero'], { cwd: root, program });
    const serve = /^ {2}(node .* serve --fault \S+)$/m.exec(explained.stdout)?.[1] ?? 'none';
    const only = /^ {2}(node .* run --only \S+)$/m.exec(explained.stdout)?.[1] ?? 'none';
    const bundled = await paste('sh', [`${only} --profile quick`], root);
    expect([bundled.stderr, bundled.status]).toEqual([expect.any(String), 0]);
    // The service runs until the shell stops it.
    const script = `${serve} > served.txt & served=$!
while ! grep -q 'Ctrl-C' served.txt; do kill -0 $served || exit 9; done
eval "$(sed -n 's/^  //p' served.txt) --only list.per-page.zero --profile quick"; status=$?
kill $served; exit $status`;
    const checked = await paste('bash', [script], root);
    expect(checked.stdout).toContain('list.per-page.zero');
    expect(checked.status).toBe(1);
  });
});
