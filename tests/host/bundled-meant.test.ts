import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundledAsked, NOT_ASKED, whyNotBundled } from '../../src/host/bundled-meant.ts';
import { type RawSettings, settingNames } from '../../src/host/settings.ts';
import { gatherSettings as gather } from '../../src/host/settings-sources.ts';
import { copyBuild } from '../ci/checkout.ts';
import { runCli } from '../support/cli.ts';

const gatherSettings = (...given: Parameters<typeof gather>): RawSettings => gather(...given).raw;

async function inNewFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the reasons for not using the bundled service, each after its setting. */
const whyNot = (raw: RawSettings, asked: Partial<BundledAsked> = {}): string =>
  whyNotBundled(raw, { ...NOT_ASKED, ...asked }, settingNames)
    .map(({ setting, allowed }) => `${setting}: ${allowed}`)
    .join('\n');

describe('the bundled service', () => {
  it('is meant where nothing speaks of a target', () => {
    expect(whyNot({})).toBe('');
    expect(whyNot({ PATH: '/bin', PROFILE: 'quick', SEED: '3', OWNER: ' ' })).toBe('');
  });

  it('is not where an address is given', () => {
    expect(whyNot({ BASE_URL: 'http://h', BASE_URI: 'http://other', TOKEN: 'x' })).toBe('');
  });

  it('is not where the address is set and empty', () => {
    for (const BASE_URL of ['', '  ', '\n'])
      expect(whyNot({ BASE_URL })).toMatch(/^BASE_URL: it is set but empty/);
  });

  it('is not where another setting speaks of a target, each of which is named', () => {
    for (const name of ['OWNER', 'REPO', 'PRIVATE_REPO', 'WRITE_OWNER', 'TOKEN', 'OUTSIDER_TOKEN', 'LABEL'])
      expect(whyNot({ [name]: 'x' })).toContain(
        `BASE_URL: the address of the service, required with ${name}. To check`,
      );
    expect(whyNot({ REPO: 'x', TOKEN: 'y' })).toMatch(/with REPO, TOKEN\. .*unset those/);
  });

  it('is not where a variable is nearly called so', () => {
    const nearly = [
      'BASE_UR',
      'BASE_URLS',
      'ABSE_URL',
      'BASE_ULR',
      'BASE_URI',
      'BASEURL',
      'XBASE_URL',
      'BASE_U\u001BL',
      'baseUrl',
      'base-url',
    ];
    for (const name of nearly)
      expect(whyNot({ [name]: 'http://h' }), name).toMatch(/is set instead, which looks misspelt/);
    expect(whyNot({ 'BASE_U\u001BL': 'x' })).toContain('BASE_U?L');
    for (const name of ['BASE', 'BASE_PATH', 'URL_BASE', 'DATABASE_URL', 'BSAE_ULR'])
      expect(whyNot({ [name]: 'http://h' }), name).toBe('');
  });

  it('is not where a setting is written in another case', () => {
    expect(whyNot({ base_url: 'http://h' })).toBe(
      'BASE_URL: it is written base_url; names of settings have capital letters: BASE_URL=…',
    );
    expect(whyNot({ Profile: 'quick', token: 'x' })).toMatch(/^PROFILE: .*Profile;.*\nTOKEN: .*token;/);
    expect(whyNot({ base_url: 'http://h', BASE_URL: 'http://other' })).toBe('');
    expect(whyNot({ profile: ' ', http_proxy: 'http://p' })).toBe('');
  });

  it('is asked for by its flag alone where an installed package runs in CI', () => {
    expect(whyNot({}, { mustBeFlag: true })).toMatch(/^BASE_URL: .*only --bundled checks the bundled/);
    expect(whyNot({}, { mustBeFlag: true, isBundled: true })).toBe('');
    expect(whyNot({ BASE_URL: 'http://h' }, { mustBeFlag: true })).toBe('');
  });

  it('is asked for by its flag, beside which nothing names a target', () => {
    expect(whyNot({ PROFILE: 'quick', profile: 'x' }, { isBundled: true })).toBe('');
    const named = [
      'BASE_URL',
      'OWNER',
      'WRITE_REPO',
      'TOKEN',
      'HEADERS',
      'LABEL',
      'BASE_ULR',
      'base_url',
      'token',
    ];
    for (const name of named)
      expect(whyNot({ [name]: 'x' }, { isBundled: true }), name).toBe(
        `${name}: not together with --bundled, which checks the bundled service; leave out one of the two`,
      );
    expect(whyNot({ BASE_URL: '' }, { isBundled: true })).toMatch(/^BASE_URL: not together/);
  });
});

