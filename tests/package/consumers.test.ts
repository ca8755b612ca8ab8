import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../suites/index.ts';
import { type Installed, installTarball } from './installed.ts';
import { runners } from './runners.ts';

let installed: Installed;
beforeAll(async () => {
  installed = await installTarball();
});
afterAll(() => installed.remove());

const gating = rules.flatMap(({ id, level }) => (level === 'observed' ? [] : [id]));

it.each(runners)(
  'tests of %s fail where the service breaks a rule, and nowhere else',
  async (_, breaks, start) => {
    const { status, output, results } = await start(installed, { FAULT: 'on' });
    const passed = gating.filter((id) => id !== breaks);
    expect(results, output).toEqual({ passed, failed: [breaks], skipped: [] });
    expect(status).toBe(1);
    expect(output).toContain('curl ');
    expect(output).not.toContain('0123456789abcdef');
  },
);

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
    expect(await installed.run('node', [TSC, '-p', '.'])).toEqual({ status: 0, output: '' });
  });
});

describe('the tarball', () => {
  it('is smaller than a megabyte, and has what works from it alone', async () => {
    expect(installed.size).toBeLessThan(1_000_000);
    const others = installed.files.filter((path) => !/^(?:dist|docs)\/|^[^/]+$/.test(path));
    expect(others).toEqual([]);
    expect(installed.files).toEqual(
      expect.arrayContaining(['dist/index.d.ts', 'dist/conformance.schema.json']),
    );
    expect(installed.files.join('\n')).not.toMatch(/action|Dockerfile|ci\/|\.test\.ts$|\.map$/m);
  });

  it('asks its users about no script, and names one version of what it needs', async () => {
    const manifest = JSON.parse(await readFile('package.json', 'utf8'));
    const ofInstall = /^(?:pre|post)?(?:install|prepare)$|^prepublish$/;
    expect(Object.keys(manifest.scripts).filter((name) => ofInstall.test(name))).toEqual([]);
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('gives a program the report and its exit status, where no test runner is installed', async () => {
    const modules = join(installed.folder, 'node_modules');
    await rename(join(modules, 'vitest'), join(modules, '.vitest'));
    const faulty = await installed.run('node', ['program.js'], { FAULT: 'on' });
    expect(faulty).toEqual({ status: 1, output: 'nonconformant list.per-page.zero\n' });
  });
});
