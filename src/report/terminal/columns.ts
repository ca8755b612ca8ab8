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
