import { columnsOf } from './columns.ts';

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
