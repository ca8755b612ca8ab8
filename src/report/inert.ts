/**
 * Characters that a terminal obeys or that cannot be seen: controls (C0, DEL, C1), formats (bidirectional marks, overrides
 * and isolates, zero-width ones, tags), what is ignored by default (variation selectors, fillers), line and paragraph
 * separators, lone surrogates, private use, and code points that are no characters. What is left may stand in XML 1.0.
 */
export const HARMFUL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{NChar}]/gu;

const PRINTABLE = /^[\x20-\x7e]*$/;

const SHORT: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** Makes a text that came from elsewhere harmless to show: what {@link HARMFUL} names becomes a visible escape like `\u{1b}`. */
export function inert(text: string, { keepNewlines = false } = {}): string {
  // Most texts hold nothing but these, and looking for the others takes far longer.
  if (PRINTABLE.test(text)) return text;
  return text.replace(HARMFUL, (character) => {
    if (keepNewlines && character === '\n') return character;
    return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
