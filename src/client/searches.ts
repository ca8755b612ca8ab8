import type { KnownTexts } from './known-texts.ts';

/** Where something stands in a text: from a unit to before another one. */
export interface Finding {
  readonly text: number;
  readonly from: number;
  readonly to: number;
}

/** What is told of a search. */
interface Told {
  readonly found: (finding: Finding) => void;
  /** Where the beginning of a known text stands at the end, if one does. */
  readonly begun: (from: number) => void;
}

/** Looks for known texts as they are. */
export function searchPlain(text: string, known: KnownTexts, { found, begun }: Told): void {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  const half = known.search(units, (nth, to) =>
    found({ text: nth, from: to - (known.lengths[nth] ?? 0), to }),
  );
  begun(text.length - half);
}

/** What a character is worth in an encoding of bytes; these are worth nothing. */
const ENDS = -1;
const SKIPPED = -2;

type Worth = Int8Array;

const worthOf = (digits: readonly string[], skipped: string): Worth => {
  const worth = new Int8Array(128).fill(ENDS);
  for (const alphabet of digits)
    for (let index = 0; index < alphabet.length; index += 1) worth[alphabet.charCodeAt(index)] = index;
  for (let index = 0; index < skipped.length; index += 1) worth[skipped.charCodeAt(index)] = SKIPPED;
  return worth;
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64 = worthOf([`${LETTERS}+/`, `${LETTERS}-_`], ' \t\r\n');
const HEX = worthOf(['0123456789abcdef', '0123456789ABCDEF'], ' \t\r\n:-');

/** The digits of a text, without what separates them, and where each of them stands. */
interface Digits {
  readonly worth: Int8Array;
  readonly places: Uint32Array;
  readonly count: number;
}

/** @param least digits that have to stand together; fewer are left out, but at the end of the text, where it may be cut */
function digitsOf(text: string, worth: Worth, least: number): Digits {
  const [values, places] = [new Int8Array(text.length + 1), new Uint32Array(text.length + 1)];
  let [count, begun] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const value = worth[text.charCodeAt(index)] ?? ENDS;
    if (value === SKIPPED) continue;
    if (value !== ENDS) {
      values[count] = value;
      places[count++] = index;
    } else if (count > begun) {
      if (count - begun < least) count = begun;
      else values[count++] = ENDS;
      begun = count;
    }
  }
  return { worth: values, places, count };
}

/** A unit that no known text has. */
const NO_UNIT = 0;

/** The byte that begins in a digit of so many bits, the `nth` of its group, and ends in the next one. */
function byteOf(high: number, low: number, bits: 4 | 6, nth: number): number {
  if (high < 0 || low < 0) return NO_UNIT;
  // What is left of both digits belongs to the bytes before and behind.
  return (((high << bits) | low) >> (2 * bits - 8 - nth * 2)) & 0xff;
}

/**
 * Looks for known texts in bytes that are written in digits: nobody knows at which digit they begin, so all are tried.
 * @param bits of a digit
 * @param least units of a text; a shorter one stands in any bytes by chance
 */
function searchBytes(
  { worth, places, count }: Digits,
  bits: 4 | 6,
  known: KnownTexts,
  least: number,
  { found, begun }: Told,
): void {
  // Digits after which a byte begins at a digit again, and bytes that they make.
  const group = bits === 6 ? 4 : 2;
  const bytes = bits === 6 ? 3 : 1;
  const read = new Uint8Array(count);
  for (let phase = 0; phase < group; phase += 1) {
    const firstDigitOf = (byte: number): number => phase + Math.floor(byte / bytes) * group + (byte % bytes);
    let length = 0;
    for (let digit = phase; digit + 1 < count; digit += group)
      for (let nth = 0; nth < bytes && digit + nth + 1 < count; nth += 1)
        read[length++] = byteOf(worth[digit + nth] ?? ENDS, worth[digit + nth + 1] ?? ENDS, bits, nth);
    const half = known.search(read.subarray(0, length), (text, end) => {
      const from = end - (known.lengths[text] ?? 0);
      if (end - from < least) return;
      found({
        text,
        from: places[firstDigitOf(from)] ?? 0,
        to: (places[firstDigitOf(end - 1) + 1] ?? 0) + 1,
      });
    });
    if (half > 0) begun(places[firstDigitOf(length - half)] ?? 0);
  }
}

/** Looks for known texts in whatever is base64, also of the kind for addresses, without padding or broken into lines. */
export const searchBase64 = (text: string, known: KnownTexts, least: number, told: Told): void =>
  searchBytes(digitsOf(text, BASE64, Math.ceil((least * 8) / 6)), 6, known, least, told);

/** Looks for known texts in hexadecimal digits, with or without colons, hyphens and blanks between them. */
export const searchHex = (text: string, known: KnownTexts, least: number, told: Told): void =>
  searchBytes(digitsOf(text, HEX, least * 2), 4, known, least, told);
