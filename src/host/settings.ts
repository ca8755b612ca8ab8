import * as z from 'zod';
import { labelOf } from '../client/extra-header.ts';
import type { Route } from '../client/route.ts';
import { type Secrets, secretsOf } from '../client/secrets.ts';
import { formatNames } from '../report/format-names.ts';
import { type BundledAsked, NOT_ASKED, whyNotBundled } from './bundled-meant.ts';
import { type GivenHeader, parseHeaders, valuesIn, withSecrets } from './extra-headers.ts';
import { proxyVariables, routeTo } from './route.ts';
import { selectRules } from './selection.ts';
import {
  baseUrl,
  formatList,
  headerName,
  headerValue,
  label,
  pathSegment,
  secret,
  wholeNumber,
  yesOrNo,
} from './setting-values.ts';

/** Settings whose values are never shown. */
export const HIDDEN: ReadonlySet<string> = new Set(['TOKEN', 'OUTSIDER_TOKEN', 'HEADERS']);

/** Settings without a flag. */
const WITHOUT_FLAG: ReadonlySet<string> = new Set([
  ...HIDDEN,
  ...proxyVariables,
  'ACCEPT',
  'API_VERSION',
  'API_VERSION_HEADER',
]);

/** Flags whose names differ from their settings. */
const FLAGS: Readonly<Record<string, string>> = {
  TIMEOUT_MS: '--timeout',
  DEADLINE_S: '--deadline',
  WAIT_S: '--wait',
  LISTED_WITHIN_MS: '--listed-within',
  REPORT_FORMAT: '--format',
  HISTORY_DIR: '--history',
};

/** Returns the flag of a setting, or `null` if only the environment has it. */
export function flagOf(setting: string): string | null {
  if (WITHOUT_FLAG.has(setting)) return null;
  return FLAGS[setting] ?? `--${setting.toLowerCase().replaceAll('_', '-')}`;
}

/**
 * Settings as texts by variable name, from flags, the environment and `.env`. An empty text counts as
 * missing, except for the address.
 */
export type RawSettings = Readonly<Record<string, string | undefined>>;

const headerLines = z.string().transform((text): readonly GivenHeader[] => parseHeaders(text, '').headers);

const API_VERSION_HEADER = 'X-Service-Api-Version';

const settingsSchema = z
  .object({
    BASE_URL: baseUrl.optional(),
    OWNER: pathSegment.optional(),
    REPO: pathSegment.optional(),
    TOKEN: secret.optional(),
    PRIVATE_OWNER: pathSegment.optional(),
    PRIVATE_REPO: pathSegment.optional(),
    OUTSIDER_TOKEN: secret.optional(),
    HEADERS: headerLines.optional(),
    WRITE_OWNER: pathSegment.optional(),
    WRITE_REPO: pathSegment.optional(),
    LABEL: label.optional(),
    WRITES: z.enum(['none', 'rejected', 'all'], 'none, rejected or all').optional(),
    PROFILE: z.enum(['quick', 'standard', 'thorough'], 'quick, standard or thorough').default('standard'),
    ONLY: z.string().default(''),
    SKIP: z.string().default(''),
    SEED: wholeNumber(0, 2_147_483_647).optional(),
    CONCURRENCY: wholeNumber(1, 256).default(8),
    MAX_REQUESTS: wholeNumber(1, 1_000_000).optional(),
    MAX_RATE: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,3})?$/, 'a number of requests per second, above 0')
      .transform(Number)
      .refine((rate) => rate > 0, 'a number of requests per second, above 0')
      .optional(),
    TIMEOUT_MS: wholeNumber(1, 600_000).default(10_000),
    DEADLINE_S: wholeNumber(1, 1_000_000).optional(),
    WAIT_S: wholeNumber(0, 3600).default(0),
    LISTED_WITHIN_MS: wholeNumber(0, 600_000).default(10_000),
    REPORT_DIR: z.string().default('reports'),
    REPORT_FORMAT: formatList.default([...formatNames]),
    HISTORY_DIR: z.string().optional(),
    HISTORY_KEEP: wholeNumber(1, 1_000_000).optional(),
    TARGET_VERSION: label.optional(),
    VERSION_HEADER: headerName.optional(),
    BASELINE: z.string().optional(),
    ALLOW_INCOMPLETE: yesOrNo.default(false),
    ACCEPT: headerValue.default('application/vnd.service+json'),
    API_VERSION: headerValue.default('2022-11-28'),
    API_VERSION_HEADER: headerName.default(API_VERSION_HEADER),
  })
  .strict();

