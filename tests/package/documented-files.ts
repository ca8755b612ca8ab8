import { readFile } from 'node:fs/promises';

/** Returns the files in docs/api.md by name, so that the tests use what readers copy. */
export async function documentedFiles(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile('docs/api.md', 'utf8');
  const blocks = page.matchAll(/^<!-- file: (\S+) -->\n\n```js\n([^]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', text = '']) => [name, text]));
}

/** A framework in docs/api.md: the call before the run, and the listener of the app. */
export interface Framework {
  readonly name: string;
  readonly first: string;
  readonly listener: string;
}

/** Returns the rows of the table of frameworks in docs/api.md. */
export async function documentedFrameworks(): Promise<readonly Framework[]> {
  const page = await readFile('docs/api.md', 'utf8');
  const table = /^\| framework \|.*\n\| --- .*\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? '';
  const rows = table.matchAll(/^\| (\w+).*? \| (?:`(.*?)` )?\| `(.*?)` \|$/gm);
  return [...rows].map(([, name = '', first = '', listener = '']) => ({ name, first, listener }));
}
