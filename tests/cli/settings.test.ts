import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { using } from '../service/using.ts';
import { serveProxy } from '../support/proxy.ts';
import { alwaysAnswer, serveHttp, serveHttps } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const SECRET = 's3cretOfNobody1234';

const at = sharedFolder();

it('a run without a usable HISTORY_DIR ends with 2, and names it', async () => {
  await writeFile(at('a-file'), '');
  const { status, stdout, stderr } = await runCli(['--bundled'], {
    env: { HISTORY_DIR: 'a-file' },
    cwd: at(),
  });
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('HISTORY_DIR')]);
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

it('certificates are not checked if Node is told so, which the report and the summary say', async () => {
  const service = await serveHttps(alwaysAnswer(404), 'other-host');
  const env = {
    OWNER: 'acme',
    REPO: 'widgets',
    BASE_URL: service.baseUrl,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
  const { report, stdout } = await runCli(['--profile', 'quick', '--only', 'list.ok'], { env });
  await service.stop();
  expect([report?.problem, report?.run.uncheckedCertificates]).toEqual([
    expect.stringContaining('404'),
    true,
  ]);
  expect(stdout).toContain('ertificates were not checked');
});

it('a proxy of the environment is used by every request, and named without its credentials', async () => {
  const authorization = `Basic ${Buffer.from('user-of-the-proxy:Qx7zK9mWp2Lr8/T').toString('base64')}`;
  const proxy = await serveProxy({ authorization });
  const { host } = new URL(proxy.origin);
  await using({}, async (reference) => {
    const HTTP_PROXY = `http://user-of-the-proxy:Qx7zK9mWp2Lr8%2FT@${host}`;
    const args = ['--profile', 'quick', '--only', 'list.ok', 'create.accepted'];
    const { status, stdout, report } = await runCli(args, { env: { ...settingsOf(reference), HTTP_PROXY } });
    expect([status, report?.run.proxy]).toEqual([0, host]);
    expect(proxy.asked).toHaveLength(report?.run.requests ?? 0);
    expect(`${stdout}${JSON.stringify(report)}`).not.toMatch(/user-of-the|Qx7zK9mW|dXNlci1v/);
  });
  await proxy.stop();
});
