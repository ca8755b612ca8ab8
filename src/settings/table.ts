import * as z from 'zod';
import { escapeHarmful } from '../model/text.ts';
import { formatNames } from '../render/formats.ts';
import { headerLines } from './headers.ts';

// Each schema parses the text of a setting. Its message says what is allowed.

const number = (pattern: RegExp, allowed: string, fits: (value: number) => boolean) =>
  z
    .string()
    .refine((text) => pattern.test(text) && fits(Number(text)), allowed)
    .transform(Number);

const wholeNumber = (least: number, most: number) =>
  number(/^\d{1,10}$/, `a whole number from ${least} to ${most}`, (value) => value >= least && value <= most);

const rate = number(/^\d{1,6}(\.\d{1,3})?$/, 'a number of requests per second, above 0', (one) => one > 0);

/** Words with blanks or commas between them. */
const words = z
  .string()
  .transform((text): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== ''));

const yesOrNo = z
  .enum(['true', 'false', '1', '0'], 'true or false')
  .transform((text) => text === 'true' || text === '1');

const pathSegment = z
  .string()
  .regex(/^[^\p{Cc}]+$/u, 'a name without control characters')
  .refine((name) => name !== '.' && name !== '..', 'a name other than "." and ".."');

const LONGEST_LABEL = 80;

// A label appears in terminals, pages and files. It must not reverse or hide the address next to it.
const label = z
  .string()
  .refine(
    (text) => [...text].length <= LONGEST_LABEL && escapeHarmful(text) === text,
    `a name of 1 to ${LONGEST_LABEL} characters, without invisible ones`,
  );

// Node and undici accept no other characters in a header. The check rejects a pasted line break with a clear
// message.
const headerValue = z.string().regex(/^[\t\x20-\x7e]+$/, 'printable ASCII characters on one line');

const secret = z.string().regex(/^[\x21-\x7e]+$/, {
  error: ({ input }) =>
    /^bearer\s/i.test(String(input))
      ? 'the token without Bearer, which each request puts before it (its value is not shown)'
      : 'printable ASCII characters without spaces (its value is not shown)',
});

