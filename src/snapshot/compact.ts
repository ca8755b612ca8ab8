import { hash } from 'node:crypto';
import { beginningOf } from '../client/long-body.ts';

/** UTF-16 units of a text within a record that is kept whole: far more than a service adds to the texts of this run. */
const WHOLE = 16 * 1024;
/** UTF-16 units that are kept of a longer one, for people. */
const BEGINNING = 1024;
/** Bytes that a value takes beside its characters, more or less. */
const OF_A_VALUE = 48;

/** Returns the text, or the beginning of a long one and a digest of it all: texts that differ stay different. */
export const shortened = (text: string): string =>
  text.length > WHOLE ? `${beginningOf(text, BEGINNING)}… ${hash('sha256', text, 'base64')}` : text;

/** A JSON value whose long texts are shortened, and the bytes of memory that it takes, more or less. */
export interface Compact {
  readonly value: unknown;
  readonly bytes: number;
}

/** Shortens the texts of a JSON value, in place, and weighs it: long texts are compared, and read by nobody. */
export function compact(value: unknown): Compact {
  let bytes = 0;
  const walk = (inner: unknown): unknown => {
    bytes += OF_A_VALUE;
    if (typeof inner === 'string') {
      const short = shortened(inner);
      bytes += 2 * short.length;
      return short;
    }
    if (inner === null || typeof inner !== 'object') return inner;
    for (const [key, item] of Object.entries(inner)) {
      if (!Array.isArray(inner)) bytes += 2 * key.length;
      const short = walk(item);
      // Assigning to `__proto__` would set no field.
      if (short !== item) Object.defineProperty(inner, key, { value: short });
    }
    return inner;
  };
  return { value: walk(value), bytes };
}
