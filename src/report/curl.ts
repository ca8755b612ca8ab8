import type { ExchangeReport } from './model.ts';

/** A word for a POSIX shell. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const VARIABLES: Readonly<Record<string, string>> = {
  '<TOKEN>': '$TOKEN',
  '<OUTSIDER_TOKEN>': '$OUTSIDER_TOKEN',
};

/** A header of HEADERS, as a report shows it. */
const EXTRA = /^<HEADERS: [^>\s]+>$/;
/** The file from which curl takes those, a line each. */
export const HEADERS_FILE = 'headers.txt';

/** Double quotes are used where a variable is to be filled in. */
function headerWord(name: string, value: string): string {
  for (const [shown, variable] of Object.entries(VARIABLES)) {
    if (value === `Bearer ${shown}`) return `"${name}: Bearer ${variable}"`;
  }
  return quote(`${name}: ${value}`);
}

/** A line that sends the request again by hand; tokens are named, and headers of HEADERS read from a file, never written out. */
export function curlOf({ request }: ExchangeReport): string {
  const words = ['curl', '-si'];
  if (request.method !== 'GET') words.push('-X', request.method);
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'user-agent' && !EXTRA.test(value)) words.push('-H', headerWord(name, value));
  }
  if (Object.values(request.headers).some((value) => EXTRA.test(value))) words.push('-H', `@${HEADERS_FILE}`);
  // "@" at the beginning would make curl read a file.
  if (request.body !== null) words.push('--data-raw', quote(request.body));
  words.push(quote(request.url));
  return words.join(' ');
}