type Given = Readonly<Record<string, string>>;

type MaybeName = readonly [owner: string | undefined, repo: string | undefined];

/** True if two names mean the same repository. Most services ignore letter case. */
const areOne = (one: MaybeName, other: MaybeName): boolean =>
  one.every((part, index) => part !== undefined && part.toLowerCase() === other[index]?.toLowerCase());

const areSpeltApart = (one: MaybeName, other: MaybeName): boolean =>
  areOne(one, other) && one.some((part, index) => part !== other[index]);

/** Minimum length of a token to look for; a shorter one may occur in an address or sentence by chance. */
export const TELLING = 12;

/**
 * Returns texts that a run and its target show anyway. They are not secrets, even if HEADERS contains them.
 */
export function textsShown(settings: Readonly<Record<string, unknown>>): readonly string[] {
  const { BASE_URL } = settings;
  const address = typeof BASE_URL === 'string' && URL.canParse(BASE_URL) ? new URL(BASE_URL) : null;
  const { origin, host, hostname } = address ?? { origin: '', host: '', hostname: '' };
  const values = Object.entries(settings).flatMap(([name, value]) =>
    Object.hasOwn(settingsSchema.shape, name) && !HIDDEN.has(name) && typeof value === 'string' ? value : [],
  );
  return [...values, origin, host, hostname].filter((text) => text !== '');
}

/**
 * Returns the tokens and header values of some settings as secrets.
 * @param least minimum length; shorter ones are left out
 */
export function tokensIn(given: RawSettings, least = 1): Secrets {
  const { TOKEN = '', OUTSIDER_TOKEN = '', HEADERS = '' } = given;
  const [token, outsiderToken] = [TOKEN, OUTSIDER_TOKEN].map((one) =>
    one.length >= least ? one : undefined,
  );
  const secrets = secretsOf({ token, outsiderToken });
  for (const { name, secrets: parts } of withSecrets(valuesIn(HEADERS), textsShown(given)))
    for (const part of parts) if (part.length >= least) secrets.add(part, labelOf(name));
  return secrets;
}

const holdsToken = (value: string, given: Given): boolean => tokensIn(given, TELLING).scrub(value) !== value;

/**
 * Returns problems of settings in combination. They are checked even if single settings are invalid, so that
 * all problems are reported at once.
 */
