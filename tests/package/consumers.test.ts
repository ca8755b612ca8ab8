import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../suites/index.ts';
import { sharedFolder } from '../support/temporary.ts';
import { addFramework, addRunners, type Installed, installTarball } from './installed.ts';
import { runners } from './runners.ts';

const folder = sharedFolder();
let installed: Installed;
beforeAll(async () => {
  installed = await installTarball(folder());
});

/** The rules that `jest.test.js` and `node.test.js` choose, to save time. */
const CHOSEN = /^(?:list\.per-page\.zero|create\.accepted)/;
/** The rule that the service breaks if FAULT is on. */
const BROKEN = 'list.per-page.zero';
const gating = rules.flatMap(({ id, level }) => (level === 'observed' ? [] : [id]));

// What is installed grows from test to test.
describe('the package', () => {
  it('is one, and its command needs Node alone', async () => {
    const modules = await readdir(folder('node_modules'));
    expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['issue-conformance']);
    expect(await readdir(folder('node_modules', 'issue-conformance'))).not.toContain('node_modules');
    const args = ['--bundled', '--profile', 'quick', '--only', 'list.ok'];
    const { status, output } = await installed.run('node_modules/.bin/issue-conformance', args);
    expect([status, output]).toEqual([0, expect.stringContaining('Exit status 0.')]);
  });

  it('gives a program the report and its exit status, where no test runner is installed', async () => {
    await addFramework(installed);
    const faulty = await installed.run('node', ['program.js'], { FAULT: 'on' });
    expect(faulty).toMatchObject({ status: 1, output: 'nonconformant list.per-page.zero\n' });
  });
});

describe('beside test runners', () => {
  beforeAll(() => addRunners(installed));

  it.each(runners)(
    'tests of %s fail where the service breaks a rule, and nowhere else',
    async (runner, start) => {
      const { status, output, results } = await start(installed, { FAULT: 'on' });
      const chosen = runner === 'vitest' ? gating : gating.filter((id) => CHOSEN.test(id));
      const passed = chosen.filter((id) => id !== BROKEN);
      expect(results, output).toEqual({ passed, failed: [BROKEN], skipped: [] });
      expect(status).toBe(1);
      expect(output).toContain('GET http');
      expect(output).not.toContain('0123456789abcdef');
    },
  );
});

describe('the types of the package', () => {
  const TSC = resolve('node_modules/typescript/bin/tsc');
  const ALL = "import * as all from 'issue-conformance';\nexport const { run, rules } = all;\n";

  it.each<[string, string | null, object]>([
    [
      'take the handlers and runners that people have, and refuse what is wrong',
      null,
      { types: ['node'], skipLibCheck: true },
    ],
    ['need no other types', ALL, { lib: ['ES2023'], types: [] }],
  ])('%s', async (_, text, options) => {
    const file = text === null ? 'types.mts' : 'plain.mts';
    if (text !== null) await writeFile(join(installed.folder, file), text);
    const usual = {
      strict: true,
      module: 'NodeNext',
      target: 'ES2023',
      noEmit: true,
      exactOptionalPropertyTypes: true,
    };
    const config = { compilerOptions: { ...usual, ...options }, files: [file] };
    await writeFile(join(installed.folder, 'tsconfig.json'), JSON.stringify(config));
    expect(await installed.run('node', [TSC, '-p', '.'])).toMatchObject({ status: 0, output: '' });
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
});
