import { hash } from 'node:crypto';
import { isLosslessNumber, isSafeNumber, LosslessNumber, parse } from 'lossless-json';

/** Maximum nesting: deeper than any tracker's record, far below a stack overflow. */
const MAX_DEPTH = 500;
/**
 * Maximum values in one text, nested ones included, and different keys. A page of a hundred issues has 20,000 in the
 * largest trackers.
 */
const MAX_VALUES = 500_000;
/** Matches a number, seldom a part of a string, that may exceed the precision of a double. */
const LONG_NUMBER = /(?:^|[:,[])\s*-?(?:\d+\.)?\d{16}/;

/** Sizes of a JSON text, and the number of characters that were left out of its long strings. */
type JsonSize = ReturnType<typeof sizeOfJson> & { readonly shortened: number };

type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown; readonly size: JsonSize }
  | { readonly kind: 'not-json' }
  /** The text may be JSON but exceeds a limit: `what` completes "it is …". */
  | { readonly kind: 'beyond'; readonly what: string };

/** Returns where a JSON string ends that begins at a position. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    // An odd number of backslashes escapes the quote.
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/**
 * Measures a JSON text, which is not parsed for that: whatever is made of it takes memory.
 * @returns the numbers of values and of different keys, the characters of the longest string, and the limit that is exceeded
 */
export function sizeOfJson(text: string, most = MAX_VALUES) {
  let [depth, values, longest, beyond]: [number, number, number, string | null] = [0, 1, 0, null];
  /** The position of the last string, which is a key if a colon follows. */
  let [from, to] = [0, 0];
  const keys = new Set<string>();
  for (let at = 0; at < text.length && beyond === null; at += 1) {
    const character = text[at];
    if (character === '"') {
      [from, to] = [at, endOfString(text, at)];
      longest = Math.max(longest, to - from);
      at = to;
    } else if (character === ':') keys.add(text.slice(from, to));
    else if (character === ',') values += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) beyond = `nested deeper than ${MAX_DEPTH} levels`;
    }
    if (values + keys.size > most) beyond = `made of more than ${most.toLocaleString('en')} values`;
  }
  return { values, keys: keys.size, longest, beyond };
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
 * @param longest characters of a string, above which it is shortened
 */
export function readJson(text: string, longest = Number.POSITIVE_INFINITY): JsonReading {
  const size = { ...sizeOfJson(text), shortened: 0 };
  if (size.beyond !== null) return { kind: 'beyond', what: size.beyond };
  const shorten = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const short = withDigest(value, longest);
    size.shortened += value.length - short.length;
    return short;
  };
  // A parser that calls back for each value takes several times as long.
  const revive = size.longest > longest ? shorten : undefined;
  try {
    if (!LONG_NUMBER.test(text)) return { kind: 'json', value: JSON.parse(text, revive), size };
    // The slower parser accepts other texts as well.
    JSON.parse(text);
    // Each number that keeps its digits is an object.
    return { kind: 'json', value: parse(text, revive, EXACTLY), size: { ...size, values: 3 * size.values } };
  } catch {
    return { kind: 'not-json' };
  }
}

/** Shortens a long text: a digest stands for the rest, so that equal ones stay equal. */
export const withDigest = (text: string, most: number): string =>
  text.length <= most
    ? text
    : // A part of a text would keep the whole text in memory.
      `${Buffer.from(text.slice(0, most)).toString()}~ ${hash('sha256', text)}`;

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
  const walk = (inner: unknown, path: string): string => {
    const scalar = scalarText(inner);
    if (scalar !== undefined) return JSON.stringify(scalar);
    if (inner === null || typeof inner !== 'object') return String(inner);
    if (Array.isArray(inner)) return `[${inner.map((item) => walk(item, `${path}[]`)).join(',')}]`;
    const entries = Object.entries(inner).toSorted(byKey);
    const parts = entries.flatMap(([key, item]) => {
      const own = path === '' ? key : `${path}.${key}`;
      return omitted.has(own) ? [] : [`${JSON.stringify(key)}:${walk(item, own)}`];
    });
    return `{${parts.join(',')}}`;
  };
  return walk(value, '');
}