function relationProblems(given: Given): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const complain = (setting: string, allowed: string) =>
    problems.push({ setting, given: HIDDEN.has(setting) ? null : (given[setting] ?? null), allowed });
  const { BASE_URL, OWNER, REPO, PRIVATE_OWNER, PRIVATE_REPO, TOKEN, OUTSIDER_TOKEN, ONLY, SKIP } = given;
  const { WRITE_OWNER, WRITE_REPO } = given;
  if (BASE_URL !== undefined) {
    if (OWNER === undefined) complain('OWNER', 'the owner of the public repository, required with BASE_URL');
    if (REPO === undefined) complain('REPO', 'the name of the public repository, required with BASE_URL');
  }
  if (PRIVATE_OWNER !== undefined && PRIVATE_REPO === undefined)
    complain('PRIVATE_REPO', 'the name of the private repository, required with PRIVATE_OWNER');
  if (areOne([PRIVATE_OWNER ?? OWNER, PRIVATE_REPO], [OWNER, REPO]))
    complain(
      'PRIVATE_REPO',
      'another repository than OWNER/REPO, which is the public one (most services ignore letter case in names)',
    );
  if (WRITE_OWNER !== undefined && WRITE_REPO === undefined)
    complain('WRITE_REPO', 'the name of the repository to write to, required with WRITE_OWNER');
  if (WRITE_REPO !== undefined && WRITE_OWNER === undefined)
    complain('WRITE_OWNER', 'the owner of the repository to write to, required with WRITE_REPO');
  if (areOne([WRITE_OWNER, WRITE_REPO], [PRIVATE_OWNER ?? OWNER, PRIVATE_REPO]))
    complain('WRITE_REPO', 'another repository than the private one: issues are created in a public one');
  if (areSpeltApart([WRITE_OWNER, WRITE_REPO], [OWNER, REPO]))
    complain('WRITE_REPO', 'OWNER/REPO in the same letter case, or another repository');
  if (OUTSIDER_TOKEN !== undefined && OUTSIDER_TOKEN === TOKEN)
    complain(
      'OUTSIDER_TOKEN',
      'another token than TOKEN, without access to the private repository (its value is not shown)',
    );
  // These values are shown with the target or as file names.
  for (const [setting, value] of Object.entries(given))
    if (!HIDDEN.has(setting) && holdsToken(value, given))
      problems.push({
        setting,
        given: null,
        allowed:
          'a value that does not contain TOKEN, OUTSIDER_TOKEN or a value of HEADERS (it is not shown)',
      });
  for (const problem of parseHeaders(
    given['HEADERS'] ?? '',
    given['API_VERSION_HEADER'] ?? API_VERSION_HEADER,
  ).problems)
    complain('HEADERS', problem);
  if (valuesIn(given['HEADERS'] ?? '').some(({ name }) => holdsToken(name, given)))
    complain('HEADERS', 'names of headers that do not contain a token, since names are shown');
  for (const { setting, message } of selectRules(ONLY ?? '', SKIP ?? '').problems) complain(setting, message);
  return problems;
}

/** All settings of a run, parsed. Names are those of the environment. */
export type Settings = z.output<typeof settingsSchema> & {
  readonly route: Route;
  /** True with `--bundled`. */
  readonly isBundledAsked: boolean;
  /** Names of settings that come from `.env`. */
  readonly ofDotEnv: readonly string[];
};

/** A problem of one setting. */
export interface SettingProblem {
  readonly setting: string;
  /** The given value; `null` if nothing was given, or it must not be shown. */
  readonly given: string | null;
  readonly allowed: string;
}

/**
 * Parses the settings of a run, or returns all problems at once.
 * @param asked further reasons for or against the bundled service
 */
export function parseSettings(
  raw: RawSettings,
  asked: BundledAsked = NOT_ASKED,
):
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: SettingProblem[] } {
  const given: Given = Object.fromEntries(
    Object.keys(settingsSchema.shape).flatMap((name) => {
      const value = raw[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const result = settingsSchema.safeParse(given);
  const problems: SettingProblem[] = (result.error?.issues ?? []).map((issue) => {
    const setting = String(issue.path[0] ?? 'settings');
    const value = given[setting] ?? '';
    // In any invalid address, a part before "@" or after "?" or "#" may be a secret.
    const hidden = HIDDEN.has(setting) || (setting === 'BASE_URL' && /[@?#]|%40|%23|%3f/i.test(value));
    const isShown = !hidden && given[setting] !== undefined;
    return { setting, given: isShown ? tokensIn(given).scrub(value) : null, allowed: issue.message };
  });
  for (const problem of whyNotBundled(raw, asked, [...settingNames, ...proxyVariables]))
    problems.push({ ...problem, given: null });
  problems.push(...relationProblems(given));
  const route = routeTo(result.data?.BASE_URL, raw);
  if ('allowed' in route) problems.push({ setting: route.variable, given: null, allowed: route.allowed });
  else if (result.success && problems.length === 0) {
    const { isBundled, dotenv } = asked;
    const beside = { route, isBundledAsked: isBundled, ofDotEnv: dotenv?.counting ?? [] };
    return { ok: true, settings: { ...result.data, ...beside } };
  }
  const { scrub } = tokensIn(given, TELLING);
  return {
    ok: false,
    problems: problems.map(({ setting, given: value, allowed }) => ({
      setting,
      given: value === null ? null : scrub(value),
      allowed: scrub(allowed),
    })),
  };
}

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(settingsSchema.shape);
