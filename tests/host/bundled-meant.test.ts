import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNotBundled } from '../../src/host/bundled-meant.ts';
import { gatherSettings } from '../../src/host/settings-sources.ts';
import { runCli } from '../support/cli.ts';

describe('the bundled service', () => {
  it('is meant where nothing speaks of a target', () => {
    expect(whyNotBundled({})).toBeNull();
    expect(whyNotBundled({ PATH: '/bin', PROFILE: 'quick', SEED: '3', OWNER: ' ' })).toBeNull();
  });

  it('is not where an address is given', () => {
    expect(whyNotBundled({ BASE_URL: 'http://h', BASE_URI: 'http://other', TOKEN: 'x' })).toBeNull();
  });

  it('is not where the address is set and empty', () => {
    for (const BASE_URL of ['', '  ', '\n'])
      expect(whyNotBundled({ BASE_URL })).toMatch(/^it is set but empty/);
  });

  it('is not where another setting speaks of a target, each of which is named', () => {
    for (const name of ['OWNER', 'REPO', 'PRIVATE_REPO', 'WRITE_OWNER', 'TOKEN', 'OUTSIDER_TOKEN', 'LABEL'])
      expect(whyNotBundled({ [name]: 'x' })).toContain(
        `the address of the service, required with ${name}. To check`,
      );
    expect(whyNotBundled({ REPO: 'x', TOKEN: 'y' })).toMatch(/with REPO, TOKEN\. .*unset those/);
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
    ];
    for (const name of nearly)
      expect(whyNotBundled({ [name]: 'http://h' }), name).toMatch(/is set instead, which looks misspelt/);
    expect(whyNotBundled({ 'BASE_U\u001BL': 'x' })).toContain('BASE_U?L');
    for (const name of ['BASE', 'BASE_PATH', 'URL_BASE', 'DATABASE_URL', 'BSAE_ULR'])
      expect(whyNotBundled({ [name]: 'http://h' }), name).toBeNull();
  });
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
  };
  for (const [what, make] of Object.entries(content))
    it(`ends a run with status 2 where it ${what}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'settings-'));
      await make(join(folder, '.env'));
      const { status, stderr } = await runCli([], { cwd: folder });
      expect(stderr).toMatch(/\.env" cannot be read: it is (?:not text in UTF-8|a folder); make it/);
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
