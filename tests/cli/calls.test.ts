import { expect, it } from 'vitest';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { serveProxy } from '../support/proxy.ts';
import { settingsOf, sharedService } from '../support/services.ts';
import { runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
const reference = sharedService();

const SECRET = 's3cretOfNobody1234';
const NOWHERE = ['--base-url', 'http://127.0.0.1:1', '--owner', 'acme', '--repo', 'widgets'];

it.each<[string[], RegExp]>([
  [[`https://me:${SECRET}@issues.example.com/?token=${SECRET}`], /Unknown command/],
  [['run', 'localhost:3000'], /Too many arguments/],
  [['rplay', 'reports'], /"rplay" \(Did you mean replay\?\)/],
  [[SECRET], /Unknown command/],
  [[`--token=${SECRET}`], /Unknown option "--token"/],
  [['--profle', 'quick'], /"--profle" \(Did you mean --profile\?\)/],
  [['targets', 'x.yaml', '--jbs', '3', '--otu', 'y'], /^[^\n]*"--jbs" \(Did you mean --jobs\?\)[^\n]*\n$/],
  [['serve', '--fualt', 'x'], /--fault/],
  [['--bundled', '--allow-incomplete=no'], /"--allow-incomplete" with a value/],
  [['--profile'], /--profile <name>/],
  [['explain'], /rule/],
  [['explain', 'list.pages'], /list\.page/],
  [['compare', 'a', 'b', '--format', 'pdf'], /markdown/],
  [['targets', 'x.yaml', '--out', ''], /--out.*Expected a folder/],
  [['targets', 'x.yaml', '--collect', ' '], /--collect.*Expected a folder/],
  [['--bundled', '--fault', 'per-page-zero-42'], /per-page-zero-422\?.*serve --list-faults/],
  [['--fault', 'per-page-zero-422', ...NOWHERE], /--bundled alone\. Nothing was sent/],
])('a call that cannot be understood ends with 2, and names what was meant: %j', async (args, says) => {
  const { status, stdout, stderr } = await runCli(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(says);
  expect(stderr).not.toContain(SECRET);
});

it('each command has a help', async () => {
  const { stdout } = await runCli(['--help']);
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) [[<]/gm)].flatMap(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(9);
  for (const command of commands.filter((name) => name !== 'help')) {
    const { status, stderr, stdout: help } = await runCli([command, '--help']);
    expect([status, stderr]).toEqual([0, '']);
    expect(help).toContain(`issue-conformance ${command}`);
  }
});

it('a proxy of the environment is used by every request, and named without its credentials', async () => {
  const authorization = `Basic ${Buffer.from('user-of-the-proxy:Qx7zK9mWp2Lr8/T').toString('base64')}`;
  const proxy = await serveProxy({ authorization });
  const { host } = new URL(proxy.origin);
  const HTTP_PROXY = `http://user-of-the-proxy:Qx7zK9mWp2Lr8%2FT@${host}`;
  const args = ['--profile', 'quick', '--only', 'list.ok', 'create.accepted'];
  const env = { ...settingsOf(reference()), HTTP_PROXY };
  const { status, stdout, report } = await runCli(args, { env });
  await proxy.stop();
  expect([status, report?.run.proxy]).toEqual([0, host]);
  expect(proxy.asked).toHaveLength(report?.run.requests ?? 0);
  expect(`${stdout}${JSON.stringify(report)}`).not.toMatch(/user-of-the|Qx7zK9mW|dXNlci1v/);
});

it('--allow-incomplete makes a run without TOKEN end with 0', async () => {
  const { TOKEN: _, ...settings } = settingsOf(reference());
  const env = { ...settings, WRITES: 'none' };
  const args = ['--profile', 'quick', '--only', 'list.ok', 'list.token', '--allow-incomplete'];
  const { status, stdout, report } = await runCli(args, { env });
  expect([status, report?.outcome]).toEqual([0, 'incomplete']);
  expect(stdout).toContain('Exit status 0.');
});

it('a run tries the rules of --only, without those of --skip, and says what is wrong before and at its head', async () => {
  const { PRIVATE_REPO: REPO = '', ...env } = settingsOf(reference());
  const chosen = ['--only', 'list', 'create.accepted', '--skip', 'list.page', 'list.private'];
  const ended = await runCli(['--profile', 'quick', ...chosen], { env: { ...env, REPO } });
  const { rules = [], problem = '' } = ended.report ?? {};
  const ids = ruleIds.filter((id) => /^list\.(?!page|private)|^create\.accepted/.test(id));
  expect([ended.status, rules.map(({ id }) => id)]).toEqual([1, ids]);
  expect(problem).toMatch(/answers 404 for .* without a credential.*Check REPO and PRIVATE_REPO\.$/);
  expect(ended.stderr).toContain(problem);
});

it('--fault breaks the bundled service for one run, whose report says so, and so does its replay', async () => {
  const [cwd, env] = [at(), { REPORT_DIR: 'reports', LISTED_WITHIN_MS: '100' }];
  const fault = ['--fault', 'per-page-zero-422'];
  const args = ['--bundled', '--profile', 'quick', '--only', 'list.per-page.zero', ...fault];
  const { status, stdout, report } = await runCli(args, { cwd, env });
  expect(status).toBe(1);
  expect(report).toMatchObject({
    outcome: 'nonconformant',
    target: { bundled: true, faults: ['per-page-zero-422'] },
    run: { profile: 'quick', writes: 'all' },
  });
  expect(stdout).toMatch(/^! .*injected.*: per-page-zero-422$/m);
  expect(stdout).toMatch(/^\S.* replay .*--bundled --fault per-page-zero-422$/m);
  const replay = ['replay', 'reports/conformance.json', '--bundled'];
  expect((await runCli([...replay, ...fault], { cwd, env })).status).toBe(1);
  expect((await runCli(replay, { cwd, env })).status).toBe(0);
});
