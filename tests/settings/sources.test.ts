import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { RawSettings } from '../../src/settings/parse.ts';
import { gatherSettings } from '../../src/settings/sources.ts';
import { runCli } from '../support/start-cli.ts';
import { folderOfEachTest } from '../support/temporary.ts';
import { BUNDLED, settingProblems, TARGET } from './parsed-settings.ts';

const at = folderOfEachTest();

const DOTENV = 'OWNER=file\nREPO=file\nBASE_URL=http://file\nSEED="3" # a note\nTOKEN=\n';
const OF_FILE = { OWNER: 'file', REPO: 'file', BASE_URL: 'http://file', SEED: '3' };
const TWO = 'X-Key: a#b\nX-Env: staging';

it.each<[string, flags: RawSettings, environment: RawSettings, dotenv: string | null, got: RawSettings]>([
  ['nowhere', {}, {}, null, {}],
  ['the file', {}, {}, DOTENV, OF_FILE],
  ['the environment', {}, { REPO: 'env' }, DOTENV, { ...OF_FILE, REPO: 'env' }],
  ['a flag', { REPO: 'flag' }, { REPO: 'env' }, DOTENV, { ...OF_FILE, REPO: 'flag' }],
  ['no blank or absent value', { SEED: undefined }, { OWNER: '', REPO: '  ' }, DOTENV, OF_FILE],
  ['no empty address', {}, { BASE_URL: '' }, DOTENV, { ...OF_FILE, BASE_URL: '' }],
  ['a file with the mark of UTF-8', {}, {}, '\uFEFFOWNER=acme\n', { OWNER: 'acme' }],
  ['lines in double quotes', {}, {}, 'HEADERS="X-Key: a#b\\nX-Env: staging"\n', { HEADERS: TWO }],
  ['lines in quotes', {}, {}, `HEADERS='${TWO}'\n`, { HEADERS: TWO }],
])('settings come from %s', async (_, flags, environment, dotenv, got) => {
  if (dotenv !== null) await writeFile(at('.env'), dotenv);
  expect(gatherSettings(flags, environment, at()).raw).toEqual(got);
});

it('settings come from no file in a folder above', async () => {
  await writeFile(at('.env'), DOTENV);
  const below = at('ci', 'nightly');
  await mkdir(below, { recursive: true });
  expect(gatherSettings({}, {}, below).raw).toEqual({});
});

it('the bundled service comes from a flag alone', () => {
  expect(gatherSettings({}, { BUNDLED: 'true' }, at()).isBundled).toBe(false);
  expect(gatherSettings({ BUNDLED: 'true' }, {}, at()).isBundled).toBe(true);
});

it.each(['BASE_URL', 'OWNER', 'WRITE_REPO', 'TOKEN', 'HEADERS', 'LABEL'])(
  '--bundled stands beside no setting of a target: %s',
  (name) => {
    const given = gatherSettings({ BUNDLED: 'true' }, { [name]: 'x' }, at());
    const problems = settingProblems(given.raw, given);
    expect(problems.filter(({ setting }) => setting !== name)).toEqual([]);
    expect(problems.map(({ allowed }) => /in the environment.*--bundled/.test(allowed))).toContain(true);
    expect(settingProblems({ [name]: ' ' }, BUNDLED)).toEqual([]);
  },
);

it.each<[name: string, meant: string | null, warns?: boolean]>([
  ['PROFIL', 'PROFILE'],
  ['PRIVATE_REP', 'PRIVATE_REPO'],
  ['WRITE', 'WRITES'],
  ['BASE_ULR', 'BASE_URL'],
  ['base_url', 'BASE_URL'],
  ['TOKENS', null, true],
  ['token', null, true],
  ['DATABASE_URL', null],
  ['http_proxy', null],
])(
  'a name one edit away from a setting is an error, or a warning if many programs have it: %s',
  async (name, meant, warns = false) => {
    const beside = { ...TARGET, WRITES: 'all', TOKEN: 'some-token-1' };
    const found = gatherSettings({}, { ...beside, [name]: 'x' }, at());
    expect(settingProblems(found.raw, found).map(({ setting }) => setting)).toEqual(
      meant === null ? [] : [name],
    );
    expect(found.problems.map(({ allowed }) => allowed).join()).toContain(meant ?? '');
    expect(found.warnings).toHaveLength(warns ? 1 : 0);
    await writeFile(at('.env'), `${name}=x\n`);
    expect(gatherSettings({}, beside, at()).problems).toHaveLength(meant !== null || warns ? 1 : 0);
  },
);

const NOWHERE = 'http://127.0.0.1:9';

// A job that lost its address must not check the bundled service instead.
it('a run without a target ends with 2, and says how to name one', async () => {
  // Lines of another shell.
  await writeFile(at('.env'), `set BASE_URL=${NOWHERE}\n`);
  const { status, stdout, stderr, report } = await runCli([], { cwd: at() });
  expect([status, stdout, report?.outcome]).toEqual([2, '', 'unusable']);
  expect(stderr).toMatch(/BASE_URL \(--base-url\): [^]*--bundled/);
});

it.each<[string, (path: string) => Promise<unknown>]>([
  ['in UTF-16', (path) => writeFile(path, `\uFEFFBASE_URL=${NOWHERE}\n`, 'utf16le')],
  ['a line that the quotes of HEADERS leave out', (path) => writeFile(path, 'HEADERS=X-Key: a\nX-Env: b\n')],
  ['a pipe', (path) => promisify(execFile)('mkfifo', [path])],
])('.env is an error if it is %s, beside --bundled too', async (_, make) => {
  await make(at('.env'));
  expect(gatherSettings({ BUNDLED: 'true' }, {}, at()).problems).toMatchObject([{ setting: '.env' }]);
});
