// An esbuild plugin: `import text from './some.css?raw'` yields the text of the file, as in vite.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const SUFFIX = '?raw';

export const rawText = {
  name: 'raw-text',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?raw$/ }, ({ path, importer }) => ({
      path: resolve(dirname(importer), path.slice(0, -SUFFIX.length)),
      namespace: 'raw-text',
    }));
    onLoad({ filter: /.*/, namespace: 'raw-text' }, async ({ path }) => ({
      contents: await readFile(path, 'utf8'),
      loader: 'text',
    }));
  },
};
