import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const componentsSchema = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licenses: z.tuple([z.object({ expression: z.string() })]),
    }),
  ),
});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional() }),
  ),
});
const parsed = <T>(file: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')));

it('sbom.json lists what is bundled, with the versions and licences of the lock file', () => {
  const { components } = parsed('sbom.json', componentsSchema);
  const { packages } = parsed('package-lock.json', lockSchema);
  const names = components.map(({ name }) => name);
  for (const bundled of ['commander', 'fast-check', 'hono', 'undici', 'yaml', 'zod'])
    expect(names).toContain(bundled);
  for (const { name, version, licenses } of components)
    expect(packages[`node_modules/${name}`], name).toMatchObject({
      version,
      license: licenses[0].expression,
    });
});
