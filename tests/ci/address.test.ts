import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const { name, version, repository, homepage, bugs } = z
  .object({
    name: z.string(),
    version: z.string(),
    repository: z.object({ url: z.string() }),
    homepage: z.string(),
    bugs: z.string(),
  })
  .parse(JSON.parse(await readFile('package.json', 'utf8')));
/** Owner and name of the repository. Whoever publishes the project changes them in package.json. */
const address = /github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository.url)?.[1] ?? '';

async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}

it('one address of the repository stands everywhere: that of package.json', async () => {
  expect(address).not.toBe('');
  expect(homepage).toContain(`github.com/${address}`);
  expect(bugs).toContain(`github.com/${address}`);
  const pages = (await readdir('docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file));
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'action.yml',
    'Dockerfile',
    ...pages,
    ...(await filesIn('ci')),
    ...(await filesIn('.github')),
  ];
  const named = new RegExp(`(?<![\\w./$-])([\\w-]+/${name})(?=[@/.\\s'"]|$)`, 'gm');
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8');
      return [...text.matchAll(named)].map(([, other = '']) => ({ file, other }));
    }),
  );
  const all = found.flat().filter(({ other }) => !/^(?:dist|src|ci|gitlab|github|npm)\//.test(other));
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter(({ other }) => other !== address)).toEqual([]);
});

it('the action is shown at the tag of this version', async () => {
  const shown = await Promise.all(
    ['README.md', 'docs/ci.md', 'docs/five-minutes.md'].map(async (file) => {
      const text = await readFile(file, 'utf8');
      return { file, refs: [...text.matchAll(/uses: \S+\/issue-conformance@(\S+)/g)].map(([, ref]) => ref) };
    }),
  );
  for (const { file, refs } of shown) expect(new Set(refs), file).toEqual(new Set([`v${version}`]));
});
