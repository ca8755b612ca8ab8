import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../render/html-parts.ts';
import { partsIn, partsOf } from '../support/escapes.ts';
import { COMMANDS, expectNoCommand } from '../support/runner-commands.ts';
import { type FakeService, serveHttp, serveTcp } from '../support/serve.ts';
import { brokenCopy, runCli } from '../support/start-cli.ts';
import { sharedFolder } from '../support/temporary.ts';

/** Forms in which the service repeats a secret, and how many of their characters would reveal it. */
const FORMS: readonly { readonly write: (secret: string) => string; readonly length: number }[] = [
  { write: (secret) => secret, length: 8 },
  { write: (secret) => Buffer.from(`user:${secret}`).toString('base64'), length: 11 },
];

/** The user name in base64, which is no secret. */
const BASE64_OF_USER = Buffer.from('user:').toString('base64').slice(0, 7);

/** Each command gets secrets of its own, so that none is hidden because an earlier command knew it. */
const planted: string[][] = [];
function plant() {
  const secrets = ['member', 'outsider', 'key', 'cookie'].map((name) =>
    createHash('sha256').update(`${name} ${planted.length}`).digest('hex').slice(0, 24),
  );
  planted.push(secrets);
  const [TOKEN = '', OUTSIDER_TOKEN = '', key = '', cookie = ''] = secrets;
  const HEADERS = [`X-Gateway-Key: ${key}`, `Cookie: session=${cookie}; theme=dark`, 'X-Debug: 1'].join('\n');
  return { TOKEN, OUTSIDER_TOKEN, HEADERS };
}
const newest = (): readonly string[] => planted.at(-1) ?? [];

const at = sharedFolder();
let service: FakeService;

const secretsIn = ({ authorization, cookie, 'x-gateway-key': key }: IncomingHttpHeaders): string[] =>
  [authorization, key, cookie].flatMap((value) => String(value ?? '').match(/[^ =;]{20,}/g) ?? []);

const commandAt = (nth: number): string => COMMANDS[nth % COMMANDS.length] ?? '';
const inOneLine = COMMANDS.join(' ');

/** Speaks to the runner of a CI job, and repeats what it receives in the status line, headers, keys and values. */
const echo: RequestListener = (request, response) => {
  const secrets = secretsIn(request.headers);
  const written = secrets.flatMap((secret) => FORMS.map(({ write }) => write(secret)));
  response.writeHead(200, `${secrets.join(' ')} ${inOneLine}`, {
    'content-type': 'application/json',
    'x-seen': secrets.join(' '),
    'x-note': inOneLine,
    'x-debug': String(request.headers['x-debug']),
    link: `<http://127.0.0.1/?page=2&access_token=${encodeURIComponent(secrets.join())}>; rel="next"`,
  });
  const records = Array.from({ length: 30 }, (_, nth) => ({
    id: `${secrets.join()}-${nth}\n${commandAt(nth)}`,
    title: `${'x'.repeat(18)}${written[nth % (written.length || 1)]}`,
    body: `\n${commandAt(nth + 1)}`,
    upper: secrets.join().toUpperCase(),
    [commandAt(nth)]: `\n${commandAt(nth)}`,
    echo: request.headers,
    [`${written.join()}${nth}`]: written,
  }));
  response.end(JSON.stringify(records));
};

beforeAll(async () => {
  service = await serveHttp(echo);
  const names = 'owner: acme, repo: widgets, profile: quick, only: [list.unknown-owner], listedWithinMs: 50';
  const token = 'token: { env: TOKEN }';
  await writeFile(
    at('targets.yaml'),
    `targets: [{ label: eu, baseUrl: "${service.baseUrl}", ${names}, ${token} }]`,
  );
});
afterAll(() => service.stop());

async function textsIn(dir: string): Promise<string> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(async ({ parentPath, name }) => {
    const text = await readFile(join(parentPath, name), 'utf8');
    return name.endsWith('.html') ? contentOf(text) : text;
  });
  return (await Promise.all(texts)).join('\n').toLowerCase();
}

/** Expects that no part of a secret appears, in no form. */
function expectNone(text: string, secrets: readonly string[]): void {
  for (const { write, length } of FORMS) {
    const written = secrets.map((secret) => write(secret).replace(BASE64_OF_USER, '').toLowerCase());
    expect(partsIn(text, partsOf(written, length))).toEqual([]);
  }
}

type Env = Readonly<Record<string, string>>;

/** Runs a command with secrets, and expects neither them nor commands of runners in its output or in files. */
async function ended(
  args: readonly string[],
  env: Env = {},
  { cwd = at(), ...how }: { cwd?: string; command?: readonly [string, string] } = {},
) {
  const target = { BASE_URL: service.baseUrl, OWNER: 'acme', REPO: 'widgets', PRIVATE_REPO: 'vault' };
  const given = { ...plant(), ...target, LABEL: inOneLine.slice(0, 60), LISTED_WITHIN_MS: '50', ...env };
  const { status, stdout, stderr } = await runCli(args, { ...how, cwd, env: { ...given, REPORT_DIR: '' } });
  const said = `${stdout}\n${stderr}`.toLowerCase();
  const all = `${said}\n${await textsIn(cwd)}`;
  expectNone(all, newest());
  expectNoCommand(all, args.join(' '));
  return { status, said };
}

