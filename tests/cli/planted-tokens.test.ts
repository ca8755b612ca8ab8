import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { runCli } from '../support/cli.ts';
import { serveHttp } from '../support/serve.ts';

const KEY = 'Hk4vT9zLs7Rm1Xw6Pq2Dj8Ny';
const TOKEN = 'Qx7zK9mWp2Lr8Tj4Vb6Nc3Hd';
const OUTSIDER_TOKEN = 'Wv3yJ5kRq9Xs1Fg7Zt2Mb8Lc';
/** Characters that would reveal a token. */
const PART = 6;

const partsOf = (token: string): string[] =>
  Array.from({ length: token.length - PART + 1 }, (_, at) => token.slice(at, at + PART).toLowerCase());

/** Forms in which a service repeats a token. */
const WAYS: Readonly<Record<string, (token: string) => string>> = {
  'as it is': (token) => token,
  'at the end of what is shown': (token) => `${'x'.repeat(18)}${token}`,
  'percent-encoded': (token) => [...token].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(''),
  'behind a user name, in base64': (token) => Buffer.from(`user:${token}`).toString('base64'),
};

/** Returns the output and the files of a run in lower case. */
async function allSaid(
  listener: RequestListener,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<{ text: string; status: number | null; report: Report | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  const service = await serveHttp(listener);
  try {
    const { stdout, stderr, status, report } = await runCli(args, {
      fresh: true,
      env: {
        BASE_URL: service.baseUrl,
        OWNER: 'acme',
        REPO: 'widgets',
        PRIVATE_REPO: 'vault',
        REPORT_DIR: folder,
        ...settings,
      },
    });
    const files = await readdir(folder);
    expect(files.length).toBeGreaterThan(4);
    const written = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    return { text: [stdout, stderr, ...written].join('\n').toLowerCase(), status, report };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs against a service that answers 200 to everything. @param answer makes the response from the credential
 */
const saidOf = (answer: (credential: string) => { type: string; body: string }) =>
  allSaid(
    (request, response) => {
      const sent = [(request.headers.authorization ?? '').replace(/^Bearer /, ''), request.headers['x-key']];
      const { type, body } = answer(sent.filter((one) => one !== '').join(' '));
      response.writeHead(200, { 'content-type': type }).end(body);
    },
    { TOKEN, OUTSIDER_TOKEN, HEADERS: `X-Key: ${KEY}` },
    ['--profile', 'quick', '--seed', '1'],
  );

/** Expects that no part of a token appears, except the ends of its written form. */
const expectNone = (text: string, write: (token: string) => string): void => {
  for (const token of [TOKEN, OUTSIDER_TOKEN, KEY])
    for (const part of [...partsOf(token), ...partsOf(write(token).slice(-24, -4))])
      expect(text.includes(part), `"${part}" is shown`).toBe(false);
};

describe('a token that a service gives back', () => {
  for (const [way, write] of Object.entries(WAYS)) {
    it(`shows in no output and no report, not even in part: ${way}`, async () => {
      // Thirty records for any request, so that rules fail and name them.
      const inRecords = await saidOf((credential) => ({
        type: 'application/json',
        body: JSON.stringify(
          Array.from({ length: 30 }, (_, nth) => ({
            id: `${write(credential)}-${nth}`,
            title: write(credential),
          })),
        ),
      }));
      expectNone(inRecords.text, write);
      const inType = await saidOf((credential) => ({
        type: `text/html; ${'x'.repeat(20)}${write(credential)}`,
        body: '<html>',
      }));
      expect(inType.status).toBe(2);
      expectNone(inType.text, write);
    });
  }

  it('shows nowhere in body or headers, and no near miss of it does, in a run that writes', async () => {
    const member = 'ghp_S3cr3tOfAMember0123456789';
    const outsider = 'ghp_0utsider99887766554433';
    const { text, report } = await allSaid(
      (request, response) => {
        const credential = request.headers.authorization ?? 'none';
        response.writeHead(request.url?.includes('widgets/') === true ? 200 : 404, {
          'content-type': 'application/json',
          'x-seen': encodeURIComponent(credential),
        });
        response.end(JSON.stringify([{ id: 1, credential, upper: credential.toUpperCase() }]));
      },
      { TOKEN: member, OUTSIDER_TOKEN: outsider, WRITES: 'all', LISTED_WITHIN_MS: '100' },
    );
    expect(report?.counts.fail).toBeGreaterThan(0);
    for (const secret of [member, member.slice(0, member.length / 2), member.slice(4, 14), outsider])
      expect(text).not.toContain(secret.toLowerCase());
  });

  it('nor where it was given as an option, or in the address', async () => {
    for (const [args, env] of [
      [[`--outsider-token=${TOKEN}`], {}],
      [['run', `--token=${TOKEN}`], {}],
      [[], { BASE_URL: `http://127.0.0.1:9/${TOKEN}`, OWNER: 'a', REPO: 'b', TOKEN }],
      [[], { BASE_URL: `http://127.0.0.1:9/#${TOKEN}`, OWNER: 'a', REPO: 'b', TOKEN }],
      [[], { BASE_URL: `user:${TOKEN}%40h`, OWNER: 'a', REPO: 'b' }],
    ] as const) {
      const { stdout, stderr, status } = await runCli(args, { env, fresh: true });
      expect(status).toBe(2);
      expectNone(`${stdout}${stderr}`.toLowerCase(), (token) => token);
    }
  });
});
