import * as z from 'zod';
import type { ExtraHeader } from '../client/secrets.ts';

type GivenHeader = Pick<ExtraHeader, 'name' | 'value'>;

/** Characters that Node and undici accept in a value. */
const VALUE = /^[\t\x20-\x7e]+$/;

/** Headers that the rules test, another setting determines, or that belong to one connection. */
const RESERVED =
  /^(?:authorization|host|content-.*|accept|connection|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Returns the header of each line of HEADERS. A line without a name is all value, since it may be a secret. */
export const headersIn = (text: string): readonly GivenHeader[] =>
  text.split(/\r\n|\n|\r/).map((line) => {
    const [, name = '', value = line] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:(.*)$/.exec(line) ?? [];
    return { name, value: value.trim() };
  });

/** Returns the problem of a header without its value; `null` if there is none. */
function complaintOf({ name, value }: GivenHeader, earlier: readonly GivenHeader[]): string | null {
  if (name === '') return value === '' ? null : 'is not a header; expected Name: value';
  if (RESERVED.test(name))
    return `(${name}) cannot be set here: it follows from TOKEN, OUTSIDER_TOKEN, BASE_URL, ACCEPT, or the request`;
  if (/\\n[\w-]+:/.test(value))
    return `(${name}) has a backslash and an n, not a line break, before another header (its value is not shown)`;
  if (value === '') return `(${name}) has no value; is a variable in it undefined?`;
  if (!VALUE.test(value))
    return `(${name}) has characters that are not printable ASCII (its value is not shown)`;
  return earlier.some((one) => one.name.toLowerCase() === name.toLowerCase())
    ? `(${name}) repeats a header of an earlier line`
    : null;
}

/** Parses HEADERS, one header per line; empty lines are skipped. A problem never contains a value. */
export const headerLines = z.string().transform((text, context): readonly GivenHeader[] => {
  const headers = headersIn(text);
  for (const [index, header] of headers.entries()) {
    const complaint = complaintOf(header, headers.slice(0, index));
    if (complaint !== null) context.addIssue({ code: 'custom', message: `line ${index + 1} ${complaint}` });
  }
  return headers.filter(({ name }) => name !== '');
});
