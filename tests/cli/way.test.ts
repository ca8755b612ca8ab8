import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer as createHttp2Server } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
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
  showing,
} from '../support/serve.ts';
import { settingsOf } from '../support/settings-of.ts';

const TRUSTING = { NODE_EXTRA_CA_CERTS: certificatePath('ca') };
const NAMES = { OWNER: 'acme', REPO: 'widgets' };
/** Thirty records, which are a wrong response to most requests. */
const records = alwaysAnswer(
  200,
  JSON.stringify(Array.from({ length: 30 }, (_, id) => ({ id, title: `issue ${id}` }))),
);

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
const otherScheme = (url: string): string =>
  url.startsWith('https:') ? url.replace('https:', 'http:') : url.replace('http:', 'https:');

async function runOn(
  start: Promise<FakeService>,
  env: Readonly<Record<string, string>> = {},
  addressOf: (baseUrl: string) => string = (baseUrl) => baseUrl,
): Promise<CliResult> {
  const service = await start;
  try {
    return await runCli(['--profile', 'quick', '--only', 'list'], {
      env: { ...NAMES, BASE_URL: addressOf(service.baseUrl), ...env },
    });
  } finally {
    await service.stop();
  }
}

/** A server that accepts only HTTP/2 over TLS. */
const onlyHttp2 = async (): Promise<FakeService> =>
  listen(
    createTlsServer({
      ...(await showing('valid')),
      ALPNCallback: ({ protocols }) => protocols.find((protocol) => protocol === 'h2'),
    }).on('tlsClientError', () => undefined),
    [],
    'https',
  );

const UNUSABLE: readonly (readonly [string, RegExp, () => Promise<CliResult>])[] = [
  [
    'a certificate of an authority of its own',
    /not signed by a trusted CA: set NODE_EXTRA_CA_CERTS/,
    () => runOn(serveHttps(records)),
  ],
  [
    'a self-signed certificate',
    /is self-signed: set NODE_EXTRA_CA_CERTS/,
    () => runOn(serveHttps(records, 'self-signed')),
  ],
  ['an expired certificate', /has expired: renew it/, () => runOn(serveHttps(records, 'expired'), TRUSTING)],
  [
    'the certificate of another host',
    /is for another host: set BASE_URL/,
    () => runOn(serveHttps(records, 'other-host'), TRUSTING),
  ],
  [
    'no TLS at an address with https',
    /does not speak TLS there: begin BASE_URL with http:/,
    () => runOn(serveHttp(records), {}, otherScheme),
  ],
  [
    'TLS at an address with http',
    /begin BASE_URL with https:/,
    () => runOn(serveHttps(records), {}, otherScheme),
  ],
  [
    'an alert of TLS at an address with http',
    /does not speak HTTP there but TLS: begin BASE_URL with https:/,
    () =>
      runOn(
        serveTcp((socket) => socket.once('data', () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 70])))),
      ),
  ],
  [
    'HTTP/2 only, over TLS',
    /does not accept HTTP\/1\.1, only another protocol such as HTTP\/2/,
    () => runOn(onlyHttp2(), TRUSTING),
  ],
  [
    'HTTP/2 only, without TLS',
    /speaks HTTP\/2 only/,
    () => runOn(listen(createHttp2Server().on('sessionError', () => undefined))),
  ],
];

describe('a target that shows', () => {
  it.each(UNUSABLE)('%s is unusable, and the summary says why in a sentence', async (_what, says, run) => {
    const { status, stdout, stderr, report } = await run();
    expect(stderr).toBe('');
    expect(inOneLine(stdout)).toMatch(says);
    expect(report?.problem).toMatch(says);
    expect([status, report?.outcome, report?.counts.fail]).toEqual([2, 'unusable', 0]);
    for (const text of [stdout, JSON.stringify(report)])
      expect(text).not.toMatch(/SSL routines|error:0A|HPE_|ERR_|UND_|_CERT\b|UNABLE_TO/);
  });

  it('a certificate that is vouched for by NODE_EXTRA_CA_CERTS is checked as any other', async () => {
    const { stdout, report } = await runOn(serveHttps(records), TRUSTING);
    expect(report?.outcome).toBe('nonconformant');
    expect(stdout).not.toContain('ertificate');
  });

  it('any certificate is taken with NODE_TLS_REJECT_UNAUTHORIZED=0, and that is said', async () => {
    const { stdout, stderr, report } = await runOn(serveHttps(records, 'other-host'), {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    expect(report).toMatchObject({ outcome: 'nonconformant', run: { uncheckedCertificates: true } });
    expect(stdout).toContain('TLS certificates were not checked');
    expect(stderr).toBe('');
  });
});

describe('a proxy of the environment', () => {
  it('is used by every request, is named, and its password is shown nowhere', async () => {
    const [user, password] = ['jdoe', 'Qx7zK9mWp2Lr8/T'];
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    const proxy = await serveProxy({ authorization });
    const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
    try {
      await using({}, async (reference) => {
        const { host } = new URL(proxy.origin);
        const { status, stdout, stderr, report } = await runCli(['--profile', 'quick'], {
          fresh: true,
          env: {
            ...settingsOf(reference),
            REPORT_DIR: folder,
            HTTP_PROXY: `http://${user}:${encodeURIComponent(password)}@${host}`,
          },
        });
        expect([status, stderr, report?.run.proxy]).toEqual([0, '', host]);
        expect(inOneLine(stdout)).toContain(
          `Requests went through a proxy, which may have changed the responses: ${host}`,
        );
        expect(proxy.asked).toHaveLength(report?.run.requests ?? 0);
        expect(proxy.asked.every((line) => line.includes(` ${reference.baseUrl}/`))).toBe(true);
        const files = await readdir(folder);
        const written = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
        for (const text of [stdout, ...written]) {
          expect(text).not.toContain(user);
          expect(text).not.toContain('Qx7zK9');
          expect(text).not.toContain(authorization.slice('Basic '.length));
        }
      });
    } finally {
      await proxy.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('that wants other credentials makes the target unusable, in a sentence without them', async () => {
    const proxy = await serveProxy({ authorization: 'Basic eA==' });
    const { host } = new URL(proxy.origin);
    const { status, stdout, report } = await runOn(serveHttp(records), {
      http_proxy: `http://jdoe:hunter2@${host}`,
    });
    await proxy.stop();
    expect(inOneLine(stdout)).toContain(
      `since the proxy ${host} asks for a user name and a password that it knows (407): set http_proxy`,
    );
    expect([status, report?.outcome]).toEqual([2, 'unusable']);
    expect(`${stdout}${JSON.stringify(report)}`).not.toMatch(/jdoe|hunter2/);
  });

  it('that cannot be one is a wrong setting, which is not shown', async () => {
    const { status, stderr, report } = await runOn(serveHttp(records), {
      http_proxy: 'socks5://jdoe:hunter2@h:1',
    });
    expect([status, report?.outcome]).toEqual([2, 'unusable']);
    expect(stderr).toContain('http_proxy: an address of a proxy');
    expect(stderr).not.toMatch(/jdoe|hunter2/);
  });

  it('is not used for the bundled service', async () => {
    const proxies = { http_proxy: 'http://127.0.0.1:9', HTTPS_PROXY: 'nonsense://' };
    const { status, report } = await runCli(['--profile', 'quick'], { env: proxies });
    expect([status, report?.run.proxy]).toEqual([0, undefined]);
  });
});
