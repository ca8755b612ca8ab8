import type { Command, HelpConfiguration } from 'commander';
import { widthOf } from '../report/terminal/style.ts';

/** Below so many columns a description stands under its term, and not beside it. */
const NARROW = 60;
const INDENT = '  ';
const BELOW = '      ';

/** The columns that a help text is written for. */
export const helpWidth = (): number => widthOf(process.stdout);

/** How help is laid out: as commander does, but for narrow terminals, for which it would not wrap at all. */
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

/** A line of a list, such as `  0  conformant`: its term, and what is said of it. */
const LISTED = /^(?<term> {2}\S+ {2,})(?<text>\S.*)$/;

/**
 * Adds paragraphs behind the help of a command, a line each. They are wrapped, lists under their texts; any other line that is
 * indented is an example, and stays as it is.
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
