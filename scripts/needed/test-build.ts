import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { withSwitches } from '../../proof/needed/guard.ts';
import { guards } from '../../proof/needed/guards.ts';

/**
 * Replaces each guard by a switch. `import.meta.url` stays that of the source, because some modules find
 * files beside it.
 */
const switches: Plugin = {
  name: 'switches',
  setup: (builder) => {
    builder.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const own = guards.filter(({ file }) => file === relative('.', path).replaceAll('\\', '/'));
      const text = withSwitches(await readFile(path, 'utf8'), own);
      return {
        contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
};

/** Bundles the program that tries cells, with a switch for each guard. */
export async function testBuild(outfile: string): Promise<void> {
  await build({
    entryPoints: ['scripts/needed/child.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    plugins: [switches],
  });
}
