// Bundles the command line and the suites: one file starts sooner than a hundred modules.
import { chmod, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { rawText } from './raw-text.js';

const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
  plugins: [rawText],
};

await rm('dist', { recursive: true, force: true });
await Promise.all([
  build({
    ...shared,
    entryPoints: { cli: 'src/cli/main.ts' },
    outdir: 'dist',
    splitting: true,
    chunkNames: '[name]-[hash]',
  }),
  build({ ...shared, entryPoints: { suites: 'suites/conformance.test.ts' }, outdir: 'dist' }),
]);
// What vitest takes for a test it transforms, which for all suites takes longer than to load them.
await writeFile('dist/conformance.test.js', "import './suites.js';\n");
await chmod('dist/cli.js', 0o755);
