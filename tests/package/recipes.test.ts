import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Files that users read, including the sources of help and reports. */
const READ = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'action.yml',
  'ci',
  '.github/workflows',
  '.env.example',
  'docs',
  'reports/README.md',
  'src',
  'proof',
];

/**
 * Matches commands that would run or install any registry package of this name. Names with a dash are file
 * names.
 */
const BY_NAME =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|i|install|add))(?: (?!--no-install\b)-\S*)* issue-conformance(?!-)/g;

async function filesIn(path: string): Promise<readonly string[]> {
  if (/\.\w+$/.test(path)) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
}

describe('recipes', () => {
  it('never start whatever a registry has under the name of the package', async () => {
    const found: string[] = [];
    for (const path of (await Promise.all(READ.map(filesIn))).flat())
      for (const [recipe] of (await readFile(path, 'utf8')).matchAll(BY_NAME))
        found.push(`${path}: ${recipe}`);
    expect(found).toEqual([]);
  });

  it('name the file that npm pack makes', async () => {
    const version = /"version": "(.*)"/.exec(await readFile('package.json', 'utf8'))?.[1] ?? '';
    const files = (await readFile('README.md', 'utf8')).match(/issue-conformance-[\w.-]+\.tgz/g);
    expect(new Set(files)).toEqual(new Set([`issue-conformance-${version}.tgz`]));
  });

  it.each([
    'npx issue-conformance',
    'npx -y issue-conformance@0.2.0 --profile quick',
    'npx --yes issue-conformance',
    'npm exec -- issue-conformance',
    'npm install --save-dev issue-conformance',
    'npm i -g issue-conformance',
    'pnpm dlx issue-conformance',
  ])('would be found: %s', (recipe) => {
    expect(recipe.match(BY_NAME)).not.toBeNull();
  });

  it.each([
    'npx --no-install issue-conformance',
    'npm install --save-dev issue-conformance-0.2.0.tgz',
    'npm run conformance -- run',
    'issue-conformance replay',
  ])('may stand: %s', (recipe) => {
    expect(recipe.match(BY_NAME)).toBeNull();
  });
});
