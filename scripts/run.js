// Runs a TypeScript file of this checkout: node scripts/run.js FILE [ARGUMENT…]
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [file = '', ...rest] = process.argv.slice(2);
// Beside its source, so that paths relative to it stay right.
const bundled = resolve(`${file}.${process.pid}.mjs`);
await build({
  entryPoints: [file],
  outfile: bundled,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
process.argv = [process.argv[0] ?? 'node', file, ...rest];
try {
  await import(pathToFileURL(bundled).href);
} finally {
  await rm(bundled, { force: true });
}
