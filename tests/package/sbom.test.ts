import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const parsed = <T>(file: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(file, 'utf8')));

const { components } = parsed('sbom.json', componentsSchema);
const { packages } = parsed('package-lock.json', lockSchema);

/** Returns the packages that the sources import when they run. */
function imported(): Set<string> {
  const files = ['src', 'suites'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  const texts = files
    .filter((path) => /(?<!\.test)\.[jt]sx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'));
  return new Set(
    texts.flatMap((text) =>
      [
        ...text.matchAll(
          /^(?:import (?!type\b)|\} )[^;]*?from '((?!node:)@?\w[^'/]*(?:(?<=^@[^']*)\/[^'/]+)?)/gm,
        ),
      ].map(([, name = '']) => name),
    ),
  );
}

it('sbom.json lists what is bundled, with the versions and licences of the lock file', () => {
  const names = components.map(({ name }) => name);
  const direct = imported();
  expect(direct.size).toBeGreaterThan(8);
  expect(names).toEqual(expect.arrayContaining([...direct]));
  const needed = new Set(
    names.flatMap((name) => Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {})),
  );
  expect(names.filter((name) => !direct.has(name) && !needed.has(name))).toEqual([]);
  for (const { name, version, licenses } of components)
    expect({ version, license: licenses[0].expression }, name).toMatchObject({
      version: packages[`node_modules/${name}`]?.version,
      license: packages[`node_modules/${name}`]?.license,
    });
});