const QUICK = ['--profile', 'quick', '--seed', '1'];
const SOME = [...QUICK, '--only', 'list.unknown-owner', 'list.invalid-token'];

describe('a planted secret, or a command to a runner, is shown by no command', () => {
  it.each<[readonly string[], number, Env?]>([
    [['run', ...QUICK, '--history', 'history', '--writes', 'all'], 1],
    [['run', ...SOME, '--report-dir', 'other'], 1],
    [['replay', 'reports', '--writes', 'all'], 1],
    [['render', 'reports', '--report-dir', 'again', '--history', 'history'], 0],
    [['compare', 'reports', 'other', '--format', 'html', '--output', 'changes.html'], 0],
    [['compare', 'reports', 'other', 'reports', '--format', 'markdown', '--output', 'matrix.md'], 0],
    [['baseline', 'reports', '--output', 'baseline.yaml'], 0],
    [['populate', '--count', '2'], 0, { WRITES: 'all' }],
    [['--dry-run'], 0],
    [['explain', 'list.private.outsider'], 0],
    [['targets', 'targets.yaml'], 1],
  ])('%j', async (args, status, env = {}) => {
    expect((await ended(args, env)).status).toBe(status);
  });

  it('in a report that an earlier or a later command left', async () => {
    const texts = await textsIn(at());
    expectNone(texts, planted.flat());
    for (const shown of ['planted', '<token>', '<headers: cookie>']) expect(texts).toContain(shown);
  });
});

describe('a planted secret is shown by no failure', () => {
  const [token = '', , key = '', cookie = ''] = (plant(), newest());
  const failing = (args: readonly string[], env: Env) => ended(args, env, { cwd: at('failures') });
  beforeAll(async () => {
    await mkdir(at('failures'));
  });

  it.each<[readonly string[], Env?]>([
    [[token]],
    [['run', `--token=${token}`]],
    [[`--outsider-token=${token}`]],
    [['--only', token], { TOKEN: token }],
    [['--seed', token], { TOKEN: token }],
    [[], { TOKEN: `${token} and more` }],
    [[], { BASE_URL: `http://user:${token}@127.0.0.1:9` }],
    [[], { BASE_URL: `http://127.0.0.1:9/?token=${token}` }],
    [[], { BASE_URL: `http://127.0.0.1:9/${token}`, TOKEN: token }],
    [[], { BASE_URL: `user:${token}%40h` }],
    [[], { OWNER: `${token}/..`, TOKEN: token }],
    [[], { ACCEPT: `${token}\u0001`, TOKEN: token }],
    [[], { HEADERS: `X-Ok: a1\n${key}\nHost: ${cookie}\nX-Bad: ${key}ä` }],
    [['--baseline', `missing-${token}`], { TOKEN: token }],
    [['--report-dir', `/dev/null/${key}`], { HEADERS: `X-Key: ${key}` }],
    [['replay', `missing-${token}`], { TOKEN: token }],
  ])('of a call or a setting: %j', async (args, env = {}) => {
    const { status, said } = await failing(args, env);
    expect(status).toBe(2);
    expectNone(said, [token, key, cookie]);
  });

  const refusing: RequestListener = ({ headers }, response) => {
    const said = secretsIn(headers).join(' ');
    response.writeHead(401, { 'www-authenticate': `Bearer error="${said}"`, location: said }).end(said);
  };

  it.each([
    ['that refuses', () => serveHttp(refusing)],
    [
      'that speaks no HTTP',
      () =>
        serveTcp((socket) => socket.once('data', (data: Buffer) => socket.end(`SSH-2.0 ${String(data)}`))),
    ],
  ])('of a target %s, nor by a replay on it', async (_, start) => {
    const { baseUrl, stop } = await start();
    expect((await failing(SOME, { BASE_URL: baseUrl })).status).toBe(2);
    const replayed = await failing(['replay', '../other'], { BASE_URL: baseUrl });
    expect(replayed.said).toMatch(/list\.|create\./);
    await stop();
  });

  it('of this program', async () => {
    const command = await brokenCopy(
      `${at()}-copy`,
      'rules-worker.js',
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ session: { target, address } }) => { throw new Error(`${target.token} ${address.extra[1].value}`); });",
    );
    const { status, said } = await ended([], {}, { command });
    await rm(`${at()}-copy`, { recursive: true });
    expect(status).toBe(4);
    expect(said).toContain(': <token> <headers: cookie>');
  });
});
