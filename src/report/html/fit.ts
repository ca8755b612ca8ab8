import { inert } from '../text.ts';

/** Bytes of the page for one text, by kind. Reports hold much longer texts than a person reads. */
export const limits = {
  name: 240,
  address: 1000,
  prose: 1000,
  value: 600,
  command: 3000,
} as const;

/** The file that holds what the page leaves out. */
export const SOURCE = 'conformance.json';

/** Bytes of the entities that HTML needs for some ASCII characters, by character code. */
const ENTITIES: ReadonlyMap<number, number> = new Map([
  [0x22, 6],
  [0x26, 5],
  [0x27, 5],
  [0x3c, 4],
  [0x3e, 4],
]);

function bytesAt(code: number): number {
  if (code < 0x80) return ENTITIES.get(code) ?? 1;
  if (code < 0x800) return 2;
  // Half of a surrogate pair, which takes four bytes in all. Texts from `inert` hold no lone half.
  return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}

/** Returns the bytes that a text takes in a page: escaped, in UTF-8. */
export function bytesInPage(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) bytes += bytesAt(text.charCodeAt(index));
  return bytes;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/**
 * Returns the number of UTF-16 units at the beginning of a text that fit into `most` bytes. Surrogate pairs
 * stay whole.
 */
function unitsWithin(text: string, most: number): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    bytes += bytesAt(text.charCodeAt(index));
    if (bytes > most) return isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index;
  }
  return text.length;
}

/** Returns the index from which the rest of a text fits into `most` bytes. Surrogate pairs stay whole. */
function endWithin(text: string, most: number): number {
  let bytes = 0;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    bytes += bytesAt(text.charCodeAt(index));
    if (bytes > most) return isLowSurrogate(text.charCodeAt(index + 1)) ? index + 2 : index + 1;
  }
  return 0;
}

/** A text that fits; `whole` is true if nothing was cut off. */
export interface Fitted {
  readonly text: string;
  readonly whole: boolean;
}

// Part of an escape would read as another character.
const HALF_ESCAPE_AT_END = /\\(?:u(?:\{[0-9a-f]{0,6})?)?$/;
const REST_OF_ESCAPE_AT_START = /^(?:[nrt]|(?:u?\{)?[0-9a-f]{0,6}\})/;
const LONGEST_ESCAPE = 10;

/** Characters that are escaped at a time, because escaping is the slow part. */
const PIECE = 128;

/** Returns `index`, or one less if a cut there would split a surrogate pair. */
const wholeCharacter = (text: string, index: number): number =>
  isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index;

/** Returns the longest beginning of a text, made inert, that fits into `most` bytes of a page. */
export function beginningOf(text: string, most: number, { keepNewlines = false } = {}): Fitted {
  let kept = '';
  let left = most;
  for (let from = 0; from < text.length; ) {
    const to = Math.max(from + 1, wholeCharacter(text, from + PIECE));
    const piece = inert(text.slice(from, to), { keepNewlines });
    const units = unitsWithin(piece, left);
    if (units < piece.length)
      return { text: kept + piece.slice(0, units).replace(HALF_ESCAPE_AT_END, ''), whole: false };
    kept += piece;
    left -= bytesInPage(piece);
    from = to;
  }
  return { text: kept, whole: true };
}

const NOTE = 40;

/**
 * Returns a text made inert, on one line, of at most `most` bytes of a page. The middle of a longer text is
 * replaced by its length. Both ends stay, because similar values tend to differ there.
 */
export function shownInPage(text: string, most: number): string {
  // Each UTF-16 unit takes at least one byte.
  const { text: fits, whole } = text.length > most ? { text: '', whole: false } : beginningOf(text, most);
  if (whole) return fits;
  const half = Math.max(0, Math.floor((most - NOTE) / 2));
  const end = text.slice(Math.max(0, text.length - half));
  const safe = inert(isLowSurrogate(end.charCodeAt(0)) ? end.slice(1) : end);
  const from = endWithin(safe, half);
  const isInEscape = HALF_ESCAPE_AT_END.test(safe.slice(Math.max(0, from - LONGEST_ESCAPE), from));
  const tail = isInEscape ? safe.slice(from).replace(REST_OF_ESCAPE_AT_START, '') : safe.slice(from);
  return `${beginningOf(text, half).text} … ${text.length.toLocaleString('en')} characters … ${tail}`;
}

/** Returns a name for a page, or `(blank)` for one that would be invisible. */
export function named(text: string, most: number): string {
  return text.trim() === '' ? '(blank)' : shownInPage(text, most);
}
