import { expect, it } from 'vitest';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { serveProxy } from '../support/proxy.ts';
import { alwaysAnswer, serveHttps } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';

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
