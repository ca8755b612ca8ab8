import type { ExchangeReport, Report } from './model.ts';
import { inert } from './text.ts';
import { columnsOf } from './wrap.ts';

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

/** A curl line that sends the request again; tokens are named, and headers of HEADERS read from a file, never written out. */
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

const PROGRAMS = {
  script: 'npm run conformance --',
  // Whoever has not installed the program is to be told so, and not to run what a registry has under its name.
  npx: 'npx --no-install issue-conformance',
  command: 'issue-conformance',
} as const;

const PATH = 300;

/** How this program was called, by what npm sets for the programs that it starts. */
export function programOf({ npm_command, npm_lifecycle_event }: NodeJS.ProcessEnv): keyof typeof PROGRAMS {
  if (npm_command === undefined) return 'command';
  const isScript = npm_command === 'run-script' || npm_command === 'run';
  // A script of somebody else's finds the program where npx finds it.
  return isScript && npm_lifecycle_event === 'conformance' ? 'script' : 'npx';
}

/** Whether an id is fit to be pasted into a shell as it stands, as those of the catalogue are. */
export const isPlainId = (id: string): boolean => /^\w[\w.-]{0,199}$/.test(id);

/**
 * The line that sends failures of a report again: of one rule where its id is given and fit to be pasted.
 *
 * @param run the run of the report, which says how it was started; `null` where that is not known
 * @param path where the report is, where that is known better than the report says
 */
export function replayLine(run: Report['run'] | null, { id = '', path = '' } = {}): string {
  const { program, report } = run?.replay ?? { program: 'npx', report: '' };
  const given = path || report;
  // A path that is not the real one is worse than none.
  const isFit = given !== '' && given.length <= PATH && inert(given) === given && !given.startsWith('-');
  const where = isFit ? quote(given) : 'conformance.json';
  return `${PROGRAMS[program]} replay ${where}${isPlainId(id) ? ` ${id}` : ''}`;
}

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
