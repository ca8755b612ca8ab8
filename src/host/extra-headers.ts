import type { ExtraHeader } from '../client/extra-header.ts';

/** A header as HEADERS has it. */
export interface GivenHeader {
  readonly name: string;
  readonly value: string;
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What Node and undici take as a value. */
const VALUE = /^[\t\x20-\x7e]+$/;
/** So much most servers take of a header. */
const LONGEST = 8192;
/** A line break that was written out, with another header behind it: quotes did not make a line break of it. */
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
/** With these a request asks for something else than the rules say. */
const ASKING: ReadonlySet<string> = new Set([
  'range',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);

/** Why a header cannot be one of HEADERS; `null` where it can. @param versionHeader the value of API_VERSION_HEADER */
function whyRefused(name: string, versionHeader: string): string | null {
  const lower = name.toLowerCase();
  if (lower === 'authorization') return 'is what the rules test; use TOKEN and OUTSIDER_TOKEN';
  if (lower === 'host') return 'follows from BASE_URL';
  if (lower.startsWith('content-')) return 'follows from the body';
  if (lower === 'accept') return 'has a setting of its own, ACCEPT';
  if (lower === versionHeader.toLowerCase()) return 'has a setting of its own, API_VERSION';
  if (OF_CONNECTION.has(lower)) return 'belongs to one connection';
  if (ASKING.has(lower) || lower.startsWith('if-')) return 'changes what a request asks for';
  return null;
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);

/** The text before and behind the first colon; `null` where there is none. */
function split(line: string): GivenHeader | null {
  const colon = line.indexOf(':');
  return colon === -1 ? null : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}

/** What is wrong with one line, without a word of its value; `null` where nothing is. */
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
  return value.length > LONGEST ? `(${name}) is longer than ${LONGEST} characters` : null;
}

/**
 * The headers of HEADERS, a line each; empty lines are left out.
 * @param versionHeader the name of the version header, which has a setting of its own
 * @returns all that is wrong with them, each in words that follow the number of its line; no value is in them
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

/** All values of HEADERS, those of lines too that are none. */
export const valuesIn = (text: string): readonly GivenHeader[] =>
  linesOf(text).flatMap((line) => {
    const given = split(line);
    const { name, value } =
      given !== null && NAME.test(given.name) ? given : { name: '', value: line.trim() };
    return value === '' ? [] : [{ name, value }];
  });

/** A text of so many characters stands nowhere by chance. */
const LONG = 12;
/** Nor does one of so many, as long as no other setting has it. */
const FAIRLY_LONG = 8;
/** One of so many does not if it has other characters beside letters, as passwords have. */
const MIXED = 4;

const isMixed = (text: string): boolean => /[a-z]/i.test(text) && /[^a-z]/i.test(text);

/** Whether a text can be looked for everywhere. @param open what other settings show, in lower case */
function isTelling(text: string, open: readonly string[]): boolean {
  const lower = text.toLowerCase();
  if (open.includes(lower)) return false;
  if (text.length >= LONG) return true;
  if (open.some((shown) => shown.includes(lower))) return false;
  return text.length >= FAIRLY_LONG || (text.length >= MIXED && isMixed(text));
}

/** What of a value a service may give back by itself: its words, the values of cookies, the password behind Basic. */
function partsOf(value: string): readonly string[] {
  const words = value.split(/[\s,;]+/).map((word) => {
    const assigned = /^[\w.-]+=(?!=*$)(?<value>.+)$/.exec(word)?.groups?.['value'] ?? word;
    return assigned.replace(/^"(.*)"$/, '$1');
  });
  const basic = /^basic\s+(?<pair>[\w+/=-]+)$/i.exec(value)?.groups?.['pair'];
  const pair = basic === undefined ? '' : Buffer.from(basic, 'base64').toString();
  return [value, ...words, pair, pair.slice(pair.indexOf(':') + 1)];
}

/**
 * Headers with what is to be hidden of them.
 * @param shown texts that other settings show anyway, which are no secrets
 */
export function withSecrets(
  headers: readonly GivenHeader[],
  shown: readonly string[],
): readonly ExtraHeader[] {
  const open = shown.map((text) => text.toLowerCase());
  return headers.map(({ name, value }) => ({
    name,
    value,
    secrets: [...new Set(partsOf(value))].filter((part) => isTelling(part, open)),
  }));
}
