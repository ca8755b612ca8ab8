import { hash } from 'node:crypto';
import { copyOfStart } from '../client/long-body.ts';

/** UTF-16 units up to which a text in a record is kept whole. The texts of this run stay far below. */
const MAX_WHOLE_LENGTH = 16 * 1024;
/** UTF-16 units kept of a longer text, for display. */
const KEPT_LENGTH = 1024;
/** Approximate bytes of a value besides its characters. */
const VALUE_BYTES = 48;

/**
 * Returns the text. A long one is replaced by its beginning and a digest, so that different texts stay
 * different.
 */
export const shortened = (text: string): string =>
  text.length > MAX_WHOLE_LENGTH
    ? `${copyOfStart(text, KEPT_LENGTH)}… ${hash('sha256', text, 'base64')}`
    : text;

/** A JSON value with long texts shortened, and its approximate size in memory. */
export interface Compact {
  readonly value: unknown;
  readonly bytes: number;
}

/**
 * Shortens the long texts of a JSON value in place and estimates its size. Long texts are only compared,
 * never displayed.
 */
export function compact(value: unknown): Compact {
  let bytes = 0;
  const walk = (inner: unknown): unknown => {
    bytes += VALUE_BYTES;
    if (typeof inner === 'string') {
      const short = shortened(inner);
      bytes += 2 * short.length;
      return short;
    }
    if (inner === null || typeof inner !== 'object') return inner;
    for (const [key, item] of Object.entries(inner)) {
      if (!Array.isArray(inner)) bytes += 2 * key.length;
      const short = walk(item);
      // Assigning to `__proto__` would not set a field.
      if (short !== item) Object.defineProperty(inner, key, { value: short });
    }
    return inner;
  };
  return { value: walk(value), bytes };
}
