// Runs a TypeScript file of this checkout: node scripts/run.js FILE [ARGUMENT…]
import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { rawText } from './raw-text.js';

/** `import.meta.url` stays that of the source, because some modules find files beside it. */
const ownAddress = {
  name: 'own-address',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return {
        contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
};

const [file = ''] = process.argv.slice(2);
const bundled = resolve(`node_modules/.issue-conformance-${process.pid}.mjs`);
await build({
  entryPoints: [file],
  outfile: bundled,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
  plugins: [rawText, ownAddress],
});
try {
  await import(pathToFileURL(bundled).href);
} finally {
  await rm(bundled, { force: true });
}
