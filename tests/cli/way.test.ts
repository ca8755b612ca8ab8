import { expect, it } from 'vitest';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { serveProxy } from '../support/proxy.ts';
import { alwaysAnswer, certificatePath, serveHttps } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';

const TRUSTING = { NODE_EXTRA_CA_CERTS: certificatePath('ca') };
// Node reads these variables at its start.
it.each([
  ['one that NODE_EXTRA_CA_CERTS vouches for', 'valid', TRUSTING, undefined],
  ['not checked, which is told', 'other-host', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, true],
] as const)('a certificate is %s', async (_, name, env, uncheckedCertificates) => {
  // Thirty records, which are a wrong response to most requests.
  const records = Array.from({ length: 30 }, (_record, id) => ({ id, title: `issue ${id}` }));
  const service = await serveHttps(alwaysAnswer(200, JSON.stringify(records)), name);
  const { report, stdout } = await runCli(['--profile', 'quick', '--only', 'list.ok', 'list.unknown-owner'], {
    env: { OWNER: 'acme', REPO: 'widgets', BASE_URL: service.baseUrl, ...env },
  });
  await service.stop();
  expect([report?.outcome, report?.run.uncheckedCertificates]).toEqual([
    'nonconformant',
    uncheckedCertificates,
  ]);
  expect(stdout.includes('ertificates were not checked')).toBe(uncheckedCertificates === true);
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
