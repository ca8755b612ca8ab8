/** Names of HTML for characters that a secret may have. */
const NAMED =
  `excl ! quot " num # dollar $ percnt % amp & apos ' lpar ( rpar ) ast * midast * plus + comma , period .
sol / colon : semi ; lt < equals = gt > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] hat ^ lowbar _ underbar _
grave \` diacriticalgrave \` lcub { lbrace { verbar | vert | verticalline | rcub } rbrace } nbsp \u00a0`.split(
    /\s+/,
  );

const BY_NAME: ReadonlyMap<string, string> = new Map(
  NAMED.flatMap((name, at) => (at % 2 === 0 ? [[name, NAMED[at + 1] ?? ''] as const] : [])),
);

/** A character that a text may stand for, and where its escape ends. */
interface Unescaped {
  readonly code: number;
  readonly end: number;
}

const [AMPERSAND, PERCENT, BACKSLASH] = [0x26, 0x25, 0x5c];

/** Match the rest of an escape behind its first character: a code, a name of HTML, or the character itself. */
const ESCAPES: Readonly<Record<number, RegExp>> = {
  [AMPERSAND]:
    /(?:(?:#|%(?:25){0,3}23)(?:(?<decimal>\d{1,7})|x(?<hex>[\da-f]{1,6}))(?:;|%(?:25){0,3}3b)?|(?<name>[a-z]{2,16})(?:;|%(?:25){0,3}3b))/iy,
  [PERCENT]: /(?<hex>[\da-f]{2})/iy,
  // Each JSON within JSON doubles the backslashes.
  [BACKSLASH]: /\\{0,7}(?:u(?<hex>[\da-f]{4})|(?<plain>["'/\\]))/iy,
};

/** UTF-16 units of a code of JSON behind its backslash: `u0041`. */
const UNICODE_LENGTH = 5;

/** Escapes within escapes that are read, such as `%252B` or `&amp;#43;`. */
const MAX_LEVELS = 4;

/** True for a character with which an escape begins. */
export const beginsEscape = (code: number): boolean =>
  code === BACKSLASH || code === PERCENT || code === AMPERSAND;

/** Returns the characters that a text may stand for at a position, as JSON, HTML or a percent-encoded text. */
export function unescapedAt(text: string, start: number): readonly Unescaped[] {
  const found: Unescaped[] = [];
  let [code, end] = [text.charCodeAt(start), start + 1];
  while (found.length < MAX_LEVELS) {
    const rest = ESCAPES[code];
    if (rest === undefined) break;
    rest.lastIndex = end;
    const { decimal, hex, name = '', plain } = rest.exec(text)?.groups ?? {};
    // Backslashes that stand for one, before a text that begins like a code.
    const uAt = rest.lastIndex - UNICODE_LENGTH;
    if (code === BACKSLASH && hex !== undefined && uAt > end) found.push({ code: BACKSLASH, end: uAt });
    const inner = plain ?? BY_NAME.get(name.toLowerCase());
    code = inner?.charCodeAt(0) ?? (hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    // An unknown name, or no escape.
    if (Number.isNaN(code)) break;
    end = rest.lastIndex;
    found.push({ code, end });
  }
  return found;
}

/** Matches an incomplete escape at the end of a text, or before the mark of a cut. */
const UNFINISHED = /[\\%&][\\%&#;\w]{0,22}(?=…|$)/y;

/** Returns where a text ends, or is cut, within an escape that begins at a position; `null` if it is not. */
export function cutWithinEscape(text: string, start: number): number | null {
  UNFINISHED.lastIndex = start;
  return UNFINISHED.test(text) ? UNFINISHED.lastIndex : null;
}