describe('a file .env that names no target', () => {
  const line = 'BASE_URL (--base-url): ';
  const contents: Readonly<Record<string, readonly [content: string, said: string]>> = {
    'has lines of another shell': ['set BASE_URL=http://127.0.0.1:9\n', `${line}.env has no known setting; `],
    'is JSON': ['{ "BASE_URL": "http://127.0.0.1:9" }\n', `${line}.env has no known setting; `],
    'has other names': [
      '# Staging\nTARGET_URL=http://127.0.0.1:9\n\nPORT=1\n',
      `${line}.env has no known setting, but TARGET_URL, PORT; `,
    ],
    'has one line that is not read': [
      'PROFILE=quick\n\nset BASE_URL=http://127.0.0.1:9\n',
      `${line}line 3 of .env does not set it; `,
    ],
  };
  for (const [what, [content, said]] of Object.entries(contents))
    it(`ends a run with status 2 and the line that it should have, where it ${what}`, () =>
      inNewFolder(async (folder) => {
        await writeFile(join(folder, '.env'), content);
        const { status, stdout, stderr, report } = await runCli([], { cwd: folder });
        expect(stderr).toContain(`${said}expected a line such as BASE_URL=https://`);
        expect(stdout).toBe('');
        expect(status).toBe(2);
        expect(report?.outcome).toBe('unusable');
      }));

  it('ends a run with status 2 where its names are in lower case', () =>
    inNewFolder(async (folder) => {
      await writeFile(join(folder, '.env'), 'base_url=http://127.0.0.1:9\nowner=acme\n');
      const { status, stderr } = await runCli([], { cwd: folder });
      expect(stderr).toContain(`${line}it is written base_url; names of settings have capital letters`);
      expect(stderr).toContain('OWNER (--owner): it is written owner;');
      expect(status).toBe(2);
    }));

  it('lets the bundled service be checked if it has comments alone, a known setting, or --bundled beside it', () =>
    inNewFolder(async (folder) => {
      const tries = [
        ['# BASE_URL=http://h\n \n', []],
        ['PROFILE=quick\n', []],
        ['PORT=1\n', ['--bundled']],
      ] as const;
      for (const [content, args] of tries) {
        await writeFile(join(folder, '.env'), content);
        const { status, stdout } = await runCli([...args, '--dry-run'], { cwd: folder });
        expect(stdout).toContain('the bundled reference service');
        expect(status).toBe(0);
      }
    }));
});

describe('--bundled', () => {
  it('checks the bundled service, and names what else names a target', async () => {
    const { status, report } = await runCli(['--bundled', '--profile', 'quick', '--only', 'list.ok']);
    expect(status).toBe(0);
    expect(report?.target.bundled).toBe(true);
    const refused = await runCli(['--bundled', '--owner', 'acme', '--repo', 'widgets'], {
      env: { BASE_URL: 'http://127.0.0.1:9', TOKEN: 'a-token-of-some-length' },
    });
    expect(refused.stderr).toMatch(
      /^issue-conformance: 4 invalid settings.*\n {2}BASE_URL \(--base-url\): not together with --bundled.*\n {2}OWNER \(--owner\): not.*\n {2}REPO .*\n {2}TOKEN: not/,
    );
    expect(refused.stderr).not.toContain('a-token-of-some-length');
    expect(refused.status).toBe(2);
  });

  it('is a flag alone: no variable asks for the bundled service', () => {
    for (const BUNDLED of ['true', '1'])
      expect(gather({}, { BUNDLED }, tmpdir()).asked.isBundled).toBe(false);
    expect(gather({ BUNDLED: 'true' }, {}, tmpdir()).asked.isBundled).toBe(true);
  });
});

