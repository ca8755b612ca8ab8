import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const lines = readFileSync('docs/design.md', 'utf8').split('\n');
/** The folders of each line of the table, from the top. */
const rows = lines.flatMap((line) => {
  const [, cell = ''] = line.split('|');
  const folders = cell.match(/(?:src\/[\w-]+|suites)(?=\/`)/g) ?? [];
  return folders.length === 0 ? [] : [folders];
});
const rowOf = (path: string): number =>
  rows.findIndex((folders) => folders.some((folder) => path.startsWith(`${folder}/`)));

it('each folder imports only from its own line of the design and from those below', () => {
  const files = ['src', 'suites'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|d)\.ts$/.test(path))
      .map((path) => join(folder, path)),
  );
  const upward = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].flatMap(([, to = '']) => {
      const target = join(dirname(file), to);
      return /^(?:src|suites)/.test(target) && rowOf(target) < rowOf(file) ? [`${file} -> ${target}`] : [];
    }),
  );
  expect(files.filter((file) => rowOf(file) < 0)).toEqual([]);
  expect(upward).toEqual([]);
});
