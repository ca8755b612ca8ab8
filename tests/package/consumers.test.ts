import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rules } from '../../suites/index.ts';
import { documentedFiles, documentedFrameworks } from './documented-files.ts';
import { type EndedCommand, type Installed, installTarball } from './installed.ts';
import { runners, startJest, startVitest } from './runners.ts';

/** Limit in milliseconds; the first installation of jest is slow. */
const INSTALL_MS = 300_000;
const RUN_MS = 120_000;

let installed: Installed;
beforeAll(async () => {
  installed = await installTarball();
}, INSTALL_MS);
afterAll(() => installed.remove());

const gating = rules.flatMap(({ id, level }) => (level === 'observed' ? [] : [id]));

describe.each(runners)('the tests that docs/api.md shows for $name', ({ file, breaks, start }) => {
  it('fail where the service breaks a rule, and nowhere else', { timeout: RUN_MS }, async () => {
    const { status, output, results } = await start(installed, file, { FAULT: 'on' });
    expect(results, output).toEqual({
      passed: gating.filter((id) => id !== breaks),
      failed: [breaks],
      skipped: [],
    });
    expect(status).toBe(1);
    for (const part of ['Expected: ', 'Actual: ', 'Impact: ', 'Reproduce with curl: curl'])
      expect(output).toContain(part);
    expect(output).not.toContain('0123456789abcdef');
  });

  it('are skipped where a rule lacks an option and that is allowed', { timeout: RUN_MS }, async () => {
    const text = await readFile(join(installed.folder, file), 'utf8');
    const changed = text
      .replace(/ *privateRepo: 'vault',/, '')
      .replace("writes: 'all'", "only: ['list.ok', 'list.private'], allowIncomplete: true");
    expect(changed).not.toBe(text);
    const other = `incomplete.${file}`;
    await writeFile(join(installed.folder, other), changed);
    const { status, output, results } = await start(installed, other, {});
    expect(results, output).toEqual({
      passed: ['list.ok'],
      failed: [],
      skipped: gating.filter((id) => id.startsWith('list.private')),
    });
    expect(status).toBe(0);
  });
});

describe('what docs/api.md says of frameworks', () => {
  /** The rule that each app of `consumer/` breaks if FAULT is on. */
  const BREAKS = new Map([
    ['express', 'list.unknown-owner'],
    ['fastify', 'create.title-type'],
    ['Koa', 'create.anonymous'],
    ['NestJS', 'create.payload-type'],
  ]);
  /** Files of `consumer/` that are not named after the framework. */
  const FILES = new Map([['NestJS', 'nest']]);

  it('names each app that is tried', async () => {
    expect((await documentedFrameworks()).map(({ name }) => name)).toEqual([...BREAKS.keys()]);
  });

  it.each([...BREAKS])(
    'lets %s fail where it breaks a rule, and nowhere else',
    {
      timeout: RUN_MS,
    },
    async (name, breaks) => {
      const shown = (await documentedFiles()).get('fastify.test.js') ?? '';
      const { first = '', listener = '' } =
        (await documentedFrameworks()).find((framework) => framework.name === name) ?? {};
      const text = shown
        .replace('./fastify.js', `./${FILES.get(name) ?? name.toLowerCase()}.js`)
        .replace('await app.ready();', first)
        .replace('app.routing', listener);
      const file = `${name.toLowerCase()}.test.js`;
      await writeFile(join(installed.folder, file), text);
      const { output, results } = await startVitest(installed, file, { FAULT: 'on' });
      expect(results, output).toEqual({
        passed: gating.filter((id) => id !== breaks),
        failed: [breaks],
        skipped: [],
      });
    },
  );
});

describe('the test that docs/api.md shows for jest in a CommonJS project', () => {
  const FILE = 'conformance.jest.cjs';

  it('passes where nothing is broken', { timeout: RUN_MS }, async () => {
    const { status, output, results } = await startJest(installed, FILE, {});
    expect(results, output).toMatchObject({ failed: [], skipped: [] });
    expect(results.passed).toHaveLength(1);
    expect(status).toBe(0);
    const report = await readFile(join(installed.folder, 'reports/conformance.json'), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ outcome: 'conformant' });
  });

  it('fails where a rule is broken, and says which', { timeout: RUN_MS }, async () => {
    const { status, output, results } = await startJest(installed, FILE, { FAULT: 'on' });
    expect(results, output).toMatchObject({ passed: [], skipped: [] });
    expect(status).toBe(1);
    expect(output).toContain('"id": "list.unknown-owner"');
  });
});

describe('the program that docs/api.md shows', () => {
  it('ends as the command line would', { timeout: RUN_MS }, async () => {
    const healthy = await installed.run('node', ['check.js']);
    expect(healthy).toMatchObject({ status: 0, output: expect.stringMatching(/^conformant /) });
    const faulty = await installed.run('node', ['check.js'], { FAULT: 'on' });
    expect(faulty).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^list\.per-page\.zero .*\nnonconformant /),
    });
  });
});

describe('the types of the package', () => {
  const TSC = resolve('node_modules/typescript/bin/tsc');
  const compile = async (file: string, options: object): Promise<EndedCommand> => {
    const base = {
      strict: true,
      module: 'NodeNext',
      target: 'ES2023',
      noEmit: true,
      exactOptionalPropertyTypes: true,
    };
    const config = JSON.stringify({ compilerOptions: { ...base, ...options }, files: [file] });
    await writeFile(join(installed.folder, 'tsconfig.json'), config);
    return installed.run('node', [TSC, '-p', '.']);
  };

  it('take the handlers and the test runners that people have, and refuse what is wrong', async () => {
    expect(await compile('types.mts', { types: ['node'], skipLibCheck: true })).toEqual({
      status: 0,
      output: '',
    });
  });

  it.each([
    ['of Node', { lib: ['ES2023'], types: ['node'] }],
    ['of a browser', { lib: ['ES2023', 'DOM'], types: [] }],
    ['of neither', { lib: ['ES2023'], types: [] }],
  ])('need no other types than those %s', async (_, options) => {
    const text = "import * as all from 'issue-conformance';\nexport const { run, rules } = all;\n";
    await writeFile(join(installed.folder, 'plain.mts'), text);
    expect(await compile('plain.mts', { ...options, skipLibCheck: false })).toEqual({
      status: 0,
      output: '',
    });
  });
});

describe('the tarball', () => {
  it('is smaller than a megabyte, and has neither tests nor sources', () => {
    expect(installed.size).toBeLessThan(1_000_000);
    const kept = /^(?:src|suites|tests|scripts)\/|\.test\.ts$|\.map$/;
    expect(installed.files.filter((path) => kept.test(path))).toEqual([]);
    expect(installed.files).toContain('dist/index.d.ts');
  });

  it('gives a report where no test runner is installed', { timeout: RUN_MS }, async () => {
    const modules = join(installed.folder, 'node_modules');
    await rename(join(modules, 'vitest'), join(modules, '.vitest'));
    expect(await installed.run('node', ['check.js'])).toMatchObject({ status: 0 });
  });
});
