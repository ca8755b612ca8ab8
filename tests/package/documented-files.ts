import { readFile } from 'node:fs/promises';

/** The files that docs/api.md shows, by their names: what a reader copies is what is tried. */
export async function documentedFiles(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile('docs/api.md', 'utf8');
  const blocks = page.matchAll(/^<!-- file: (\S+) -->\n\n```js\n([^]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', text = '']) => [name, text]));
}
