import type { ExchangeReport, Report } from './model.ts';
import { inert } from './text.ts';
import { columnsOf } from './wrap.ts';

/** A word for a POSIX shell. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Tokens as a report shows them; each variable ends the command where it is not set, instead of sending nothing in its place. */
const VARIABLES: Readonly<Record<string, string>> = {
  '<TOKEN>': '${TOKEN:?}',
  '<OUTSIDER_TOKEN>': '${OUTSIDER_TOKEN:?}',
};
const SHOWN_TOKEN = /(<(?:OUTSIDER_)?TOKEN>)/;
/** The variables of the shell that a command takes. */
const TAKEN = /\$\{(\w+):\?\}/g;

/** A header of HEADERS, as a report shows it. */
const EXTRA = /^<HEADERS: [^>\s]+>$/;
/** The file from which curl takes those, a line each. */
export const HEADERS_FILE = 'headers.txt';

/** A word for a POSIX shell in which tokens are variables; double quotes are used where one is to be filled in. */
function filledIn(text: string): string {
  if (!SHOWN_TOKEN.test(text)) return quote(text);
  const parts = text.split(SHOWN_TOKEN).filter((part) => part !== '');
  const isPlain = parts.every((part) => part in VARIABLES || !/["$`\\!]/.test(part));
  return isPlain
    ? `"${parts.map((part) => VARIABLES[part] ?? part).join('')}"`
    : parts.map((part) => (part in VARIABLES ? `"${VARIABLES[part]}"` : quote(part))).join('');
}

/** A header as curl takes it: without a value it would leave the header out. */
const headerWord = (name: string, value: string): string =>
  filledIn(value === '' ? `${name};` : `${name}: ${value}`);

/** Headers that curl adds by itself. */
const ADDED_BY_CURL = ['accept', 'content-type'] as const;

/** A curl line that sends the request again; tokens are named, and headers of HEADERS read from a file, never written out. */
export function curlOf({ request }: ExchangeReport, takesAnyCertificate = false): string {
  const { method, url, headers, body } = request;
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const words = ['curl', takesAnyCertificate ? '-ksi' : '-si'];
  // Brackets would be read as a range of addresses.
  if (/[[\]{}]/.test(url)) words.push('-g');
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET') words.push('-X', method);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'user-agent' && !EXTRA.test(value)) words.push('-H', headerWord(name, value));
  }
  for (const name of ADDED_BY_CURL)
    if (!names.has(name) && (name === 'accept' || body !== null)) words.push('-H', `${name}:`);
  if (Object.values(headers).some((value) => EXTRA.test(value))) words.push('-H', `@${HEADERS_FILE}`);
  // "@" at the beginning would make curl read a file.
  if (body !== null) words.push('--data-raw', filledIn(body));
  words.push(filledIn(url));
  return words.join(' ');
}

/** The variables that have to be set for some commands, each once. */
export const variablesIn = (commands: readonly string[]): string[] => [
  ...new Set(commands.flatMap((command) => [...command.matchAll(TAKEN)].flatMap(([, name = '']) => name))),
];

/** What a shell writes for a variable of `.env`, read as this program reads it. */
const fromDotEnv = (name: string): string => `node --env-file=.env -p process.env.${name}`;

/** The command that sets variables from `.env`, without running what stands in it. */
export const setFromDotEnv = (names: readonly string[]): string =>
  `export ${names.map((name) => `${name}="$(${fromDotEnv(name)})"`).join(' ')}`;

/** The command that reads variables from what is typed, a line each: a history keeps no token then. */
export const setFromInput = (names: readonly string[]): string =>
  [...names.map((name) => `read -r ${name}`), `export ${names.join(' ')}`].join(' && ');

/** The command that writes the headers of HEADERS to the file of the curl lines, which nobody else may read. */
export const writeHeaders = (isInDotEnv: boolean): string =>
  `(umask 077; ${isInDotEnv ? fromDotEnv('HEADERS') : `printf '%s\\n' "\${HEADERS:?}"`} > ${HEADERS_FILE})`;

/** How this program is called, from the folder in which a run was started. */
export type Called = Pick<NonNullable<Report['run']['replay']>, 'program' | 'entry'>;

const PROGRAMS = {
  script: 'npm run conformance --',
  // Whoever has not installed the program is to be told so, and not to run what a registry has under its name.
  npx: 'npx --no-install issue-conformance',
  command: 'issue-conformance',
} as const;

const PATH = 300;

/** True for a word that may be shown, and pasted. */
const isFit = (word: string): boolean => word !== '' && word.length <= PATH && inert(word) === word;
const isFitPath = (path: string): boolean => isFit(path) && !path.startsWith('-');

/** The words with which a command line of this program begins. */
export const programText = ({ program, entry = '' }: Called): string =>
  program === 'command' && isFitPath(entry) ? `node ${quote(entry)}` : PROGRAMS[program];

/** Whether an id is fit to be pasted into a shell as it stands, as those of the catalogue are. */
export const isPlainId = (id: string): boolean => /^\w[\w.-]{0,199}$/.test(id);

/** A call of this program with a report, from the folder in which the run of that was started. */
function lineWith(command: string, run: Report['run'] | null, path: string): string {
  const replay = run?.replay ?? { program: 'npx', report: '' };
  const given = path || replay.report;
  // A path that is not the real one is worse than none.
  return `${programText(replay)} ${command} ${isFitPath(given) ? quote(given) : 'conformance.json'}`;
}

/**
 * The line that sends failures of a report again: of one rule where its id is given and fit to be pasted.
 *
 * @param run the run of the report, which says how it was started; `null` where that is not known
 * @param path where the report is, where that is known better than the report says
 */
export function replayLine(run: Report['run'] | null, { id = '', path = '' } = {}): string {
  const { settings = [] } = run?.replay ?? {};
  const words = [lineWith('replay', run, path), ...(isPlainId(id) ? [id] : [])];
  return [...words, ...(settings.every(isFit) ? settings.map(quote) : [])].join(' ');
}

/** The line that makes the other formats of a report again. */
export const renderLine = (run: Report['run']): string => lineWith('render', run, '');

/** Words of a command as a POSIX shell reads them, quotes kept. */
const WORD = /(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g;

/** Words, each option together with what is given to it. */
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

/** A command on several lines that can still be pasted: broken between its words, each line but the last ending in `\`. */
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
