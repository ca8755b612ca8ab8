import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const { inputs, outputs } = z
  .object({ inputs: z.record(z.string(), z.unknown()), outputs: z.record(z.string(), z.unknown()) })
  .parse(parse(await readFile('action.yml', 'utf8')));
const steps = z.array(z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()) }));

const pages = (await readdir('docs', { recursive: true }))
  .filter((file) => file.endsWith('.md') && !file.startsWith('examples'))
  .map((file) => join('docs', file));

it.each(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...pages])(
  '%s links to files, and to headings, that there are',
  async (file) => {
    const links = (await readFile(file, 'utf8')).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g);
    const missing: string[] = [];
    for (const [link, path = '', heading] of links) {
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(target)) missing.push(link);
      else if (
        heading !== undefined &&
        target.endsWith('.md') &&
        !anchorsIn(await readFile(target, 'utf8')).has(heading)
      )
        missing.push(link);
    }
    expect(missing).toEqual([]);
  },
);

/** Returns the anchors that GitHub makes for headings. */
function anchorsIn(page: string): Set<string> {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe.each(['docs/ci.md', 'README.md'])('%s', (file) => {
  it('gives the action only what it takes', async () => {
    const blocks = [...(await readFile(file, 'utf8')).matchAll(/```yaml\n(- uses: [\s\S]*?)```/g)];
    expect(blocks).not.toEqual([]);
    for (const [, block = ''] of blocks)
      for (const step of steps.parse(parse(block)))
        for (const input of Object.keys(step.with)) expect(Object.keys(inputs)).toContain(input);
  });
});

it('docs/ci.md names all outputs of the action', async () => {
  const text = await readFile('docs/ci.md', 'utf8');
  for (const output of Object.keys(outputs)) expect(text).toContain(`\`${output}\``);
});
