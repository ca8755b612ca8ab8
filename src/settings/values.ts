import * as z from 'zod';
import { escapeHarmful } from '../model/text.ts';
import { formatNames } from '../render/formats.ts';

// Each schema parses the text of a setting. Its message says what is allowed.

const number = (pattern: RegExp, allowed: string, fits: (value: number) => boolean) =>
  z
    .string()
    .refine((text) => pattern.test(text) && fits(Number(text)), allowed)
    .transform(Number);

export const wholeNumber = (least: number, most: number) =>
  number(/^\d{1,10}$/, `a whole number from ${least} to ${most}`, (value) => value >= least && value <= most);

export const rate = number(
  /^\d{1,6}(\.\d{1,3})?$/,
  'a number of requests per second, above 0',
  (value) => value > 0,
);

/** Words with blanks or commas between them. */
export const words = z
  .string()
  .transform((text): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== ''));

export const yesOrNo = z
  .enum(['true', 'false', '1', '0'], 'true or false')
  .transform((text) => text === 'true' || text === '1');

export const pathSegment = z
  .string()
  .regex(/^[^\p{Cc}]+$/u, 'a name without control characters')
  .refine((name) => name !== '.' && name !== '..', 'a name other than "." and ".."');

const LONGEST_LABEL = 80;

// A label appears in terminals, pages and files. It must not reverse or hide the address next to it.
export const label = z
  .string()
  .refine(
    (text) => [...text].length <= LONGEST_LABEL && escapeHarmful(text) === text,
    `a name of 1 to ${LONGEST_LABEL} characters, without invisible ones`,
  );

// Node and undici accept no other characters in a header. The check rejects a pasted line break with a clear
// message.
export const headerValue = z.string().regex(/^[\t\x20-\x7e]+$/, 'printable ASCII characters on one line');

export const secret = z.string().regex(/^[\x21-\x7e]+$/, {
  error: ({ input }) =>
    /^bearer\s/i.test(String(input))
      ? 'the token without Bearer, which each request puts before it (its value is not shown)'
      : 'printable ASCII characters without spaces (its value is not shown)',
});

export const baseUrl = z.string().transform((text, context) => {
  const parsed = URL.canParse(text) ? new URL(text) : null;
  const complain = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    return complain(
      'http:// or https://, a host (IPv6 in brackets), and a port of at most 65535 if it has one',
    );
  if (parsed.username !== '' || parsed.password !== '')
    return complain('an address without a user name and password (its value is not shown); use TOKEN');
  if (/[?#]/.test(text)) return complain('an address without "?" and "#"');
  return parsed.href.replace(/(?<!\/)\/+$/, '');
});

export const formatList = words
  .refine(
    (given) => given.every((name) => formatNames.some((one) => one === name)),
    `one or more of ${formatNames.join(', ')}`,
  )
  .transform((given) => formatNames.filter((name) => given.includes(name)));

export const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, 'the name of a header');
