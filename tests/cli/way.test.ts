import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { using } from '../service/using.ts';
import { runCli } from '../support/cli.ts';
import { serveProxy } from '../support/proxy.ts';
import { alwaysAnswer, certificatePath, serveHttps } from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
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

describe('a proxy of the environment', () => {
  it('is used by every request, is named, and its password is shown nowhere', async () => {
    // No shorter: a report holds random texts, which would contain a short one by chance.
    const [user, password] = ['user-of-the-proxy', 'Qx7zK9mWp2Lr8/T'];
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const proxy = await serveProxy({ authorization });
    const { host } = new URL(proxy.origin);
    await using({}, async (reference) => {
      const { status, stdout, report } = await runCli(
        ['--profile', 'quick', '--only', 'list.ok', 'list.private', 'create.accepted'],
        {
          env: {
            ...settingsOf(reference),
            REPORT_DIR: at(),
            HTTP_PROXY: `http://${user}:${encodeURIComponent(password)}@${host}`,
          },
        },
      );
      expect([status, report?.run.proxy]).toEqual([0, host]);
      expect(proxy.asked).toHaveLength(report?.run.requests ?? 0);
      const written = (await readdir(at())).map((name) => readFile(at(name), 'utf8'));
      for (const text of [stdout, ...(await Promise.all(written))])
        for (const secret of [user, 'Qx7zK9mWp2Lr8', authorization.slice('Basic '.length)])
          expect(text).not.toContain(secret);
    });
    await proxy.stop();
  });

  it('is not used for the bundled service', async () => {
    const proxies = { http_proxy: 'http://127.0.0.1:9', HTTPS_PROXY: 'nonsense://' };
    const { status, report } = await runCli(['--bundled', '--profile', 'quick', '--only', 'list.ok'], {
      env: proxies,
    });
    expect([status, report?.run.proxy]).toEqual([0, undefined]);
  });
});
