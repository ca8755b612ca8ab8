import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const { inputs, outputs } = z
  .object({ inputs: z.record(z.string(), z.unknown()), outputs: z.record(z.string(), z.unknown()) })
  .parse(parse(await readFile('action.yml', 'utf8')));
const steps = z.array(z.object({ uses: z.string(), with: z.record(z.string(), z.unknown()) }));

describe.each(['docs/ci.md', 'README.md'])('%s', (file) => {
  it('links to files that there are', async () => {
    const links = (await readFile(file, 'utf8')).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g);
    const missing = [...links].flatMap(([, path = '']) =>
      existsSync(join(dirname(file), path)) ? [] : [path],
    );
    expect(missing).toEqual([]);
  });

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
