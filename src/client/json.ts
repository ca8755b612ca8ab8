import { isLosslessNumber, isSafeNumber, LosslessNumber, parse } from 'lossless-json';
import { extentOf } from './json-extent.ts';
import { messageOf } from './thrown.ts';

/** Maximum nesting: deeper than any tracker's record, far below a stack overflow. */
const MAX_DEPTH = 500;
/**
 * Maximum values in one text, nested ones included. A page of a hundred issues has 20,000 in the largest
 * trackers.
 */
const MAX_VALUES = 500_000;
/** Elements counted in an oversized array: one more than a page may hold. */
const MAX_COUNTED_ELEMENTS = 101;
/** Matches a number, seldom a part of a string, that may exceed the precision of a double. */
const LONG_NUMBER = /(?:^|[:,[])\s*-?(?:\d+\.)?\d{16}/;

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
function beyond(text: string): string | null {
  const { depth, values } = extentOf(text, { depth: MAX_DEPTH });
  if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
  return values > MAX_VALUES ? `made of more than ${inThousands(MAX_VALUES)} values` : null;
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

/**
 * Returns the number of valid elements at the beginning of a JSON array, up to {@link MAX_COUNTED_ELEMENTS}; 0 if they
 * exceed the limits.
 */
export function soundElements(text: string): number {
  const { elementEndsAt } = extentOf(text, { depth: MAX_DEPTH, elements: MAX_COUNTED_ELEMENTS });
  const beginning = text.slice(0, elementEndsAt ?? 0);
  if (beginning === '' || beyond(beginning) !== null) return 0;
  try {
    const value: unknown = JSON.parse(`${beginning}]`);
    return Array.isArray(value) ? value.length : 0;
  } catch {
    return 0;
  }
}

const EXACTLY = {
  parseNumber: (digits: string): unknown =>
    isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits),
  // As JSON.parse does.
  onDuplicateKey: ({ newValue }: { readonly newValue: unknown }): unknown => newValue,
};

/**
 * Parses a text as one JSON value (RFC 8259). Numbers that a double cannot hold keep their digits: two ids
 * beyond 2^53 must stay distinct.
 */
export function readJson(text: string): JsonReading {
  // Short texts need no scan.
  const mayBeBeyond = text.length > MAX_VALUES || opensMoreThan(text, MAX_DEPTH);
  const what = mayBeBeyond ? beyond(text) : null;
  if (what !== null) return { kind: 'beyond', what, elements: soundElements(text) };
  try {
    const value: unknown = JSON.parse(text);
    // The slower parser accepts other texts as well.
    return { kind: 'json', value: LONG_NUMBER.test(text) ? parse(text, undefined, EXACTLY) : value };
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
