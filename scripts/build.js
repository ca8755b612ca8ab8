// Bundles the command line and the suites: one file starts sooner than a hundred modules.
import { chmod, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'warning',
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
await chmod('dist/cli.js', 0o755);
