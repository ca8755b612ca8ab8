import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { howCalled, type Started, writtenIn } from '../../src/host/called.ts';

let root = '';
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'called-')));
  for (const folder of [
    'app/sub',
    'app/node_modules/issue-conformance',
    'store/issue-conformance',
    'linked/node_modules',
  ])
    await mkdir(join(root, folder), { recursive: true });
  await symlink(join(root, 'store/issue-conformance'), join(root, 'linked/node_modules/issue-conformance'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const callOf = (started: Partial<Started>) =>
  howCalled({
    folder: root,
    file: '',
    path: '',
    root: join(root, 'store/issue-conformance'),
    isCheckout: false,
    ...started,
  });

describe('how the program is called', () => {
  it('is the script at the root of a checkout alone', () => {
    expect(callOf({ isCheckout: true, folder: root, root: `${root}/` })).toEqual({ program: 'script' });
    expect(callOf({ isCheckout: true, folder: join(root, 'app'), root })).toEqual({
      program: 'command',
      entry: join(root, 'dist/cli.js'),
    });
  });

  it('is npx where a package above has installed this very program', () => {
    const installed = join(root, 'app/node_modules/issue-conformance');
    for (const folder of ['app', 'app/sub'])
      expect(callOf({ folder: join(root, folder), root: installed })).toEqual({ program: 'npx' });
    expect(callOf({ folder: join(root, 'linked') })).toEqual({ program: 'npx' });
    // The app has installed another version than the one that was started.
    expect(callOf({ folder: join(root, 'app') })).toMatchObject({ program: 'command' });
  });

  it('is its name where that was found on the PATH, and not in a folder of npm', () => {
    const file = '/usr/local/bin/issue-conformance';
    expect(callOf({ file, path: '/bin:/usr/local/bin' })).toEqual({ program: 'command' });
    expect(callOf({ file, path: '/bin' })).toHaveProperty('entry');
    const own = '/x/node_modules/.bin/issue-conformance';
    expect(callOf({ file: own, path: '/x/node_modules/.bin' })).toHaveProperty('entry');
  });

  it('is its file otherwise, relative where that is in the folder', () => {
    expect(callOf({})).toEqual({ program: 'command', entry: 'store/issue-conformance/dist/cli.js' });
    expect(callOf({ folder: '/' })).toMatchObject({ entry: expect.not.stringMatching(/^\//) as unknown });
    expect(callOf({ folder: join(root, 'app') })).toEqual({
      program: 'command',
      entry: join(root, 'store/issue-conformance/dist/cli.js'),
    });
  });
});

describe('a path, as it is written in a folder', () => {
  it.each([
    ['/a/b/c', 'b/c'],
    ['b/../c', 'c'],
    ['../c', '../c'],
    ['/other/c', '/other/c'],
    ['/a..b/c', '/a..b/c'],
    ['..b/c', '..b/c'],
  ])('of %s is %s', (path, written) => {
    expect(writtenIn('/a', path)).toBe(written);
  });
});
