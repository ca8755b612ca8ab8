import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BundledAsked, NOT_ASKED, whyNotBundled } from '../../src/host/bundled-meant.ts';
import { type RawSettings, settingNames } from '../../src/host/settings.ts';
import { gatherSettings } from '../../src/host/settings-sources.ts';
import { runCli } from '../support/cli.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const DOTENV = 'OWNER=file\nREPO=file\nBASE_URL=http://file\nSEED="3" # a note\nTOKEN=\n';
const OF_FILE = { OWNER: 'file', REPO: 'file', BASE_URL: 'http://file', SEED: '3' };
const TWO = 'X-Key: a#b\nX-Env: staging';

describe('where settings come from', () => {
  it.each<[string, flags: RawSettings, environment: RawSettings, dotenv: string | null, got: RawSettings]>([
    ['nowhere', {}, {}, null, {}],
    ['the file', {}, {}, DOTENV, OF_FILE],
    ['the environment', {}, { REPO: 'env' }, DOTENV, { ...OF_FILE, REPO: 'env' }],
    ['a flag', { REPO: 'flag' }, { REPO: 'env' }, DOTENV, { ...OF_FILE, REPO: 'flag' }],
    ['no blank or absent value', { SEED: undefined }, { OWNER: '', REPO: '  ' }, DOTENV, OF_FILE],
    ['no empty address', {}, { BASE_URL: '' }, DOTENV, { ...OF_FILE, BASE_URL: '' }],
    ['before it', { BASE_URL: 'http://h' }, { BASE_URL: '' }, DOTENV, { ...OF_FILE, BASE_URL: 'http://h' }],
    ['a file with the mark of UTF-8', {}, {}, '\uFEFFOWNER=acme\n', { OWNER: 'acme' }],
    ['lines in double quotes', {}, {}, 'HEADERS="X-Key: a#b\\nX-Env: staging"\n', { HEADERS: TWO }],
    ['lines in quotes', {}, {}, `HEADERS='${TWO}'\n`, { HEADERS: TWO }],
  ])('is %s', async (_, flags, environment, dotenv, got) => {
    if (dotenv !== null) await writeFile(join(folder, '.env'), dotenv);
    expect(gatherSettings(flags, environment, folder).raw).toEqual(got);
  });

  it('is no line that the quotes of HEADERS leave out', async () => {
    await writeFile(join(folder, '.env'), 'HEADERS=X-Key: a\nX-Env: staging\n');
    expect(() => gatherSettings({}, {}, folder)).toThrow(/X-Env.*HEADERS/);
  });

  it('is a flag alone for the bundled service', () => {
    expect(gatherSettings({}, { BUNDLED: 'true' }, folder).asked.isBundled).toBe(false);
    expect(gatherSettings({ BUNDLED: 'true' }, {}, folder).asked.isBundled).toBe(true);
  });
});

describe('the bundled service', () => {
  const FLAG = { isBundled: true };
  const IN_CI = { mustBeFlag: true };
  const H = 'http://h';

  it.each<[raw: RawSettings, asked: Partial<BundledAsked>, named: readonly string[]]>([
    [{}, {}, []],
    [{ PATH: '/bin', PROFILE: 'quick', SEED: '3', OWNER: ' ' }, {}, []],
    [{ BASE_URL: H, BASE_URI: 'http://other', TOKEN: 'x' }, {}, []],
    ...['', '  ', '\n'].map((BASE_URL): [RawSettings, object, string[]] => [{ BASE_URL }, {}, ['BASE_URL']]),
    ...['OWNER', 'REPO', 'PRIVATE_REPO', 'WRITE_OWNER', 'TOKEN', 'OUTSIDER_TOKEN', 'LABEL', 'HEADERS'].map(
      (name): [RawSettings, object, string[]] => [{ [name]: 'x' }, {}, ['BASE_URL']],
    ),
    ...[
      'BASE_UR',
      'BASE_URLS',
      'ABSE_URL',
      'BASE_ULR',
      'BASE_URI',
      'BASEURL',
      'BASE_U\u001BL',
      'baseUrl',
    ].map((name): [RawSettings, object, string[]] => [{ [name]: H }, {}, ['BASE_URL']]),
    ...['BASE', 'BASE_PATH', 'URL_BASE', 'DATABASE_URL', 'BSAE_ULR', 'http_proxy'].map(
      (name): [RawSettings, object, string[]] => [{ [name]: H }, {}, []],
    ),
    [{ base_url: H }, {}, ['BASE_URL']],
    [{ Profile: 'quick', token: 'x' }, {}, ['PROFILE', 'TOKEN']],
    [{ base_url: H, BASE_URL: 'http://other' }, {}, []],
    [{}, IN_CI, ['BASE_URL']],
    [{}, { ...IN_CI, ...FLAG }, []],
    [{ BASE_URL: H }, IN_CI, []],
    [{ PROFILE: 'quick', profile: 'x' }, FLAG, []],
    ...['BASE_URL', 'OWNER', 'WRITE_REPO', 'TOKEN', 'HEADERS', 'LABEL', 'BASE_ULR', 'base_url', 'token'].map(
      (name): [RawSettings, object, string[]] => [{ [name]: 'x' }, FLAG, [name]],
    ),
    [{ BASE_URL: '' }, FLAG, ['BASE_URL']],
  ])('is meant only if nothing names a target: %j %j', (raw, asked, named) => {
    const problems = whyNotBundled(raw, { ...NOT_ASKED, ...asked }, settingNames);
    expect(problems.map(({ setting }) => setting)).toEqual(named);
    expect(JSON.stringify(problems)).not.toContain('\\u001b');
  });
});

