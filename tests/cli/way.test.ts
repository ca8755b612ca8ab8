import { readdir, readFile } from 'node:fs/promises';
import { createServer as createHttp2Server } from 'node:http2';
import { describe, expect, it } from 'vitest';
import { exitStatusOf, run } from '../../src/api/index.ts';
import { using } from '../service/using.ts';
import { type CliResult, runCli } from '../support/cli.ts';
import { serveProxy } from '../support/proxy.ts';
import {
  alwaysAnswer,
  certificatePath,
  type FakeService,
  listen,
  serveHttp,
  serveHttps,
  serveTcp,
} from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';
import { sharedFolder } from '../support/temporary.ts';

const at = sharedFolder();
const TRUSTING = { NODE_EXTRA_CA_CERTS: certificatePath('ca') };
/** Thirty records, which are a wrong response to most requests. */
const records = alwaysAnswer(
  200,
  JSON.stringify(Array.from({ length: 30 }, (_, id) => ({ id, title: `issue ${id}` }))),
);

const otherScheme = (url: string): string =>
  url.startsWith('https:') ? url.replace('https:', 'http:') : url.replace('http:', 'https:');

async function runOn(
  start: Promise<FakeService>,
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> {
  const service = await start;
  try {
    return await runCli(['--profile', 'quick', '--only', 'list.ok', 'list.unknown-owner'], {
      env: { OWNER: 'acme', REPO: 'widgets', BASE_URL: service.baseUrl, ...env },
    });
  } finally {
    await service.stop();
  }
}

async function gone(): Promise<FakeService> {
  const service = await serveHttp(records);
  await service.stop();
  return service;
}

/** What a target shows, and the setting or the word that the problem must name. */
const UNUSABLE: [string, RegExp, () => Promise<FakeService>, boolean?][] = [
  ['nothing', /refuse|ECONNREFUSED/, gone],
  ['an authority of its own', /NODE_EXTRA_CA_CERTS/, () => serveHttps(records)],
  ['a self-signed certificate', /self-signed/, () => serveHttps(records, 'self-signed')],
  ['no TLS at an address with https', /BASE_URL with http:/, () => serveHttp(records), true],
  ['TLS at an address with http', /BASE_URL with https:/, () => serveHttps(records), true],
  [
    'an alert of TLS at an address with http',
    /BASE_URL with https:/,
    () => serveTcp((socket) => socket.once('data', () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])))),
  ],
  [
    'HTTP/2 only, without TLS',
    /HTTP\/1\.1/,
    () => listen(createHttp2Server().on('sessionError', () => undefined)),
  ],
];

/** Texts of libraries, which help nobody. */
const RAW = /SSL routines|error:0A|HPE_|ERR_|UND_|_CERT\b|UNABLE_TO/;

describe('a target that shows', () => {
  it.each(UNUSABLE)('%s is unusable, for a reason that helps', async (_, says, start, isOther = false) => {
    const service = await start();
    const baseUrl = isOther ? otherScheme(service.baseUrl) : service.baseUrl;
    const report = await run({ baseUrl, owner: 'acme', repo: 'widgets', only: ['list.ok'] });
    await service.stop();
    expect([report.outcome, exitStatusOf(report), report.counts.fail]).toEqual(['unusable', 2, 0]);
    expect(report.problem).toMatch(says);
    expect(JSON.stringify(report)).not.toMatch(RAW);
  });

  // Node reads these variables at its start.
  it.each([
    ['one that NODE_EXTRA_CA_CERTS vouches for', 'valid', TRUSTING, 'nonconformant', undefined],
    [
      'not checked, which is told',
      'other-host',
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      'nonconformant',
      true,
    ],
  ] as const)('a certificate is %s', async (_, name, env, outcome, uncheckedCertificates) => {
    const { report, stdout } = await runOn(serveHttps(records, name), env);
    expect([report?.outcome, report?.run.uncheckedCertificates]).toEqual([outcome, uncheckedCertificates]);
    expect(stdout.includes('ertificates were not checked')).toBe(uncheckedCertificates === true);
  });
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
