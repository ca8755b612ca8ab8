// Bundles the command line, the suites and the public entry, each with the libraries that it uses: one file starts sooner than a thousand.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { precomputed } from './precomputed.js';
import { rawText } from './raw-text.js';
import { writeTypes } from './types.js';

/** The licences of all libraries that were bundled, as they ask for; of one without such a file, what it is called. */
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
 * Of undici, what a run uses; a name that is missing here fails the build. All of it is as much again as the rules, and its
 * fetch has Node load the undici that it brings along. Its main file also puts an agent of its own in the place of the one that
 * Node's fetch uses, in every process that imports the package.
 */
const UNDICI = `
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
Object.assign(Dispatcher.prototype, api);
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';
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

/** Writes all files of a build into a folder. */
export async function bundle(folder) {
  const options = {
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'warning',
    // What is never called is read all the same, comments included; names stay, for whoever reads a stack.
    minifyWhitespace: true,
    minifySyntax: true,
    // They are all in LICENSES.txt.
    legalComments: 'none',
  };
  // Shares nothing with the others: it runs where any of them is missing.
  await build({ ...options, entryPoints: { entry: 'src/cli/entry.ts' }, external: ['./main.js'] });
  const { metafile } = await build({
    ...options,
    entryPoints: {
      main: 'src/cli/main.ts',
      suites: 'suites/conformance.test.ts',
      rules: 'src/host/rules.ts',
      index: 'src/api/index.ts',
    },
    splitting: true,
    chunkNames: '[name]-[hash]',
    // The host of a run loads the suites itself, and is one with what it gives them.
    external: ['vitest', 'vitest/*'],
    // Libraries that were written for CommonJS ask for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    metafile: true,
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    plugins: [rawText, precomputed, partsOfUndici],
  });
  await writeTypes(`${folder}/types`);
  // What vitest takes for a test it transforms, which for all suites takes longer than to load them.
  await writeFile(`${folder}/conformance.test.js`, "import './suites.js';\n");
  await writeFile(`${folder}/LICENSES.txt`, await licences(Object.keys(metafile.inputs)));
}
