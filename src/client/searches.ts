import type { KnownTexts } from './known-texts.ts';

/** A match: the index of the text, and its first and end position. */
export interface Finding {
  readonly text: number;
  readonly from: number;
  readonly to: number;
}

/** Callbacks of a search. */
interface Told {
  readonly found: (finding: Finding) => void;
  /** Called with the position of a partial match at the end of the text. */
  readonly begun: (from: number) => void;
}

/** Searches for known texts without decoding. */
export function searchPlain(text: string, known: KnownTexts, { found, begun }: Told): void {
  const units = new Uint16Array(text.length);
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  const half = known.search(units, (nth, to) =>
    found({ text: nth, from: to - (known.lengths[nth] ?? 0), to }),
  );
  begun(text.length - half);
}

/** Special digit values: the character ends a run of digits, or is skipped. */
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

/** Digit values of a text without separators, and their positions. */
interface Digits {
  readonly worth: Int8Array;
  readonly places: Uint32Array;
  readonly count: number;
}

/**
 * @param least minimum length of a run of digits; shorter runs are dropped, except at the end, where the text
 * may be cut
 */
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

/** Placeholder byte that occurs in no known text. */
const NO_UNIT = 0;

/**
 * Returns the byte that starts in one digit and ends in the next.
 * @param bits of a digit
 * @param nth index of the byte in its group
 */
function byteOf(high: number, low: number, bits: 4 | 6, nth: number): number {
  if (high < 0 || low < 0) return NO_UNIT;
  // The remaining bits belong to the neighbouring bytes.
  return (((high << bits) | low) >> (2 * bits - 8 - nth * 2)) & 0xff;
}

/**
 * Searches for known texts in encoded bytes. Their first digit is unknown, so every alignment is tried.
 * @param bits of a digit
 * @param least minimum length of a text; a shorter one occurs in random bytes
 */
function searchBytes(
  { worth, places, count }: Digits,
  bits: 4 | 6,
  known: KnownTexts,
  least: number,
  { found, begun }: Told,
): void {
  // Digits and bytes of a group, after which the alignment repeats.
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

/** Searches for known texts in base64 and base64url, with or without padding and line breaks. */
export const searchBase64 = (text: string, known: KnownTexts, least: number, told: Told): void =>
  searchBytes(digitsOf(text, BASE64, Math.ceil((least * 8) / 6)), 6, known, least, told);

/** Searches for known texts in hexadecimal digits, with or without colons, hyphens and spaces. */
export const searchHex = (text: string, known: KnownTexts, least: number, told: Told): void =>
  searchBytes(digitsOf(text, HEX, least * 2), 4, known, least, told);
