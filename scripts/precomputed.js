import { build } from 'esbuild';
import { rawText } from './raw-text.js';

const PRECOMPUTED = /[\\/](?:suites[\\/]catalogue|proof[\\/]catches)\.ts$/;

/** Executes a module at build time. @returns what it exports */
export async function exportsOf(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    plugins: [rawText],
    // The same banner as in the build itself.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire('file:///');",
    },
  });
  const [{ text }] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}

/** An esbuild plugin: of modules that export plain data, the bundle contains only the data. */
export const precomputed = {
  name: 'precomputed',
  setup({ onLoad }) {
    onLoad({ filter: PRECOMPUTED }, async ({ path }) => {
      const lines = Object.entries(await exportsOf(path)).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};
