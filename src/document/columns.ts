import stringWidth from 'string-width';

/** Returns the terminal columns of a text. */
export const columnsOf = (text: string): number => stringWidth(text);

/** Splits a word into pieces that fit. */
function piecesOf(word: string, width: number): string[] {
  const pieces = [''];
  let left = width;
  for (const character of word) {
    const columns = columnsOf(character);
    if (columns > left) {
      pieces.push('');
      left = width;
    }
    pieces.push(`${pieces.pop() ?? ''}${character}`);
    left -= columns;
  }
  return pieces;
}

/** Truncates a text to a number of columns, with an ellipsis if something is missing. */
export const fitted = (text: string, width: number): string =>
  columnsOf(text) <= width ? text : `${(piecesOf(text, width - 1)[0] ?? '').trimEnd()}…`;

/**
 * Breaks a text between words into lines of at most `width` columns. The libraries wrap-ansi and cli-truncate are a column
 * off for wide characters.
 *
 * @param keepWords keeps a word that is longer than a line whole, because people copy or click it
 */
export function wrap(text: string, width: number, { keepWords = false } = {}): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && columnsOf(line) + 1 + columnsOf(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else if (keepWords || columnsOf(word) <= width) lines.push(word);
    else lines.push(...piecesOf(word, width));
  }
  return lines.map((line) => line.trimEnd());
}
