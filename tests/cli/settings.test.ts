import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { serveHttp } from '../support/serve.ts';
import { sharedFolder } from '../support/temporary.ts';

const SECRET = 's3cretOfNobody1234';

const at = sharedFolder();

it.each([
  ['REPORT_DIR', 'a-file'],
  ['HISTORY_DIR', 'a-file'],
  ['BASELINE', 'missing'],
])('a run without a usable %s ends with 2, and names it', async (name, value) => {
  await writeFile(at('a-file'), '');
  const how = { env: { [name]: value }, cwd: at() };
  const { status, stdout, stderr } = await runCli(['--bundled', '--profile', 'quick'], how);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(name)]);
});

it('a run takes its settings from flags, the environment and .env, and sends what they say', async () => {
  const seen: IncomingMessage[] = [];
  const service = await serveHttp((request, response) => {
    seen.push(request);
    response.writeHead(404).end();
  });
  await writeFile(
    at('.env'),
    `BASE_URL=${service.baseUrl}/api/v3/\nPROFILE=thorough\nSEED=11\nWRITES=none\n`,
  );
  const { report } = await runCli(['--writes', 'rejected', '--only', 'list.ok', '--owner', 'a'], {
    cwd: at(),
    env: {
      REPO: 'b',
      SEED: '12',
      PROFILE: 'quick',
      ACCEPT: 'application/vnd.other+json',
      API_VERSION: '7',
      API_VERSION_HEADER: 'X-Other',
    },
  });
  await service.stop();
  expect(report?.run).toMatchObject({ writes: 'rejected', seed: 12, profile: 'quick' });
  expect(seen[0]).toMatchObject({
    url: '/api/v3/repos/a/b/issues',
    headers: { accept: 'application/vnd.other+json', 'x-other': '7' },
  });
});

describe('a call that cannot be understood', () => {
  it.each<[string[], RegExp]>([
    [[`https://me:${SECRET}@issues.example.com/?token=${SECRET}`], /Unknown command/],
    [['run', 'localhost:3000'], /Too many arguments/],
    [['rplay', 'reports'], /"rplay" \(Did you mean replay\?\)/],
    [[SECRET], /Unknown command/],
    [[`--token=${SECRET}`], /Unknown option "--token"/],
    [['--profle', 'quick'], /"--profle" \(Did you mean --profile\?\)/],
    [['targets', 'x.yaml', '--jbs', '3', '--otu', 'y'], /^[^\n]*"--jbs" \(Did you mean --jobs\?\)[^\n]*\n$/],
    [['serve', '--fualt', 'x'], /--fault/],
    [['--profile'], /--profile <name>/],
    [['explain'], /rule/],
    [['explain', 'list.pages'], /list\.page/],
    [['compare', 'a', 'b', '--format', 'pdf'], /markdown/],
  ])('ends with 2, and names what was meant: %j', async (args, says) => {
    const { status, stdout, stderr } = await runCli(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain(SECRET);
  });

  it('has a help for each command', async () => {
    const { stdout } = await runCli(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) [[<]/gm)].flatMap(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(9);
    for (const command of commands.filter((name) => name !== 'help')) {
      const { status, stderr, stdout: help } = await runCli([command, '--help']);
      expect([status, stderr]).toEqual([0, '']);
      expect(help).toContain(`issue-conformance ${command}`);
    }
  });
});
