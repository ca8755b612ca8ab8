/** Names of HTML for characters that a secret may have. */
const NAMED =
  `excl ! quot " num # dollar $ percnt % amp & apos ' lpar ( rpar ) ast * midast * plus + comma , period .
sol / colon : semi ; lt < equals = gt > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] hat ^ lowbar _ underbar _
grave \` diacriticalgrave \` lcub { lbrace { verbar | vert | verticalline | rcub } rbrace } nbsp \u00a0`.split(
    /\s+/,
  );

const BY_NAME: ReadonlyMap<string, number> = new Map(
  NAMED.flatMap((name, at) => (at % 2 === 0 ? [[name, NAMED[at + 1]?.charCodeAt(0) ?? 0] as const] : [])),
);

/** A character that a text may stand for, and where its escape ends. */
export interface Unescaped {
  readonly code: number;
  readonly end: number;
}

interface Escape {
  /** Matches what follows the first character. */
  readonly rest: RegExp;
  /** Returns the code of the character, of the groups that matched; `undefined` for an unknown name. */
  readonly read: (found: RegExpExecArray) => number | undefined;
}

const [AMPERSAND, PERCENT, BACKSLASH] = [0x26, 0x25, 0x5c];

/** The rest of escapes, by their first character. Each JSON within JSON doubles the backslashes. */
const ESCAPES: Readonly<Record<number, Escape>> = {
  [AMPERSAND]: {
    rest: /(?:(?:#|%(?:25){0,3}23)(?:(\d{1,7})|x([\da-f]{1,6}))(?:;|%(?:25){0,3}3b)?|([a-z]{2,16})(?:;|%(?:25){0,3}3b))/iy,
    read: ([, decimal, hexadecimal, name = '']) =>
      decimal !== undefined
        ? Number(decimal)
        : hexadecimal !== undefined
          ? Number.parseInt(hexadecimal, 16)
          : BY_NAME.get(name.toLowerCase()),
  },
  [PERCENT]: { rest: /([\da-f]{2})/iy, read: ([, digits = '']) => Number.parseInt(digits, 16) },
  [BACKSLASH]: {
    rest: /\\{0,7}(?:u([\da-f]{4})|(["'/\\]))/iy,
    read: ([, digits, plain = '']) =>
      digits === undefined ? plain.charCodeAt(0) : Number.parseInt(digits, 16),
  },
};

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
    const escape = ESCAPES[code];
    if (escape === undefined) break;
    escape.rest.lastIndex = end;
    const rest = escape.rest.exec(text);
    const inner = rest === null ? undefined : escape.read(rest);
    if (inner === undefined) break;
    [code, end] = [inner, escape.rest.lastIndex];
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
