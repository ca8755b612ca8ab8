// An esbuild plugin: modules that export plain data are executed at build time, and the bundle contains only
// the data.
import { build } from 'esbuild';
import { rawText } from './raw-text.js';

const PRECOMPUTED = /[\\/](?:src[\\/]api[\\/]catalogue|proof[\\/]catches)\.ts$/;

export const precomputed = {
  name: 'precomputed',
  setup({ onLoad }) {
    onLoad({ filter: PRECOMPUTED }, async ({ path }) => {
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
      const exported = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};
