/** An unescaped text. `starts` gives the original position of each UTF-16 unit, and of the end. */
export interface Unescaped {
  readonly text: string;
  readonly starts: Uint32Array;
}

/** The character behind an escape, and the position after the escape. */
interface Escape {
  readonly stands: string;
  readonly end: number;
}

const HIGHEST = 0x10ffff;
const ESCAPING = /[%&\\]/;
/** Length of the longest entity name. */
const LONGEST_NAME = 16;

/** HTML entity names, in lower case, of ASCII characters. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  (
    '\t tab|\n newline|! excl|" quot|# num|$ dollar|% percnt|& amp|\' apos|( lpar|) rpar|* ast|* midast|+ plus|, comma|. period|/ sol|: colon|; semi|< lt|= equals|> gt|? quest|@ commat|' +
    '[ lsqb|[ lbrack|\\ bsol|] rsqb|] rbrack|^ hat|_ lowbar|_ underbar|` grave|` diacriticalgrave|{ lcub|{ lbrace|| verbar|| vert|| verticalline|} rcub|} rbrace|\u00a0 nbsp'
  )
    .split(/\|(?! )/)
    .map((entry) => [entry.slice(2), entry.charAt(0) === '\u00a0' ? ' ' : entry.charAt(0)] as const),
);
/** Entities that need no semicolon. */
const BARE = ['amp', 'quot', 'lt', 'gt'] as const;

/** Characters by the letter after a backslash, in JSON and JavaScript. */
const SHORT: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  '/': '/',
  '"': '"',
  "'": "'",
};

const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const inLowerCase = (code: number): number => (isLetter(code) ? code | 0x20 : code);

/** Reads escapes, and records if one might continue past the end of the text. */
class Reader {
  readonly #text: string;
  /** True if a position past the end was read since this was last set to `false`. */
  metEnd = false;

  constructor(text: string) {
    this.#text = text;
  }

  #at(index: number): number {
    if (index >= this.#text.length) this.metEnd = true;
    return this.#text.charCodeAt(index);
  }

  /** @param expected in lower case */
  #reads(expected: string, from: number): boolean {
    for (let index = 0; index < expected.length; index += 1)
      if (inLowerCase(this.#at(from + index)) !== expected.charCodeAt(index)) return false;
    return true;
  }

  /** Returns the run of matching characters at a position. */
  #run(from: number, isOne: (code: number) => boolean, most = Number.POSITIVE_INFINITY): string {
    let end = from;
    while (end - from < most && isOne(this.#at(end))) end += 1;
    return this.#text.slice(from, end);
  }

  /** Reads a character written as a fixed number of hexadecimal digits. */
  #byHex(from: number, digits: number): Escape | null {
    const hex = this.#run(from, isHex, digits);
    return hex.length === digits
      ? { stands: String.fromCharCode(Number.parseInt(hex, 16)), end: from + digits }
      : null;
  }

  /** Reads `%67` and `%u0067`. Nested encodings of the percent sign (`%252567`) are resolved as well. */
  percent(index: number): Escape | null {
    let from = index + 1;
    while (this.#reads('25', from)) from += 2;
    const byHex = this.#reads('u', from) ? this.#byHex(from + 1, 4) : this.#byHex(from, 2);
    return byHex ?? (from > index + 1 ? { stands: '%', end: from } : null);
  }

  /** Reads `&amp;`, `&#103;` and `&#x67;`. Nested encodings of the ampersand are resolved as well. */
  entity(index: number): Escape | null {
    let from = index + 1;
    while (this.#reads('amp;', from)) from += 4;
    const one = this.#reads('#', from) ? this.#byNumber(from + 1) : this.#byName(from);
    return one ?? (from > index + 1 ? { stands: '&', end: from } : null);
  }

  #byNumber(from: number): Escape | null {
    const isInHex = this.#reads('x', from);
    const digits = this.#run(isInHex ? from + 1 : from, isInHex ? isHex : isDigit);
    const number = Number.parseInt(digits, isInHex ? 16 : 10);
    // Negated, so that NaN is refused too.
    if (!(number <= HIGHEST)) return null;
    const end = (isInHex ? from + 1 : from) + digits.length;
    return { stands: String.fromCodePoint(number), end: this.#reads(';', end) ? end + 1 : end };
  }

  #byName(from: number): Escape | null {
    const name = this.#run(from, isLetter, LONGEST_NAME).toLowerCase();
    const whole = this.#reads(';', from + name.length) ? ENTITIES.get(name) : undefined;
    if (whole !== undefined) return { stands: whole, end: from + name.length + 1 };
    const bare = BARE.find((one) => name.startsWith(one));
    return bare === undefined ? null : { stands: ENTITIES.get(bare) ?? '', end: from + bare.length };
  }

  /**
   * Reads `\u0067`, `\u{67}`, `\x67`, `\/` and the like after any number of backslashes, since JSON within
   * JSON doubles them.
   */
  backslash(index: number): Escape {
    let from = index + 1;
    while (this.#reads('\\', from)) from += 1;
    const none: Escape = { stands: '\\', end: from };
    if (this.#reads('u', from)) return this.#byHex(from + 1, 4) ?? this.#inBraces(from + 1) ?? none;
    if (this.#reads('x', from)) return this.#byHex(from + 1, 2) ?? none;
    const short = SHORT[this.#text.charAt(from)];
    return short === undefined ? none : { stands: short, end: from + 1 };
  }

  #inBraces(from: number): Escape | null {
    if (this.#at(from) !== 0x7b) return null;
    const hex = this.#run(from + 1, isHex, 6);
    const end = from + 1 + hex.length;
    const number = Number.parseInt(hex, 16);
    return this.#at(end) === 0x7d && number <= HIGHEST
      ? { stands: String.fromCodePoint(number), end: end + 1 }
      : null;
  }
}

/**
 * Undoes the escapes of a text once: percent-encoding, JSON and JavaScript escapes, HTML entities.
 * @param isCut true if the text continues elsewhere; an incomplete escape at its end is then dropped
 * @returns `null` if there are no escapes
 */
export function unescapeOnce(text: string, isCut = false): Unescaped | null {
  const first = text.search(ESCAPING);
  if (first === -1) return null;
  const reader = new Reader(text);
  const starts = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let [units, from, isChanged] = [0, 0, false];
  const copy = (to: number): void => {
    if (to > from) parts.push(text.slice(from, to));
    for (let index = from; index < to; index += 1) starts[units++] = index;
    from = to;
  };
  let end = text.length;
  for (let index = first; index < end; ) {
    const code = text.charCodeAt(index);
    if (code !== 0x25 && code !== 0x26 && code !== 0x5c) {
      index += 1;
      continue;
    }
    reader.metEnd = false;
    const escape =
      code === 0x25 ? reader.percent(index) : code === 0x26 ? reader.entity(index) : reader.backslash(index);
    if (isCut && reader.metEnd) {
      isChanged = true;
      end = index;
    } else if (escape === null || (escape.end === index + 1 && escape.stands === '\\')) index += 1;
    else {
      copy(index);
      isChanged = true;
      parts.push(escape.stands);
      for (let unit = 0; unit < escape.stands.length; unit += 1) starts[units++] = index;
      from = escape.end;
      index = escape.end;
    }
  }
  if (!isChanged) return null;
  copy(end);
  starts[units] = end;
  return { text: parts.join(''), starts: starts.subarray(0, units + 1) };
}
