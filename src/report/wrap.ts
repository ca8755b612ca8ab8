const PLAIN = /^[\x20-\x7e]*$/;
const NARROW_FORMS = /[\uff61-\uffdc]/;
const WIDE =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const COMBINING = /\p{M}/u;

/** How many columns of a terminal a text takes that holds no control characters. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (COMBINING.test(character)) continue;
    columns += WIDE.test(character) && !NARROW_FORMS.test(character) ? 2 : 1;
  }
  return columns;
}

/** The text cut to a number of columns, with an ellipsis where something is missing. */
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

/** A word in pieces that fit; pieces count characters, so that none is cut in two. */
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
 * Lines of at most `width` columns, broken between words.
 *
 * @param keepWords leaves a word whole that is longer than a line, for what is to be copied or clicked on
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
