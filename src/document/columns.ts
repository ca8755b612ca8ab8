import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Returns the terminal columns of a text. */
export const columnsOf = (text: string): number => stringWidth(text);

/** Truncates a text to a number of columns, with an ellipsis if something is missing. */
export const fitted = (text: string, width: number): string => cliTruncate(text, width);

/**
 * Breaks a text between words into lines of at most `width` columns.
 *
 * @param keepWords keeps a word that is longer than a line whole, because people copy or click it
 */
export const wrap = (text: string, width: number, { keepWords = false } = {}): string[] =>
  wrapAnsi(text, width, { hard: !keepWords })
    .split('\n')
    .map((line) => line.trimEnd());
