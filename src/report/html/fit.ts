import { inert } from '../text.ts';

/** Bytes of the page that one text of a kind may take. A report holds much longer ones than a person reads. */
export const limits = {
  name: 240,
  address: 1000,
  prose: 1000,
  value: 600,
  command: 3000,
} as const;

/** Whatever a page leaves out stands there. */
export const SOURCE = 'conformance.json';

/** What a character of ASCII takes in a page where it is not one byte: HTML writes these as entities. */
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
  // Half of a surrogate pair, which takes four together; inert texts have no half alone.
  return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}

/** Bytes that a text takes in a page: escaped, in UTF-8. */
export function bytesInPage(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) bytes += bytesAt(text.charCodeAt(index));
  return bytes;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** How many units of the text, from its beginning, take no more than so many bytes; no pair is parted. */
function unitsWithin(text: string, most: number): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    bytes += bytesAt(text.charCodeAt(index));
    if (bytes > most) return isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index;
  }
  return text.length;
}

/** Where the end of the text begins that takes no more than so many bytes. */
function endWithin(text: string, most: number): number {
  let bytes = 0;
  for (let index = text.length - 1; index >= 0; index -= 1) {
    bytes += bytesAt(text.charCodeAt(index));
    if (bytes > most) return isLowSurrogate(text.charCodeAt(index + 1)) ? index + 2 : index + 1;
  }
  return 0;
}

/** A text that fits, and whether nothing of it is missing. */
export interface Fitted {
  readonly text: string;
  readonly whole: boolean;
}

// Half of an escape says something else than the whole one.
const HALF_ESCAPE_AT_END = /\\(?:u(?:\{[0-9a-f]{0,6})?)?$/;
const REST_OF_ESCAPE_AT_START = /^(?:[nrt]|(?:u?\{)?[0-9a-f]{0,6}\})/;
const LONGEST_ESCAPE = 10;

/** As much of a long text as is made inert at a time, which is what costs time. */
const PIECE = 128;

/** Where a cut at `index` would part a surrogate pair, one place before. */
const wholeCharacter = (text: string, index: number): number =>
  isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index;

/** The beginning of a text, made inert, that takes at most so many bytes in a page. */
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
 * A text on one line, made inert, that takes at most so many bytes in a page: a longer one loses its middle and says how
 * long it was. Both ends stay, because that is where values that are alike tend to differ.
 */
export function shown(text: string, most: number): string {
  // No character takes less than a byte a unit.
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

/** A text that names something: never so empty that nothing is to be seen. */
export function named(text: string, most: number): string {
  return text.trim() === '' ? '(blank)' : shown(text, most);
}