const baseUrl = z.string().transform((text, context) => {
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

const formatList = words
  .refine(
    (given) => given.every((name) => formatNames.some((one) => one === name)),
    `one or more of ${formatNames.join(', ')}`,
  )
  .transform((given) => formatNames.filter((name) => given.includes(name)));

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/, { error: 'the name of a header', abort: true });

type Shape = 'text' | 'number' | 'boolean' | 'list' | 'lines';

/**
 * Returns a function that makes one setting. Parsing, flags, help, options and documents follow from it.
 * @param placeholder of the flag's value; empty for a switch; `null` if there is no flag
 */
const row =
  (shape: Shape, placeholder: string | null) =>
  /** @param defaultText its default in words, if the schema has none */
  <T extends z.ZodType>(schema: T, description: string, defaultText?: string) => ({
    schema,
    shape,
    placeholder,
    description,
    defaultText,
  });
const text = row('text', '<name>');
const path = row('text', '<path>');
const count = row('number', '<number>');
const list = row('list', '<rule...>');
/** A setting without a flag: a secret, because process lists show flags, or a permanent name of one service. */
const withoutFlag = row('text', null);

export const SETTINGS = {
  BASE_URL: row('text', '<url>')(
    baseUrl,
    'address of the service: http or https, with any path prefix; required, except with --bundled',
  ),
  OWNER: text(pathSegment, 'owner of the public repository; required with BASE_URL'),
  REPO: text(
    pathSegment,
    'name of the public repository, with over 100 open issues and some closed; required with BASE_URL',
  ),
  TOKEN: withoutFlag(secret, 'token that may use both repositories; never shown'),
  OUTSIDER_TOKEN: withoutFlag(secret, 'valid token without access to the private repository; never shown'),
  HEADERS: row('lines', null)(
    headerLines,
    'further headers for every request, one "Name: value" a line, as for a gateway; values are never shown',
  ),
  PRIVATE_OWNER: text(pathSegment, 'owner of the private repository', 'OWNER'),
  PRIVATE_REPO: text(pathSegment, 'name of a private repository that TOKEN may read'),
  WRITE_OWNER: text(
    pathSegment,
    'owner of the public repository to create issues in; needs WRITE_REPO',
    'OWNER',
  ),
  WRITE_REPO: text(
    pathSegment,
    'name of the public repository to create issues in; needs WRITE_OWNER',
    'REPO',
  ),
  LABEL: text(label, 'name of the target in all output, at most 80 characters'),
  WRITES: text(
    z.enum(['none', 'rejected', 'all'], 'none, rejected or all'),
    'none: only GET; rejected: also requests that the service must refuse; all: also create issues',
    'none; all with the bundled service',
  ),
  PROFILE: text(
    z.enum(['quick', 'standard', 'thorough'], 'quick, standard or thorough').default('standard'),
    'extent of the run: quick, standard or thorough',
  ),
  ONLY: list(words.default([]), 'try only these rules: ids or their beginnings', 'all rules'),
  SKIP: list(words.default([]), 'leave out these rules: ids or their beginnings', 'none'),
  SEED: count(wholeNumber(0, 2_147_483_647), 'seed for generated values', 'random, and printed'),
  CONCURRENCY: count(wholeNumber(1, 256).default(8), 'concurrent requests, at most'),
  MAX_REQUESTS: count(
    wholeNumber(1, 1_000_000),
    'requests of the whole run, at most',
    'quick 300, or 450 with writes; standard 1500; thorough 10000',
  ),
  MAX_RATE: count(rate, 'requests per second, at most', 'no limit'),
  TIMEOUT_MS: count(
    wholeNumber(1, 600_000).default(10_000),
    'timeout per request in milliseconds, including the body',
  ),
  DEADLINE_S: count(
    wholeNumber(1, 1_000_000),
    'deadline of the whole run in seconds; later, rules stay undecided',
    'quick 240, standard 900, thorough 5400',
  ),
  WAIT_S: count(
    wholeNumber(0, 3600).default(0),
    'seconds to wait until the list is answered 200; MAX_REQUESTS and DEADLINE_S do not count this',
  ),
  LISTED_WITHIN_MS: count(
    wholeNumber(0, 600_000),
    'milliseconds in which a new issue must be listed; longer than any cache keeps lists',
    '10000; 0 with the bundled service',
  ),
  REPORT_DIR: path(z.string().default('reports'), 'folder for the reports'),
  REPORT_FORMAT: row('list', '<name...>')(
    formatList.default([...formatNames]),
    `formats to write with conformance.json: ${formatNames.slice(1).join(', ')}`,
    'all',
  ),
  HISTORY_DIR: path(z.string(), 'folder that keeps every run; reports then begin with the changes'),
  HISTORY_KEEP: count(
    wholeNumber(1, 1_000_000),
    'runs of a target that the history keeps; the last decided run always stays',
    'all',
  ),
  RECORD: path(z.string(), 'file that keeps every request and answer, redacted, as HAR, for `judge`'),
  TARGET_VERSION: text(label, 'version of the service, shown and kept with every run'),
  VERSION_HEADER: text(headerName, 'response header to read the version of the service from'),
  BASELINE: path(z.string(), 'file of known failures and pinned observations'),
  ALLOW_INCOMPLETE: row('boolean', '')(
    yesOrNo.default(false),
    'exit 0 if undecided and skipped rules lack only settings or data in the target',
  ),
  ACCEPT: withoutFlag(
    headerValue.default('application/vnd.service+json'),
    'Accept header, if the service needs a different media type',
  ),
  API_VERSION: withoutFlag(
    headerValue.default('2022-11-28'),
    'requested version, if the service needs a different one',
  ),
  API_VERSION_HEADER: withoutFlag(
    headerName
      .refine(
        (name) => !/^(?:cookie|user-agent)$/i.test(name) && headerLines.safeParse(`${name}: x`).success,
        'a header of its own, not one that requests have anyway, such as Authorization',
      )
      .default('X-Service-Api-Version'),
    'header of the version, if the service needs a different one',
  ),
  USER_AGENT: text(headerValue, 'User-Agent of every request', 'issue-conformance and its version'),
} as const;

export type SettingName = keyof typeof SETTINGS;

export const settingNames = Object.keys(SETTINGS) as readonly SettingName[];
