// Writes the programs of action.yml to a folder: node scripts/pack-action.js FOLDER [TARBALL]
//
// There are two programs, bundled with their libraries. With the tarball of `npm pack`, it adds a package
// that installs the tarball and vitest. The version of vitest is the one of this checkout. `npm install
// --package-lock-only` there fixes their dependencies.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { nodeBundle } from './node-bundle.js';
import { rawText } from './raw-text.js';

const [, , folder, tarball] = process.argv;
if (folder === undefined) {
  process.stderr.write('Expected a folder: node scripts/pack-action.js FOLDER [TARBALL]\n');
  process.exit(1);
}

await build({
  entryPoints: { prepare: 'ci/action/prepare.ts', report: 'ci/action/report.ts' },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  ...nodeBundle,
  plugins: [rawText],
  // Libraries written for CommonJS require Node's own modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});

if (tarball !== undefined) {
  const { version } = JSON.parse(await readFile('node_modules/vitest/package.json', 'utf8'));
  await mkdir(folder, { recursive: true });
  await copyFile(tarball, join(folder, basename(tarball)));
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({
      name: 'issue-conformance-action',
      private: true,
      dependencies: { 'issue-conformance': `file:${basename(tarball)}`, vitest: version },
    })}\n`,
  );
}
