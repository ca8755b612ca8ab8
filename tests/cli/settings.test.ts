import { describe, expect, it } from 'vitest';
import { using } from '../service/using.ts';
import { serveProxy } from '../support/proxy.ts';
import { settingsOf } from '../support/settings-of.ts';
import { runCli } from '../support/start-cli.ts';

const SECRET = 's3cretOfNobody1234';
const NOWHERE = ['--base-url', 'http://127.0.0.1:1', '--owner', 'acme', '--repo', 'widgets'];

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
    [['--bundled', '--history', '/dev/null/x'], /HISTORY_DIR/],
    [['--bundled', '--fault', 'per-page-zero-42'], /per-page-zero-422\?.*serve --list-faults/],
    [['--fault', 'per-page-zero-422', ...NOWHERE], /--bundled alone\. Nothing was sent/],
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
