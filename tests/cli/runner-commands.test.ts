import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../report/html-parts.ts';
import { type CliResult, runCli } from '../support/cli.ts';
import { COMMANDS, expectNoCommand } from '../support/runner-commands.ts';
import { serveHttp } from '../support/serve.ts';

const commandAt = (nth: number): string => COMMANDS[nth % COMMANDS.length] ?? '';
const inOneLine = COMMANDS.join(' ');

/** A service that lists issues named like commands, and refuses all else with commands in its errors. */
const listing: RequestListener = (request, response) => {
  const isList = request.method === 'GET' && request.url?.includes('widgets') === true;
  response.writeHead(isList ? 200 : 500, inOneLine, {
    'content-type': 'application/json',
    'x-note': inOneLine,
    [commandAt(0).replaceAll(/[^a-z-]/g, '')]: commandAt(0),
  });
  const errors = COMMANDS.map((message) => ({ message, [message]: `\n${message}` }));
  const issues = COMMANDS.map((title, nth) => ({
    id: `${commandAt(nth + 1)}\n${title}`,
    title,
    body: `\n${title}`,
  }));
  response.end(JSON.stringify(isList ? issues : errors, null, 1));
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command of this program, and expects no runner command in its output. */
async function ended(args: readonly string[], baseUrl: string): Promise<CliResult> {
  const result = await runCli(args, {
    cwd: folder,
    env: { BASE_URL: baseUrl, OWNER: 'acme', REPO: 'widgets', LABEL: `the ${inOneLine}`.slice(0, 60) },
  });
  expectNoCommand(result.stdout, `standard output of ${args[0]}`);
  expectNoCommand(result.stderr, `standard error of ${args[0]}`);
  return result;
}

async function expectNoneInFiles(): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'utf8');
    expectNoCommand(name.endsWith('.html') ? contentOf(text) : text, name);
  }
}

describe('a service that speaks to the runner of a CI job', () => {
  it('is not heard, by no command that prints or writes what it says', async () => {
    const service = await serveHttp(listing);
    try {
      const run = [
        'run',
        '--profile',
        'quick',
        '--writes',
        'all',
        '--listed-within',
        '50',
        '--history',
        'history',
      ];
      const first = await ended([...run, '--seed', '1'], service.baseUrl);
      expect(first.status).toBe(1);
      expect(JSON.stringify(first.report)).toContain('planted');
      await ended([...run, '--seed', '2', '--report-dir', 'other'], service.baseUrl);
      for (const args of [
        ['replay', 'reports', '--writes', 'all'],
        ['render', 'reports', '--report-dir', 'again', '--history', 'history'],
        ['compare', 'reports', 'other'],
        ['compare', 'history'],
        ['compare', 'reports', 'other', '--format', 'html', '--output', 'changes.html'],
        ['compare', 'reports', 'other', 'again', '--format', 'markdown', '--output', 'matrix.md'],
        ['baseline', 'reports', '--pins', '--output', 'baseline.yaml'],
        ['baseline', 'reports', '--pins'],
      ])
        await ended(args, service.baseUrl);
      await expectNoneInFiles();
    } finally {
      await service.stop();
    }
  });

  it('is not heard where it cannot be checked', async () => {
    for (const answer of [
      { status: 200, headers: { 'content-type': `text/html; ${inOneLine}` } },
      { status: 302, headers: { location: `/${inOneLine}` } },
    ]) {
      const service = await serveHttp((_, response) => {
        response.writeHead(answer.status, answer.headers).end('<html>');
      });
      try {
        const run = await ended(['run', '--profile', 'quick'], service.baseUrl);
        expect(run.status).toBe(2);
        await expectNoneInFiles();
      } finally {
        await service.stop();
      }
    }
  });
});
