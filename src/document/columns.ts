const PLAIN = /^[\x20-\x7e]*$/;
const NARROW_FORMS = /[\uff61-\uffdc]/;
const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const COMBINING = /\p{M}/u;

/** Returns the terminal columns of a text without control characters. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (COMBINING.test(character)) continue;
    columns += WIDE.test(character) && !NARROW_FORMS.test(character) ? 2 : 1;
  }
  return columns;
}

/** Truncates a text to a number of columns, with an ellipsis if something is missing. */
export function fitted(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let kept = '';
  let columns = 0;
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** Splits a word into pieces that fit. Pieces hold whole code points. */
function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  let piece = '';
  let columns = 0;
  for (const character of word) {
    const more = columnsOf(character);
    if (columns + more > width && piece !== '') {
      found.push(piece);
      piece = '';
      columns = 0;
    }
    piece += character;
    columns += more;
  }
  return [...found, piece];
}

/**
 * Breaks a text between words into lines of at most `width` columns.
 *
 * @param keepWords keeps a word that is longer than a line whole, because people copy or click it
 */
export function wrap(text: string, width: number, { keepWords = false } = {}): string[] {
  const lines: string[] = [];
  let line: string | null = null;
  for (const word of text.split(' ')) {
    const fits = line !== null && columnsOf(line) + 1 + columnsOf(word) <= width;
    if (line !== null && fits) {
      line += ` ${word}`;
      continue;
    }
    if (line !== null) lines.push(line);
    const parts = keepWords || columnsOf(word) <= width ? [word] : pieces(word, width);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
  }
  lines.push(line ?? '');
  return lines.map((each) => each.trimEnd());
}
