import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injecting } from '../../proof/injected.ts';
import type { Report } from '../../src/report/model.ts';
import { beforeCurl } from '../../src/results/run.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { type FakeService, serveHttp } from '../support/serve.ts';
import { copyProgram, endOfProcess, reportIn, startIn } from './disturbed.ts';

const HEADERS = { 'x-gateway-key': "it's a $key of `the` gateway", 'x-environment': 'staging' };

let cwd: string;
let reference: RunningService;
let gateway: FakeService;
let report: Report;
let stdout: string;
let markdown: string;

/** Joins a command that a report breaks into several lines. */
const whole = (text: string): string => text.replaceAll(/ \\\n\s*/g, ' ');

/** Returns the commands in code blocks of `report.md`. */
const commandsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ *```\S*\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    whole(block).trim().split('\n'),
  );

/** Pastes lines into a shell that has no settings, and types the tokens that they ask for. */
function paste(shell: string, lines: readonly string[], typed = '') {
  const child = startIn(cwd, [lines.join('\n')], { command: [shell, '-c'], stdin: 'pipe' });
  // A program that reads no input may end before it is written.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(typed);
  return endOfProcess(child);
}

beforeAll(async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'issue conformance-')));
  cwd = join(root, 'the work');
  await mkdir(cwd);
  reference = await startService(injecting({ faults: ['private-403', 'per-page-zero-empty'] }));
  gateway = await serveHttp((request, response) => {
    if (Object.entries(HEADERS).some(([name, value]) => request.headers[name] !== value)) {
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
  const settings = {
    BASE_URL: gateway.baseUrl,
    OWNER: reference.owner,
    REPO: reference.repo,
    PRIVATE_REPO: reference.privateRepo,
    TOKEN: reference.token,
    OUTSIDER_TOKEN: reference.outsiderToken,
    HEADERS: `"${Object.entries(HEADERS)
      .map((header) => header.join(': '))
      .join(String.raw`\n`)}"`,
    REPORT_DIR: '"my reports"',
  };
  const dotenv = Object.entries(settings).map(([name, value]) => `${name}=${value} # as people write it\n`);
  await writeFile(join(cwd, '.env'), dotenv.join(''));
  const only = ['--only', 'list.per-page.zero', 'list.private.outsider', '--profile', 'quick'];
  const program = await copyProgram(join(root, 'the package'));
  const ended = await endOfProcess(startIn(cwd, only, { command: [process.execPath, program] }));
  expect(ended.status).toBe(1);
  stdout = ended.stdout;
  report = await reportIn(join(cwd, 'my reports'));
  markdown = await readFile(join(cwd, 'my reports', 'report.md'), 'utf8');
});
afterAll(async () => {
  await gateway.stop();
  await reference.stop();
  await rm(join(cwd, '..'), { recursive: true, force: true });
});

describe('a line of a report that is pasted', () => {
  it('gets what the report says, as a curl line', async () => {
    const setting = beforeCurl(report, report.rules).flatMap(({ command }) => command ?? []);
    expect(setting).toHaveLength(2);
    for (const command of setting) expect(markdown).toContain(command);
    const failures = report.rules.flatMap(({ failure }) => failure ?? []);
    expect(failures).toHaveLength(2);
    for (const { curl, exchanges } of failures) {
      expect(commandsIn(markdown)).toContain(curl);
      await rm(join(cwd, 'headers.txt'), { force: true });
      if (curl.includes('TOKEN')) {
        // A new shell does not know variables that an earlier line set.
        const unset = await paste('sh', [curl]);
        expect([unset.stdout, unset.stderr]).toEqual(['', expect.stringMatching(/TOKEN: parameter/)]);
      }
      const typed = `${reference.token}\n${reference.outsiderToken}\n`;
      const { stdout: answer } = await paste('sh', [...setting, curl], typed);
      expect(answer.split('\r\n')[0]).toContain(` ${exchanges.at(-1)?.response?.status} `);
    }
  });

  it('replays the failures', async () => {
    const lines = [
      /^Replay {2}(.*)$/m.exec(whole(stdout))?.[1] ?? 'none',
      ...commandsIn(markdown).filter((line) => / replay /.test(line)),
    ];
    expect(lines).toHaveLength(3);
    const [all = ''] = lines;
    expect(await paste('sh', [all])).toMatchObject({ stderr: '', status: 1 });
  });
});
