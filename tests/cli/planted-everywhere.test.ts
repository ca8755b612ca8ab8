import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOf } from '../support/cli.ts';
import { type FakeService, serveHttp, serveTcp } from '../support/serve.ts';

const TOKEN = 'ghp_aLongTokenOfAMember0123456789';
const OUTSIDER_TOKEN = 'tok_Another-Token+of/NobodyElse99';
/** Values of headers: long ones, ones of several parts, and one that may be any word. */
const HEADERS = [
  'X-Gateway-Key: gw_aLongKeyOfTheGateway/98765',
  'Cookie: session=sEssIonOfACookie99887766; theme=dark',
  'X-Debug: 1',
].join('\n');
const SECRETS = [TOKEN, OUTSIDER_TOKEN, 'gw_aLongKeyOfTheGateway/98765', 'sEssIonOfACookie99887766'];
const checkout = fileURLToPath(new URL('../../', import.meta.url));

let folder = '';
let service: FakeService;

/** The service repeats what it receives in the status line, headers, keys and values. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'issue-conformance-'));
  service = await serveHttp((request, response) => {
    const { authorization = 'none', cookie, 'x-gateway-key': key, 'x-debug': debug } = request.headers;
    const credential = [authorization, key, cookie].join(' ');
    response.writeHead(200, credential.replaceAll(/[^\w -]/g, ''), {
      'content-type': 'application/json',
      'x-seen': credential,
      'x-debug': String(debug),
      link: `<http://127.0.0.1/?page=2&access_token=${encodeURIComponent(credential)}>; rel="next"`,
    });
    response.end(
      JSON.stringify(
        Array.from({ length: 7 }, (_, nth) => ({
          id: `${credential}-${nth}`,
          title: credential.split('').toReversed().join(''),
          echo: request.headers,
          [credential]: Buffer.from(credential).toString('base64'),
        })),
      ),
    );
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Said {
  readonly status: unknown;
  /** All output, and the contents of all files. */
  readonly all: string;
}

async function textsIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.env');
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')));
}

async function said(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cli = join(checkout, 'dist', 'cli.js'),
): Promise<Said> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      BASE_URL: service.baseUrl,
      OWNER: 'acme',
      REPO: 'widgets',
      PRIVATE_REPO: 'vault',
      TOKEN,
      OUTSIDER_TOKEN,
      HEADERS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[unknown]>,
  ]);
  return { status, all: [stdout, stderr, ...(await textsIn(folder))].join('\n').toLowerCase() };
}

/** Expects that neither a secret nor half of one appears anywhere. */
function expectNone({ all }: Said): void {
  for (const token of SECRETS)
    for (let from = 0; from + 14 <= token.length; from += 1) {
      const part = token.slice(from, from + 14).toLowerCase();
      expect(all.includes(part), `"${part}" is shown`).toBe(false);
    }
  expect(all).not.toMatch(/x-debug[^a-z0-9<]{1,8}1/);
}

describe('a planted token, or value of a header, is shown by no command', () => {
  const quick = ['--profile', 'quick', '--seed', '1'];

  it('that sends anything: run, with a history, and replay', async () => {
    const run = await said([
      'run',
      ...quick,
      '--history',
      'history',
      '--writes',
      'all',
      '--listed-within',
      '50',
    ]);
    expect(run.status).toBe(1);
    expectNone(run);
    const again = await said(['replay', 'reports', '--writes', 'all', '--listed-within', '50']);
    expect(again.status).toBe(1);
    expectNone(again);
  });

  it('that reads reports: render, compare of two and of three', async () => {
    const other = await said(['run', ...quick, '--report-dir', 'other', '--seed', '2']);
    expect(other.status).toBe(1);
    for (const args of [
      ['render', 'reports', '--report-dir', 'again', '--history', 'history'],
      ['compare', 'reports', 'other'],
      ['compare', 'reports', 'other', '--format', 'html', '--output', 'changes.html'],
      ['compare', 'reports', 'other', 'reports', '--format', 'markdown'],
    ])
      expectNone(await said(args));
  });

  it('that reads nothing: rules, explain, help, and those that there are not', async () => {
    for (const args of [
      ['rules', '--json'],
      ['explain', 'list.private.outsider'],
      ['--help'],
      [TOKEN],
      ['--only', TOKEN],
    ])
      expectNone(await said(args));
  });
});

describe('a planted token, or value of a header, is shown by no failure', () => {
  it('of a setting', async () => {
    // The file is beside the folder, because all files of the folder are searched.
    const known = `${folder}-known`;
    await writeFile(known, `${TOKEN}\n`);
    for (const [args, env] of [
      [[], { TOKEN: `${TOKEN} and more` }],
      [[], { BASE_URL: `http://user:${TOKEN}@127.0.0.1:9` }],
      [[], { BASE_URL: `http://127.0.0.1:9/?token=${TOKEN}` }],
      [[], { OWNER: `${TOKEN}/..` }],
      [[], { ACCEPT: `${TOKEN}\u0001` }],
      [[], { HEADERS: `X-Ok: a1\n${SECRETS[2]}\nHost: ${SECRETS[3]}\nX-Bad: ${SECRETS[2]}ä` }],
      [['--report-dir', `reports/${SECRETS[2]}`], {}],
      [['--baseline', `missing-${SECRETS[2]}`], {}],
      [['--seed', TOKEN], {}],
      [['--report-dir', `${known}/${TOKEN}`], {}],
      [['--baseline', `missing-${TOKEN}`], {}],
      [['--baseline', known], {}],
    ] as const) {
      const one = await said(args, env);
      expect(one.status, args.join(' ') || Object.keys(env).join(' ')).toBe(2);
      expectNone(one);
    }
    await rm(known);
  });

  it('of a target', async () => {
    const garbage = await serveTcp((socket) => {
      socket.once('data', (data: Buffer) => socket.end(`SSH-2.0 ${data.toString('latin1')}`));
    });
    const refusing = await serveHttp((request, response) => {
      response
        .writeHead(401, {
          'www-authenticate': `Bearer error="${request.headers.authorization ?? ''} ${request.headers.cookie ?? ''}"`,
        })
        .end(JSON.stringify({ message: request.headers.authorization }));
    });
    const moved = await serveHttp((request, response) => {
      response.writeHead(302, { location: `/login?${request.headers.authorization ?? ''}` }).end();
    });
    for (const { baseUrl, stop } of [garbage, refusing, moved]) {
      const one = await said(['--profile', 'quick'], { BASE_URL: baseUrl });
      await stop();
      expect(one.status).toBe(2);
      expectNone(one);
      const gone = await said(['--profile', 'quick'], { BASE_URL: baseUrl });
      expect(gone.status).toBe(2);
      expectNone(gone);
    }
  });

  it('of this program', async () => {
    const copy = join(folder, 'copy');
    await cp(join(checkout, 'dist'), join(copy, 'dist'), { recursive: true });
    await cp(join(checkout, 'package.json'), join(copy, 'package.json'));
    await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
    await writeFile(
      join(await buildOf(copy), 'suites.js'),
      "import { inject } from 'vitest'; throw new Error(`cannot read ${inject('conformance').session.bed.token} ${inject('conformance').session.address.extra[1].value}`);",
    );
    const cli = join(copy, 'dist', 'cli.js');
    const one = await said([], {}, cli);
    await rm(copy, { recursive: true });
    expect(one.status).toBe(4);
    expect(one.all).toContain('cannot read <token> <headers: cookie>');
    expectNone(one);
  });
});
