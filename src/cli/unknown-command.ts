import { ruleIds } from '../model/rule-ids.ts';
import { inert } from '../report/text.ts';
import { nearest } from '../settings/spelling.ts';
import { isSetting } from '../settings/table.ts';

const LONGEST = 40;

/** Returns a word quoted for a message. A mix of letters and digits may be a token and is left out. */
function asGiven(word: string): string {
  const isShown = word.length <= LONGEST && !/\d.*\p{L}|\p{L}.*\d/u.test(word);
  return isShown ? ` "${inert(word)}"` : '';
}

/**
 * Returns the address that a word looks like, without user, password, query and characters special to a
 * shell; else `null`.
 */
function addressIn(word: string): string | null {
  const isHost = /^(localhost|[\w-]+(\.[\w-]+)*:\d+|\d+(\.\d+){3})(?=[:/]|$)/i.test(word);
  const text = isHost ? `http://${word}` : word;
  if (!/^https?:\/\//i.test(text)) return null;
  const { origin, pathname } = URL.canParse(text) ? new URL(text) : { origin: 'https://…', pathname: '' };
  const address = (origin + pathname).replace(/(?<!\/)\/+$/, '');
  return /^[\w:/.%~…[\]-]+$/.test(address) ? address : origin;
}

const toCheck = (address: string): string =>
  [
    'To check a service:',
    '',
    `  BASE_URL=${address} OWNER=… REPO=… issue-conformance`,
    `  issue-conformance --base-url ${address} --owner … --repo …`,
  ].join('\n');

/** Returns the word in place of a command, or after `help`, that is not a command; else `null`. */
export function unknownCommand(args: readonly string[], commands: readonly string[]): string | null {
  const [first = '-', second = '-'] = args;
  const word = first === 'help' ? second : first;
  return word.startsWith('-') || commands.includes(word) ? null : word;
}

/**
 * Returns the message for an unknown command, with suggestions and the list of commands.
 * @param commands the names of all commands
 */
export function unknownCommandText(word: string, commands: readonly string[]): string {
  const address = addressIn(word);
  if (address !== null) return `Unknown command "${inert(address)}". ${toCheck(address)}`;
  const [variable = ''] = word.split('=');
  if (word.includes('=') && isSetting(variable))
    return `Unknown command: a setting stands before the command, as in ${variable}=… issue-conformance.`;
  const list = `\nCommands: ${commands.join(', ')}. "issue-conformance --help" describes them.`;
  const said = `Unknown command${asGiven(word)}.`;
  const meant = nearest(word, commands, 2);
  if (meant.length > 0) return `${said} Did you mean ${meant.join(' or ')}?${list}`;
  if (ruleIds.some((id) => id.startsWith(word)))
    return `${said} To try only these rules: issue-conformance --only ${word}. What a rule says: issue-conformance explain RULE.`;
  if (word.endsWith('.json'))
    return `${said} A report goes behind a command, as in issue-conformance replay REPORT.${list}`;
  return said + list;
}