describe('an installed package', () => {
  it('checks the bundled service in CI only with --bundled, which a checkout does without', () =>
    inNewFolder(async (folder) => {
      await copyBuild(join(folder, 'package'));
      const program = join(folder, 'package', 'dist', 'cli.js');
      const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
        runCli([...args, '--dry-run'], { env, program });
      const refused = await run([], { CI: 'true', PROFILE: 'quick' });
      expect(refused.stderr).toMatch(/BASE_URL \(--base-url\): .*CI is set, where only --bundled/);
      expect(refused.status).toBe(2);
      expect((await run(['--bundled'], { CI: '1' })).status).toBe(0);
      expect((await run([], {})).status).toBe(0);
      expect((await run([], { CI: 'false' })).status).toBe(0);
      const inCheckout = await runCli(['--dry-run'], { env: { CI: 'true' } });
      expect(inCheckout.status).toBe(0);
    }));
});

describe('an address that is set and empty', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settings-'));
    await writeFile(join(folder, '.env'), 'BASE_URL=http://of-the-file\n');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('hides what stands behind it, and not what stands before it', () => {
    expect(gatherSettings({}, { BASE_URL: '' }, folder)['BASE_URL']).toBe('');
    expect(gatherSettings({ BASE_URL: 'http://h' }, { BASE_URL: '' }, folder)['BASE_URL']).toBe('http://h');
    expect(gatherSettings({ BASE_URL: undefined }, {}, folder)['BASE_URL']).toBe('http://of-the-file');
  });

  it('ends a run with status 2, and says how to check the bundled service', async () => {
    for (const [args, env] of [
      [[], { BASE_URL: '' }],
      [['--base-url', ''], {}],
      [[], { BASE_ULR: 'http://127.0.0.1:9' }],
      [['--owner', 'acme'], {}],
    ] as const) {
      const { status, stdout, stderr } = await runCli(args, { env });
      expect(stderr).toMatch(/BASE_URL \(--base-url\): .*To check the bundled service, unset/);
      expect(stdout).toBe('');
      expect(status).toBe(2);
    }
  });
});

describe('a file .env that cannot be read as text', () => {
  const content: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
    'is in UTF-16': (path) => writeFile(path, '\uFEFFBASE_URL=http://127.0.0.1:9\n', 'utf16le'),
    'is in Latin-1': (path) => writeFile(path, 'OWNER=Größe\n', 'latin1'),
    'is a folder': (path) => mkdir(path),
    'is a link to a file that does not exist': (path) => symlink('gone', path),
    'is a link that leads back to itself': (path) => symlink('.env', path),
  };
  for (const [what, make] of Object.entries(content))
    it(`ends a run with status 2 where it ${what}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'settings-'));
      await make(join(folder, '.env'));
      const { status, stderr } = await runCli([], { cwd: folder });
      expect(stderr).toMatch(
        /\.env" cannot be read: it is (?:not text in UTF-8|a folder|a link [\w ]+); make it/,
      );
      expect(status).toBe(2);
      await rm(folder, { recursive: true });
    });

  it('is read where it begins with the mark of UTF-8', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'settings-'));
    await writeFile(join(folder, '.env'), '\uFEFFOWNER=acme\n');
    expect(gatherSettings({}, {}, folder)).toEqual({ OWNER: 'acme' });
    await rm(folder, { recursive: true });
  });
});
