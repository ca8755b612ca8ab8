import { isLosslessNumber, isSafeNumber, LosslessNumber, parse } from 'lossless-json';

/** Deeper than any record of a tracker, far below what overflows a stack. */
const MAX_DEPTH = 500;

/** What a text holds when it is read as JSON. */
export type JsonReading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not-json'; readonly why: string }
  /** It may be JSON, but this program does not walk that deep. */
  | { readonly kind: 'too-deep' };

/** What can be seen of a text of JSON before it is parsed. */
interface Outline {
  /** Whether it goes deeper than the limit; then nothing behind that was looked at. */
  readonly tooDeep: boolean;
  /** Whether something that it opens is still open at its end. */
  readonly open: boolean;
  /** How many values it has, those that hold others included; one more for each of those that is empty. */
  readonly values: number;
}

/** Looks through a text of JSON, without a stack and without making anything of it. @param limit of its depth */
export function outlineOf(text: string, limit: number): Outline {
  let depth = 0;
  let inString = false;
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x2c) values += 1;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > limit) return { tooDeep: true, open: true, values };
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return { tooDeep: false, open: inString || depth > 0, values };
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
  return (start === '[' || start === '{') && outlineOf(text, Number.POSITIVE_INFINITY).open;
}

/** As JSON.parse does, but for the numbers that a double cannot hold: those keep their digits. */
const parseExactly = (text: string): unknown =>
  parse(text, undefined, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits)),
    onDuplicateKey: ({ newValue }) => newValue,
  });

/**
 * Reads a whole text as one JSON value (RFC 8259). Numbers that a double cannot hold exactly keep their digits: two ids
 * beyond 2^53 must not become one.
 */
export function readJson(text: string): JsonReading {
  if (opensMoreThan(text, MAX_DEPTH) && outlineOf(text, MAX_DEPTH).tooDeep) return { kind: 'too-deep' };
  try {
    const value: unknown = JSON.parse(text);
    // Only a text with a run of digits that long can hold such a number; the slower parser is kept for those.
    return { kind: 'json', value: /\d{16}/.test(text) ? parseExactly(text) : value };
  } catch (error) {
    return { kind: 'not-json', why: error instanceof Error ? error.message : String(error) };
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

/** One text for equal JSON values, whatever the order of their keys; keys for which `omit` says so are left out. */
export function canonical(value: unknown, omit: (path: string) => boolean = () => false, path = ''): string {
  const scalar = scalarText(value);
  if (scalar !== undefined) return JSON.stringify(scalar);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, omit, `${path}[]`)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const parts: string[] = [];
    for (const [key, item] of Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (!omit(inner)) parts.push(`${JSON.stringify(key)}:${canonical(item, omit, inner)}`);
    }
    return `{${parts.join(',')}}`;
  }
  return String(value);
}
