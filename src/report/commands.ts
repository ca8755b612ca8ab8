import { columnsOf } from '../document/columns.ts';
import type { ExchangeReport, Report } from './model.ts';
import { inert } from './text.ts';

/** Quotes a word for a POSIX shell. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Shell variables for tokens as a report shows them. `:?` stops the command if the variable is not set. */
const VARIABLES: Readonly<Record<string, string>> = {
  '<TOKEN>': '${TOKEN:?}',
  '<OUTSIDER_TOKEN>': '${OUTSIDER_TOKEN:?}',
};
const SHOWN_TOKEN = /(<(?:OUTSIDER_)?TOKEN>)/;
/** Matches the shell variables in a command. */
const TAKEN = /\$\{(\w+):\?\}/g;

/** Matches a header value from HEADERS as a report shows it. */
const EXTRA = /^<HEADERS: [^>\s]+>$/;
/** The file that curl reads the HEADERS from, one on each line. */
export const HEADERS_FILE = 'headers.txt';

/** Returns a word for a POSIX shell in which tokens are variables; it is in double quotes if it holds one. */
function filledIn(text: string): string {
  if (!SHOWN_TOKEN.test(text)) return quote(text);
  const parts = text.split(SHOWN_TOKEN).filter((part) => part !== '');
  const isPlain = parts.every((part) => part in VARIABLES || !/["$`\\!]/.test(part));
  return isPlain
    ? `"${parts.map((part) => VARIABLES[part] ?? part).join('')}"`
    : parts.map((part) => (part in VARIABLES ? `"${VARIABLES[part]}"` : quote(part))).join('');
}

/** Returns a header for curl's `-H`. An empty value needs `name;`, because curl omits the header `name:`. */
const headerWord = (name: string, value: string): string =>
  filledIn(value === '' ? `${name};` : `${name}: ${value}`);

/** Headers that curl adds by itself. */
const ADDED_BY_CURL = ['accept', 'content-type'] as const;

/**
 * Returns a curl command that sends the request again. Tokens are variables; headers from HEADERS are read
 * from a file.
 */
export function curlOf({ request }: ExchangeReport, takesAnyCertificate = false): string {
  const { method, url, headers, body } = request;
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const words = ['curl', takesAnyCertificate ? '-ksi' : '-si'];
  // Without `-g`, curl reads brackets as a range of addresses.
  if (/[[\]{}]/.test(url)) words.push('-g');
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET') words.push('-X', method);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'user-agent' && !EXTRA.test(value)) words.push('-H', headerWord(name, value));
  }
  for (const name of ADDED_BY_CURL)
    if (!names.has(name) && (name === 'accept' || body !== null)) words.push('-H', `${name}:`);
  if (Object.values(headers).some((value) => EXTRA.test(value))) words.push('-H', `@${HEADERS_FILE}`);
  // curl's `--data` would read a file if the body begins with "@".
  if (body !== null) words.push('--data-raw', filledIn(body));
  words.push(filledIn(url));
  return words.join(' ');
}

/** Returns the variables that some commands need, each once. */
export const variablesIn = (commands: readonly string[]): string[] => [
  ...new Set(commands.flatMap((command) => [...command.matchAll(TAKEN)].flatMap(([, name = '']) => name))),
];

/** Returns a command that prints a variable of `.env`, parsed as this program parses it. */
const fromDotEnv = (name: string): string => `node --env-file=.env -p process.env.${name}`;

/** Returns the command that sets variables from `.env` without executing that file. */
export const setFromDotEnv = (names: readonly string[]): string =>
  `export ${names.map((name) => `${name}="$(${fromDotEnv(name)})"`).join(' ')}`;

/**
 * Returns the command that reads variables from the keyboard, one a line, so that no shell history keeps a
 * token.
 */
export const setFromInput = (names: readonly string[]): string =>
  [...names.map((name) => `read -r ${name}`), `export ${names.join(' ')}`].join(' && ');

/** Returns the command that writes HEADERS to the file for curl, readable by its owner only. */
export const writeHeaders = (isInDotEnv: boolean): string =>
  `(umask 077; ${isInDotEnv ? fromDotEnv('HEADERS') : `printf '%s\\n' "\${HEADERS:?}"`} > ${HEADERS_FILE})`;

/** The command that starts this program in the folder where a run was started. */
export type Called = Pick<NonNullable<Report['run']['replay']>, 'program' | 'entry'>;

const PROGRAMS = {
  script: 'npm run conformance --',
  // Without `--no-install`, npx would run any registry package of this name if the program is not installed.
  npx: 'npx --no-install issue-conformance',
  command: 'issue-conformance',
} as const;

const PATH = 300;

/** True if a word is safe to show and to paste. */
const isFit = (word: string): boolean => word !== '' && word.length <= PATH && inert(word) === word;
const isFitPath = (path: string): boolean => isFit(path) && !path.startsWith('-');

/** Returns the first words of a command line of this program. */
export const programText = ({ program, entry = '' }: Called): string =>
  program === 'command' && isFitPath(entry) ? `node ${quote(entry)}` : PROGRAMS[program];

/** True if an id can be pasted into a shell without quotes, as all ids of the catalogue can. */
export const isPlainId = (id: string): boolean => /^\w[\w.-]{0,199}$/.test(id);

/** Returns a command of this program that reads a report, for the folder where its run was started. */
function lineWith(command: string, run: Report['run'] | null, path: string): string {
  const replay = run?.replay ?? { program: 'npx', report: '' };
  const given = path || replay.report;
  // A wrong path is worse than the default one.
  return `${programText(replay)} ${command} ${isFitPath(given) ? quote(given) : 'conformance.json'}`;
}

/**
 * Returns the command that replays failures of a report: of one rule if its id can be pasted, else of all.
 *
 * @param run the run of the report, which says how it was started; `null` if unknown
 * @param path the path of the report, if it is known better than the report says
 */
export function replayLine(run: Report['run'] | null, { id = '', path = '' } = {}): string {
  const { settings = [] } = run?.replay ?? {};
  const words = [lineWith('replay', run, path), ...(isPlainId(id) ? [id] : [])];
  return [...words, ...(settings.every(isFit) ? settings.map(quote) : [])].join(' ');
}

/** Returns the command that renders the other formats of a report again. */
export const renderLine = (run: Report['run']): string => lineWith('render', run, '');

/** Matches the words of a POSIX shell command, with their quotes. */
const WORD = /(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g;

/** Splits a command into words; an option keeps its value. */
function groups(command: string): string[] {
  const found: string[] = [];
  let option = '';
  for (const word of command.match(WORD) ?? []) {
    const isValue = option !== '' && !word.startsWith('-');
    if (isValue) found.push(`${found.pop() ?? ''} ${word}`);
    else found.push(word);
    option = isValue || !word.startsWith('-') ? '' : word;
  }
  return found;
}

/** Breaks a command between words into lines that can be pasted: each but the last ends in `\`. */
export function shellLines(command: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of groups(command)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && columnsOf(longer) > width - 2) {
      lines.push(`${line} \\`);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}
