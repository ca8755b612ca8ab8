import { hash } from 'node:crypto';
import { isLosslessNumber, isSafeNumber, LosslessNumber } from 'lossless-json';
import { type Extent, extentOf } from './json-extent.ts';
import { messageOf } from './thrown.ts';

/** Maximum nesting: deeper than any tracker's record, far below a stack overflow. */
const MAX_DEPTH = 500;
/**
 * Maximum values in one text, nested ones included. A page of a hundred issues has 20,000 in the largest
 * trackers.
 */
const MAX_VALUES = 500_000;
/** Maximum characters of one number; the ids of trackers have twenty. */
const MAX_NUMBER = 1000;
/** Elements counted in an oversized array: one more than a page may hold. */
const MAX_COUNTED_ELEMENTS = 101;
/** Digits from which a number may exceed the precision of a double. */
const LONG_NUMBER = 16;
const WITH_LONG_NUMBER = new RegExp(`\\d{${LONG_NUMBER}}`);

/** Result of reading a text as JSON. */
export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json'; readonly why: string }
  /**
   * The text may be JSON but exceeds a limit: `what` completes "it is …". `elements` counts the valid first
   * elements of an array.
   */
  | { readonly kind: 'beyond'; readonly what: string; readonly elements: number };

const inThousands = (number: number): string => number.toLocaleString('en');

/** Returns the limit that a text exceeds, as a phrase; `null` if none. */
function beyond({ depth, values, longest }: Extent): string | null {
  if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
  if (values > MAX_VALUES) return `made of more than ${inThousands(MAX_VALUES)} values`;
  return longest > MAX_NUMBER ? `one with a number of more than ${inThousands(MAX_NUMBER)} digits` : null;
}

/**
 * True if a text has so many opening brackets that it might be too deep. This test is cheaper than measuring
 * the depth.
 */
function opensMoreThan(text: string, limit: number): boolean {
  let opened = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      opened += 1;
      if (opened > limit) return true;
    }
  }
  return false;
}

/** True if a text is empty, or a JSON array or object that breaks off. */
export function endsTooSoon(text: string): boolean {
  const start = text.trimStart()[0];
  if (start === undefined) return true;
  return (start === '[' || start === '{') && extentOf(text, { number: LONG_NUMBER }).isOpen;
}

/**
 * Returns the number of valid elements at the beginning of a JSON array, up to {@link MAX_COUNTED_ELEMENTS}; 0 if they
 * exceed the limits.
 */
export function soundElements(text: string): number {
  const limits = { number: LONG_NUMBER, depth: MAX_DEPTH };
  const { elementEndsAt } = extentOf(text, { ...limits, elements: MAX_COUNTED_ELEMENTS });
  if (elementEndsAt === null) return 0;
  const beginning = text.slice(0, elementEndsAt);
  if (beyond(extentOf(beginning, limits)) !== null) return 0;
  try {
    const value: unknown = JSON.parse(`${beginning}]`);
    return Array.isArray(value) ? value.length : 0;
  } catch {
    return 0;
  }
}

/**
 * Parses a JSON text again so that numbers beyond a double keep their digits. A hand-written parser would be
 * too slow for large lists. Instead, these numbers become strings with a prefix. The prefix is a hash of the
 * text, so no string in it can hold that.
 */
function readExactly(text: string, numbers: readonly number[]): unknown {
  const mark = hash('sha256', text, 'base64').slice(0, 16);
  const parts: string[] = [];
  let from = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    const [start = 0, end = 0] = numbers.slice(index, index + 2);
    parts.push(text.slice(from, start), `"${mark}${text.slice(start, end)}"`);
    from = end;
  }
  return JSON.parse(`${parts.join('')}${text.slice(from)}`, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(mark)) return value;
    const digits = value.slice(mark.length);
    return isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits);
  });
}

/**
 * Parses a text as one JSON value (RFC 8259). Numbers that a double cannot hold keep their digits: two ids
 * beyond 2^53 must stay distinct.
 */
export function readJson(text: string): JsonReading {
  // Short texts need no scan.
  const mayBeBeyond = text.length > MAX_VALUES || opensMoreThan(text, MAX_DEPTH);
  const extent =
    mayBeBeyond || WITH_LONG_NUMBER.test(text)
      ? extentOf(text, { number: LONG_NUMBER, depth: MAX_DEPTH })
      : null;
  const what = extent === null ? null : beyond(extent);
  if (extent !== null && what !== null) return { kind: 'beyond', what, elements: soundElements(text) };
  try {
    const value: unknown = JSON.parse(text);
    const isExact = extent === null || extent.longNumbers.length === 0;
    return { kind: 'json', value: isExact ? value : readExactly(text, extent.longNumbers) };
  } catch (error) {
    return { kind: 'not-json', why: messageOf(error) };
  }
}

/** Returns the name of a value's JSON type. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isLosslessNumber(value) ? 'number' : typeof value;
}

/** Returns the text of a number or string; `undefined` for any other value. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isLosslessNumber(value) ? value.toString() : undefined;
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/**
 * Returns the same text for equal JSON values, independent of key order.
 * @param omitted paths to leave out, such as `user.id` and `labels[].name`
 */
export function canonical(value: unknown, omitted: ReadonlySet<string> = new Set()): string {
  const longest = Math.max(0, ...[...omitted].map(({ length }) => length));
  // A path longer than every omitted one need not be built: deep paths would be longer than the values.
  const walk = (inner: unknown, path: string | null): string => {
    const scalar = scalarText(inner);
    if (scalar !== undefined) return JSON.stringify(scalar);
    if (inner === null || typeof inner !== 'object') return String(inner);
    const below = path === null || path.length >= longest ? null : path;
    if (Array.isArray(inner)) {
      const items = below === null ? null : `${below}[]`;
      return `[${inner.map((item) => walk(item, items)).join(',')}]`;
    }
    const parts: string[] = [];
    for (const [key, item] of Object.entries(inner).toSorted(byKey)) {
      const own = below === null ? null : below === '' ? key : `${below}.${key}`;
      if (own === null || !omitted.has(own)) parts.push(`${JSON.stringify(key)}:${walk(item, own)}`);
    }
    return `{${parts.join(',')}}`;
  };
  return walk(value, omitted.size === 0 ? null : '');
}
