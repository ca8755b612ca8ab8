// Bundles the command line, the suites and the public entry with their libraries. One file loads faster than
// a thousand.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { exportsOf, precomputed } from './precomputed.js';
import { rawText } from './raw-text.js';
import { writeTypes } from './types.js';

/** Returns the licences of all bundled libraries, as they require. */
async function licences(inputs) {
  const folders = new Set(
    inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const texts = await Promise.all(
    [...folders]
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map(async (folder) => {
        const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
        const file = (await readdir(folder)).find((each) => /^licen[cs]e(?:\.|$)/i.test(each));
        const text = file === undefined ? `${license} licence` : await readFile(`${folder}/${file}`, 'utf8');
        return `${name} ${version}\n\n${text.trim()}\n`;
      }),
  );
  return texts.join('\n---\n\n');
}

/**
 * The parts of undici that a run uses; a missing name fails the build. The whole library would be
 * as large as all rules, and its fetch makes Node load its own undici. Its main file also replaces the agent of Node's fetch
 * in every process that imports the package.
 */
const UNDICI = `
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
Object.assign(Dispatcher.prototype, api);
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';
export { default as errors } from 'undici/lib/core/errors.js';
`;
const partsOfUndici = {
  name: 'parts-of-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'parts' }));
    onLoad({ filter: /^undici$/, namespace: 'parts' }, () => ({
      contents: UNDICI,
      resolveDir: process.cwd(),
    }));
  },
};

/** Writes all files of a build to a folder. */
export async function bundle(folder) {
  const options = {
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    // Unminified comments and unused code would still be parsed. Names are kept for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // LICENSES.txt contains them all.
    legalComments: 'none',
  };
  // The entry shares no code with the others, because it must run even if they are missing.
  await build({ ...options, entryPoints: { entry: 'src/cli/entry.ts' }, external: ['./main.js'] });
  const { metafile } = await build({
    ...options,
    entryPoints: {
      main: 'src/cli/main.ts',
      'rules-worker': 'src/host/rules-worker.ts',
      index: 'src/api/index.ts',
    },
    splitting: true,
    chunkNames: '[name]-[hash]',
    // Libraries written for CommonJS require Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    plugins: [rawText, precomputed, partsOfUndici],
  });
  const { reportJsonSchema } = await exportsOf('src/formats/schema.ts');
  const schema = reportJsonSchema();
  await writeFile(`${folder}/conformance.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
  const { settingOptionsSchema } = await exportsOf('src/api/setting-options.ts');
  await writeTypes(`${folder}/types`, [
    ['public-report', 'PublicReport', schema],
    ['setting-options', 'SettingOptions', settingOptionsSchema],
  ]);
  await writeFile(`${folder}/LICENSES.txt`, await licences(Object.keys(metafile.inputs)));
}
