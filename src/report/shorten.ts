const MIDDLE = ' … ';

/** Where a cut at `index` would part a surrogate pair, one place further on. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

/**
 * A text of at most about `most` UTF-16 units: a longer one loses its middle, and says how long it was. Both ends stay,
 * because that is where values that are alike tend to differ.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = `${MIDDLE}${text.length} characters${MIDDLE}`;
  const kept = Math.max(2, most - note.length);
  const head = text.slice(0, wholeCharacter(text, Math.ceil(kept / 2)));
  return head + note + text.slice(wholeCharacter(text, text.length - Math.floor(kept / 2)));
}
