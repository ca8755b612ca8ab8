import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildOf } from '../support/cli.ts';

const flag = z.boolean().default(false);
const names = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ dependencies: names, devDependencies: names, overrides: names, scripts: names })
  .parse(JSON.parse(await readFile('package.json', 'utf8')));
const lock = z
  .object({
    packages: z.record(z.string(), z.object({ dev: flag, devOptional: flag, hasInstallScript: flag })),
  })
  .parse(JSON.parse(await readFile('package-lock.json', 'utf8')));

/** Returns the libraries in the build, by its file of licences. */
async function bundled(): Promise<ReadonlySet<string>> {
  const licences = await readFile(join(await buildOf('.'), 'LICENSES.txt'), 'utf8');
  return new Set(licences.split('\n---\n\n').flatMap((text) => /^\S+/.exec(text)?.[0] ?? []));
}

const [, section = ''] = (await readFile('CONTRIBUTING.md', 'utf8')).split('\n## Dependencies\n');
const rows = [...section.matchAll(/^\| `(\S+)` \| (\w+) \| (.+) \|$/gm)].map(([, name, kind]) => ({
  name,
  kind,
}));

describe('the table of the dependencies in CONTRIBUTING.md', () => {
  it('has a reason for each dependency, under its kind, and for nothing else', async () => {
    const inBuild = await bundled();
    const kindOf = (name: string): string => (inBuild.has(name) ? 'bundled' : 'development');
    const wanted = [
      ...Object.keys(manifest.dependencies).map((name) => ({ name, kind: 'runtime' })),
      ...Object.keys(manifest.devDependencies).map((name) => ({ name, kind: kindOf(name) })),
      ...Object.keys(manifest.overrides).map((name) => ({ name, kind: 'override' })),
    ];
    const sorted = (all: readonly object[]): string[] => all.map((one) => JSON.stringify(one)).toSorted();
    expect(sorted(rows)).toEqual(sorted(wanted));
  });
});

describe('who installs the package', () => {
  it('is asked about no script of it', () => {
    const ofInstall = /^(?:pre|post)?(?:install|prepare)$|^prepublish$/;
    expect(Object.keys(manifest.scripts).filter((name) => ofInstall.test(name))).toEqual([]);
  });

  it('is asked about no script of what comes with it', () => {
    const asking = Object.entries(lock.packages).filter(
      ([, { dev, devOptional, hasInstallScript }]) => hasInstallScript && !dev && !devOptional,
    );
    expect(asking).toEqual([]);
  });

  it('gets the version of each dependency that was tested', () => {
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('a build', () => {
  it('has of zod what is used: imported as `z`, all of it comes along, with forty languages', async () => {
    const paths = await Promise.all(
      ['src', 'suites', 'proof'].map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
      ),
    );
    const sources = paths.flat().filter((name) => /\.tsx?$/.test(name));
    const texts = await Promise.all(sources.map((name) => readFile(name, 'utf8')));
    expect(sources.filter((_, place) => /import \{.*\} from 'zod'/.test(texts[place] ?? ''))).toEqual([]);
    expect(texts.some((text) => text.includes("import * as z from 'zod'"))).toBe(true);
  });
});
