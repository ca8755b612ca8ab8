import type { ExtraHeader } from '../client/extra-header.ts';

export interface GivenHeader {
  readonly name: string;
  readonly value: string;
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Characters that Node and undici accept in a value. */
const VALUE = /^[\t\x20-\x7e]+$/;
/** Length that most servers accept for a header. */
const MAX_VALUE_LENGTH = 8192;
/** Matches a literal `\n` followed by another header: missing quotes left the line break escaped. */
const WRITTEN_OUT = /\\r?\\?n\s*[\w-]+:/;

const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/**
 * Returns why a header cannot be set in HEADERS, or `null`.
 * @param versionHeader the value of API_VERSION_HEADER
 */
function whyRefused(name: string, versionHeader: string): string | null {
  const lower = name.toLowerCase();
  if (lower === 'authorization') return 'is what the rules test; use TOKEN and OUTSIDER_TOKEN';
  if (lower === 'host') return 'follows from BASE_URL';
  if (lower.startsWith('content-')) return 'follows from the body';
  if (lower === 'accept') return 'has a setting of its own, ACCEPT';
  if (lower === versionHeader.toLowerCase()) return 'has a setting of its own, API_VERSION';
  if (OF_CONNECTION.has(lower)) return 'belongs to one connection';
  return null;
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);

/** Returns the texts before and after the first colon; `null` if there is none. */
function split(line: string): GivenHeader | null {
  const colon = line.indexOf(':');
  return colon === -1 ? null : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}

/** Returns the problem of a line without quoting its value; `null` if there is none. */
function complaintOf(line: string, versionHeader: string): string | null {
  const given = split(line);
  if (given === null) return 'is not a header; expected Name: value';
  const { name, value } = given;
  if (!NAME.test(name)) return 'has no header name before its colon; expected Name: value';
  const refused = whyRefused(name, versionHeader);
  if (refused !== null) return `(${name}) cannot be set here: it ${refused}`;
  if (value === '') return `(${name}) has no value; is a variable in it undefined?`;
  if (WRITTEN_OUT.test(value))
    return `(${name}) has "\\n" written out in it: in .env, put HEADERS in double quotes; in a shell, use $'…' or a real line break`;
  if (!VALUE.test(value))
    return `(${name}) has characters that are not printable ASCII (its value is not shown)`;
  return value.length > MAX_VALUE_LENGTH ? `(${name}) is longer than ${MAX_VALUE_LENGTH} characters` : null;
}

/**
 * Parses HEADERS, one header per line; empty lines are skipped.
 * @param versionHeader name of the version header, which has its own setting
 * @returns the headers, and all problems with their line numbers; a problem never contains a value
 */
export function parseHeaders(
  text: string,
  versionHeader: string,
): { readonly headers: readonly GivenHeader[]; readonly problems: readonly string[] } {
  const headers: GivenHeader[] = [];
  const problems: string[] = [];
  for (const [index, line] of linesOf(text).entries()) {
    if (line.trim() === '') continue;
    const complaint = complaintOf(line, versionHeader);
    const given = split(line);
    if (complaint !== null || given === null) problems.push(`line ${index + 1} ${complaint ?? ''}`);
    else if (headers.some(({ name }) => name.toLowerCase() === given.name.toLowerCase()))
      problems.push(`line ${index + 1} (${given.name}) repeats a header of an earlier line`);
    else headers.push(given);
  }
  return { headers, problems };
}

/** Returns all values in HEADERS, including those of invalid lines. */
export const valuesIn = (text: string): readonly GivenHeader[] =>
  linesOf(text).flatMap((line) => {
    const given = split(line);
    const { name, value } =
      given !== null && NAME.test(given.name) ? given : { name: '', value: line.trim() };
    return value === '' ? [] : [{ name, value }];
  });

/** Minimum length of a part of a value to hide everywhere. A shorter one may be any word or number. */
const MIN_LENGTH = 8;

/** Returns the value, and the values of cookies in it, which a service may repeat alone. */
const partsOf = (value: string): readonly string[] => [
  value,
  ...value.split(/;\s*/).map((part) => part.slice(part.indexOf('=') + 1)),
];

/** Returns headers with their secrets. @param shown texts that other settings show anyway */
export function withSecrets(
  headers: readonly GivenHeader[],
  shown: readonly string[],
): readonly ExtraHeader[] {
  const open = shown.map((text) => text.toLowerCase());
  const isSecret = (part: string): boolean =>
    part.length >= MIN_LENGTH && !open.some((text) => text.includes(part.toLowerCase()));
  return headers.map(({ name, value }) => ({
    name,
    value,
    secrets: [...new Set(partsOf(value))].filter(isSecret),
  }));
}
