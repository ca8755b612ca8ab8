import { readFile } from 'node:fs/promises';

/** The files that docs/api.md shows, by their names: what a reader copies is what is tried. */
export async function documentedFiles(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile('docs/api.md', 'utf8');
  const blocks = page.matchAll(/^<!-- file: (\S+) -->\n\n```js\n([^]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', text = '']) => [name, text]));
}

/** What docs/api.md says of a framework: what is called first, and the listener of its app. */
export interface Framework {
  readonly name: string;
  readonly first: string;
  readonly listener: string;
}

/** The rows of the table of frameworks in docs/api.md. */
export async function documentedFrameworks(): Promise<readonly Framework[]> {
  const page = await readFile('docs/api.md', 'utf8');
  const table = /^\| framework \|.*\n\| --- .*\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? '';
  const rows = table.matchAll(/^\| (\w+).*? \| (?:`(.*?)` )?\| `(.*?)` \|$/gm);
  return [...rows].map(([, name = '', first = '', listener = '']) => ({ name, first, listener }));
}
