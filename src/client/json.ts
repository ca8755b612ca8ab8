import { hash } from 'node:crypto';
import { isLosslessNumber, isSafeNumber, LosslessNumber } from 'lossless-json';
import { type Extent, extentOf } from './json-extent.ts';
import { messageOf } from './thrown.ts';

/** Deeper than any record of a tracker, far below what overflows a stack. */
const MAX_DEPTH = 500;
/** Values in one text, those inside of others included; a page of a hundred issues has twenty thousand in the largest trackers. */
const MAX_VALUES = 500_000;
/** Characters of one number; the ids of trackers have twenty. */
const MAX_NUMBER = 1000;
/** Elements that are counted of an array which is more than is read: one more than any page may hold. */
const COUNTED = 101;
/** Numbers of so many characters may be more than a double holds. */
const LONG_NUMBER = 16;
const WITH_LONG_NUMBER = new RegExp(`\\d{${LONG_NUMBER}}`);

/** What a text holds when it is read as JSON. */
export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json'; readonly why: string }
  /**
   * It may be JSON, but is more than this program reads: `what` says how, behind "it is". Of an array it is known that its
   * first elements, so many, are sound.
   */
  | { readonly kind: 'beyond'; readonly what: string; readonly elements: number };

const inThousands = (number: number): string => number.toLocaleString('en');

/** How a text is more than this program reads; `null` where it is not. */
function beyond({ depth, values, longest }: Extent): string | null {
  if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
  if (values > MAX_VALUES) return `made of more than ${inThousands(MAX_VALUES)} values`;
  return longest > MAX_NUMBER ? `one with a number of more than ${inThousands(MAX_NUMBER)} digits` : null;
}

/** Whether a text opens so many arrays and objects that it may be that deep: seldom, and quicker to see than how deep it is. */
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

/** Whether a text begins as a JSON array or object does and ends before that does, or is nothing at all. */
export function endsTooSoon(text: string): boolean {
  const start = text.trimStart()[0];
  if (start === undefined) return true;
  return (start === '[' || start === '{') && extentOf(text, { number: LONG_NUMBER }).isOpen;
}

/** Returns how many sound elements the beginning of a JSON array has, up to 101; 0 if they are more than is read. */
export function soundElements(text: string): number {
  const limits = { number: LONG_NUMBER, depth: MAX_DEPTH };
  const { elementEndsAt } = extentOf(text, { ...limits, elements: COUNTED });
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
 * Reads a text that is JSON once more, so that numbers which a double cannot hold keep their digits. To read every value by
 * hand takes so long that a large list could not be read in a second; so those numbers become texts first, behind a mark
 * that no text can hold, since it comes from all of it.
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
 * Reads a whole text as one JSON value (RFC 8259). Numbers that a double cannot hold exactly keep their digits: two ids
 * beyond 2^53 must not become one.
 */
export function readJson(text: string): JsonReading {
  // Of a short text most can be seen anyway.
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

/** The name of a value's JSON type, as people say it. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isLosslessNumber(value) ? 'number' : typeof value;
}

/** The text of a number or a string; `undefined` for everything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return isLosslessNumber(value) ? value.toString() : undefined;
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/**
 * One text for equal JSON values, whatever the order of their keys.
 * @param omitted paths of what is left out, as in `user.id` and `labels[].name`
 */
export function canonical(value: unknown, omitted: ReadonlySet<string> = new Set()): string {
  const longest = Math.max(0, ...[...omitted].map(({ length }) => length));
  // Paths are put together as long as one of them may be left out: far inside they are longer than what they lead to.
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
