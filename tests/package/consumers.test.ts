import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedFolder } from '../support/temporary.ts';
import { addLibraries, furtherLibraries, type Installed, installTarball } from './installed.ts';

interface Sbom {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly licenses: unknown;
  }[];
}
interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly license: string }>>;
}

const folder = sharedFolder();
// Each test installs more into the same folder.
let installed: Installed;
beforeAll(async () => {
  installed = await installTarball(folder());
});

it('the package is one, and its command needs Node alone', async () => {
  const modules = await readdir(folder('node_modules'));
  expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['issue-conformance']);
  expect(await readdir(folder('node_modules', 'issue-conformance'))).not.toContain('node_modules');
  const args = ['--bundled', '--profile', 'quick'];
  const { status, output } = await installed.run('node_modules/.bin/issue-conformance', args);
  expect([status, output]).toEqual([0, expect.stringContaining('Exit status 0.')]);
});

it('a program gets the report and its exit status, where no test runner is installed', async () => {
  await addLibraries(installed, '.', ['hono']);
  const faulty = await installed.run('node', ['program.js'], { FAULT: 'on' });
  expect(faulty).toMatchObject({ status: 1, output: 'nonconformant list.per-page.zero\n' });
});

describe('beside test runners', () => {
  beforeAll(async () => {
    await addLibraries(installed, '.', ['vitest', '@types/node']);
    await addLibraries(installed, await furtherLibraries(), ['jest', '@jest/globals']);
  });

  it.each([
    ['vitest', ['node_modules/vitest/vitest.mjs', 'run', 'vitest.test.js', '--reporter=verbose']],
    ['jest', ['node_modules/jest/bin/jest.js', '--verbose', '--testRegex', 'jest.test.js']],
    ['node:test', ['--test', '--test-reporter=spec', 'node.test.js']],
  ])('tests of %s fail where the service breaks a rule, and nowhere else', async (_, args) => {
    const env = { FAULT: 'on', NODE_OPTIONS: '--experimental-vm-modules' };
    const { status, output } = await installed.run('node', args, env);
    const results = output.matchAll(/^ *([✓✔✕✖×]) .*?((?:list|create)\.[\w.-]+)/gmu);
    const isPass = Object.fromEntries([...results].map(([, sign = '', id = '']) => [id, /[✓✔]/u.test(sign)]));
    expect(isPass, output).toEqual({ 'list.ok': true, 'list.per-page.zero': false, 'create.accepted': true });
    expect(status).toBe(1);
    expect(output).toContain('GET http');
    expect(output).not.toContain('0123456789abcdef');
  });

  const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--module', 'NodeNext', '--noEmit'];
  it.each([
    [
      'take the handlers and runners that people have, and refuse what is wrong',
      ['types.mts', '--target', 'ES2023', '--types', 'node', '--skipLibCheck'],
    ],
    ['need no other types', ['plain.mts', '--target', 'ES2023', '--lib', 'ES2023', '--types', '']],
  ])('the types of the package %s', async (_, args) => {
    const tsc = resolve('node_modules/typescript/bin/tsc');
    expect(await installed.run('node', [tsc, ...STRICT, ...args])).toMatchObject({ status: 0, output: '' });
  });
});

describe('the tarball', () => {
  it('is smaller than a megabyte, and has what works from it alone', async () => {
    expect(installed.size).toBeLessThan(1_000_000);
    const others = installed.files.filter((path) => !/^(?:dist|docs)\/|^[^/]+$/.test(path));
    expect(others).toEqual([]);
    expect(installed.files).toEqual(
      expect.arrayContaining(['dist/conformance.schema.json', 'docs/ci/github.yml', 'sbom.json']),
    );
    expect(installed.files.join('\n')).not.toMatch(/^action|\.test\.ts$|\.map$/m);
  });

  it('has all files that its documents link to', async () => {
    const lost: string[] = [];
    for (const document of installed.files.filter((path) => path.endsWith('.md'))) {
      const text = await readFile(document, 'utf8');
      for (const [, to = ''] of text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g))
        if (!installed.files.includes(join(dirname(document), to))) lost.push(`${document}: ${to}`);
    }
    expect(lost).toEqual([]);
  });

  it('asks its users about no script', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8'));
    const ofInstall = /^(?:pre|post)?(?:install|prepare)$|^prepublish$/;
    expect(Object.keys(manifest.scripts).filter((name) => ofInstall.test(name))).toEqual([]);
  });

  it('lists what is bundled, with the versions and licences of the lock file', async () => {
    const { components }: Sbom = JSON.parse(await readFile('sbom.json', 'utf8'));
    const { packages }: Lock = JSON.parse(await readFile('package-lock.json', 'utf8'));
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['commander', 'fast-check', 'hono', 'undici', 'yaml', 'zod']),
    );
    for (const { name, version, licenses } of components)
      expect([version, licenses], name).toEqual([
        packages[`node_modules/${name}`]?.version,
        [{ expression: packages[`node_modules/${name}`]?.license }],
      ]);
  });
});
