import type { Command, HelpConfiguration } from 'commander';
import { widthOf } from '../document/style.ts';

/** Columns below which descriptions stand under their terms. */
const NARROW = 60;
const INDENT = '  ';
const BELOW = '      ';

/** Returns the width of help texts in columns. */
export const helpWidth = (): number => widthOf(process.stdout);

/** Lays out help like commander, except for narrow terminals, in which commander would not wrap at all. */
export const helpLayout: HelpConfiguration = {
  minWidthToWrap: 20,
  formatItem(term, termWidth, description, helper) {
    const width = helper.helpWidth ?? helpWidth();
    const isNarrow = width < NARROW;
    const [room, begin] = isNarrow
      ? [width - BELOW.length, `${INDENT}${term}\n${BELOW}`]
      : [
          width - termWidth - 2 * INDENT.length,
          `${INDENT}${term.padEnd(termWidth + (description === '' ? 0 : INDENT.length))}`,
        ];
    if (description === '') return `${INDENT}${term}`;
    const below = isNarrow ? BELOW : ' '.repeat(termWidth + 2 * INDENT.length);
    return begin + helper.boxWrap(description, room).replaceAll('\n', `\n${below}`);
  },
};

/** Matches a list line such as `  0  conformant`: a term and its text. */
const LISTED = /^(?<term> {2}\S+ {2,})(?<text>\S.*)$/;

/**
 * Adds paragraphs after the help of a command, one per line. Paragraphs and list items are wrapped; other
 * indented lines are examples and stay unchanged.
 */
export function addParagraphs(command: Command, paragraphs: string): Command {
  return command.addHelpText('after', () => {
    const helper = command.createHelp();
    const width = command.configureOutput().getOutHelpWidth?.() ?? helpWidth();
    const wrapped = paragraphs.split('\n').map((line) => {
      const { term, text } = LISTED.exec(line)?.groups ?? {};
      if (term === undefined || text === undefined)
        return line.startsWith(INDENT) ? line : helper.boxWrap(line, width);
      const below = `\n${' '.repeat(term.length)}`;
      return term + helper.boxWrap(text, width - term.length).replaceAll('\n', below);
    });
    return `\n${wrapped.join('\n')}`;
  });
}