const NOWHERE = 'http://127.0.0.1:9';

describe('a run without a target', () => {
  it.each<[string, args: readonly string[], env: Record<string, string>, dotenv: string | null]>([
    ['an empty address', [], { BASE_URL: '' }, null],
    ['an empty address of a flag', ['--base-url', ''], {}, null],
    ['a misspelt address', [], { BASE_ULR: NOWHERE }, null],
    ['an owner alone', ['--owner', 'acme'], {}, null],
    ['--bundled and a target', ['--bundled'], { BASE_URL: NOWHERE, TOKEN: 'a-token-of-some-length' }, null],
    ['lines of another shell', [], {}, `set BASE_URL=${NOWHERE}\n`],
    ['JSON', [], {}, `{ "BASE_URL": "${NOWHERE}" }\n`],
    ['other names', [], {}, `TARGET_URL=${NOWHERE}\n\nPORT=1\n`],
    ['one line that is not read', [], {}, `PROFILE=quick\n\nset BASE_URL=${NOWHERE}\n`],
    ['names in lower case', [], {}, `base_url=${NOWHERE}\nowner=acme\n`],
  ])('ends with 2: %s', async (_, args, env, dotenv) => {
    if (dotenv !== null) await writeFile(join(folder, '.env'), dotenv);
    const { status, stdout, stderr, report } = await runCli(args, { env, cwd: folder });
    expect([status, stdout, report?.outcome]).toEqual([2, '', 'unusable']);
    expect(stderr).toContain('BASE_URL (--base-url): ');
    expect(stderr).not.toContain('a-token-of-some-length');
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['in UTF-16', (path) => writeFile(path, `\uFEFFBASE_URL=${NOWHERE}\n`, 'utf16le')],
    ['in Latin-1', (path) => writeFile(path, 'OWNER=Größe\n', 'latin1')],
    ['a folder', (path) => mkdir(path)],
    ['a link to nothing', (path) => symlink('gone', path)],
    ['a link to itself', (path) => symlink('.env', path)],
  ])('ends with 2 if .env is %s', async (_, make) => {
    await make(join(folder, '.env'));
    const { status, stderr } = await runCli([], { cwd: folder });
    expect([status, stderr.includes('.env')]).toEqual([2, true]);
  });

  it.each([
    ['# BASE_URL=http://h\n \n', []],
    ['PROFILE=quick\n', []],
    ['PORT=1\n', ['--bundled']],
  ])('checks the bundled service if .env is %j', async (dotenv, args) => {
    await writeFile(join(folder, '.env'), dotenv);
    const command = [...args, '--profile', 'quick', '--only', 'list.ok'];
    const { status, report } = await runCli(command, { cwd: folder, env: { CI: 'true' } });
    expect([status, report?.target.bundled]).toEqual([0, true]);
  });

  it('checks the bundled service in CI only with --bundled if the package is installed', async () => {
    await cp('dist', join(folder, 'dist'), { recursive: true });
    const program = join(folder, 'dist', 'cli.js');
    const statuses = [];
    for (const [CI, args] of [
      ['true', []],
      ['1', ['--bundled']],
      ['false', []],
    ] as const)
      statuses.push((await runCli([...args, '--dry-run'], { env: { CI }, program, cwd: folder })).status);
    expect(statuses).toEqual([2, 0, 0]);
  });
});
