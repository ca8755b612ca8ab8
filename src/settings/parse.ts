import type * as z from 'zod';
import { type Route, routeTo, STRAIGHT } from '../client/route.ts';
import { sanitise } from '../model/text.ts';
import { pasteable } from './invocation.ts';
import { flagOf, isHidden, TARGET_NAMES } from './names.ts';
import { selectRules } from './selection.ts';
import { SETTINGS, type SettingName, settingNames } from './table.ts';
import { isWord, tokensIn } from './tokens.ts';

/** Settings as texts by variable name. An empty text counts as missing. */
export type RawSettings = Readonly<Record<string, string | undefined>>;

export interface Given {
  readonly isBundled: boolean;
  /** The source of each setting: `in .env`. */
  readonly from: ReadonlyMap<string, string>;
  readonly misspelt: readonly SettingProblem[];
}

type Table = typeof SETTINGS;

/** All settings of a run, parsed. Names are those of the environment. Without BASE_URL the bundled service is meant. */
export type Settings = {
  readonly [Name in SettingName]:
    | z.output<Table[Name]['schema']>
    | (undefined extends z.input<Table[Name]['schema']> ? never : undefined);
} & Pick<Given, 'isBundled' | 'from'> & { readonly route: Route };

export interface SettingProblem {
  readonly setting: string;
  /** The given value; `null` if nothing was given, or it must not be shown. */
  readonly given: string | null;
  readonly allowed: string;
}

function parseEach(given: RawSettings) {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: SettingProblem[] = [];
  for (const setting of settingNames) {
    const text = given[setting];
    const schema: z.ZodType = SETTINGS[setting].schema;
    const { data, error } = (text === undefined ? schema.optional() : schema).safeParse(text);
    if (data !== undefined) values[setting] = data;
    // In any invalid address, a part before "@" or after "?" or "#" may be a secret.
    const isUnshown = isHidden(setting) || (setting === 'BASE_URL' && /[@?#]|%40|%23|%3f/i.test(text ?? ''));
    for (const { message } of error?.issues ?? [])
      problems.push({ setting, given: isUnshown ? null : (text ?? null), allowed: message });
  }
  return { values: values as Settings, problems };
}

/** Adds a problem; with `isValueShown`, one of the value that was given. */
type Complain = (setting: SettingName, allowed: string, isValueShown?: boolean) => void;
type MaybeName = readonly [owner: string | undefined, repo: string | undefined];

/** True if two names mean the same repository. Most services ignore letter case. */
const areOne = (one: MaybeName, other: MaybeName): boolean =>
  one.every((part, index) => part !== undefined && part.toLowerCase() === other[index]?.toLowerCase());

/** Checks whether the settings name one target: a service, or the bundled one. */
function checkTarget(
  raw: RawSettings,
  { isBundled, from }: Pick<Given, 'isBundled' | 'from'>,
  complain: Complain,
): void {
  const isGiven = (name: SettingName): boolean => (raw[name] ?? '').trim() !== '';
  if (isBundled) {
    for (const name of TARGET_NAMES.filter(isGiven))
      complain(
        name,
        `it is set ${from.get(name) ?? ''}, but --bundled checks the bundled service; leave out one of the two`,
      );
  } else if (!isGiven('BASE_URL')) {
    complain(
      'BASE_URL',
      `${raw['BASE_URL'] === undefined ? '' : 'it is set but empty, as an undefined variable of a CI job is; expected '}the address of the service:
    BASE_URL=https://issues.example.com OWNER=acme REPO=widgets ${pasteable('run')}
  To check the bundled service instead:
    ${pasteable('--bundled')}`,
    );
  }
}

function checkRepositories(given: RawSettings, complainOf: Complain): void {
  const complain = (setting: SettingName, allowed: string): void => complainOf(setting, allowed, true);
  const { OWNER, REPO, PRIVATE_OWNER, PRIVATE_REPO, WRITE_OWNER, WRITE_REPO } = given;
  for (const [one, other] of [
    ['BASE_URL', 'OWNER'],
    ['BASE_URL', 'REPO'],
    ['PRIVATE_OWNER', 'PRIVATE_REPO'],
    ['WRITE_OWNER', 'WRITE_REPO'],
    ['WRITE_REPO', 'WRITE_OWNER'],
  ] as const)
    if (given[one] !== undefined && given[other] === undefined) complain(other, `required with ${one}`);
  if (areOne([PRIVATE_OWNER ?? OWNER, PRIVATE_REPO], [OWNER, REPO]))
    complain(
      'PRIVATE_REPO',
      'another repository than OWNER/REPO, which is the public one (most services ignore letter case in names)',
    );
  if (areOne([WRITE_OWNER, WRITE_REPO], [PRIVATE_OWNER ?? OWNER, PRIVATE_REPO]))
    complain('WRITE_REPO', 'another repository than the private one: issues are created in a public one');
  const isSpeltApart = WRITE_OWNER !== OWNER || WRITE_REPO !== REPO;
  if (areOne([WRITE_OWNER, WRITE_REPO], [OWNER, REPO]) && isSpeltApart)
    complain('WRITE_REPO', 'OWNER/REPO in the same letter case, or another repository');
}

/** Checks that the secrets of the settings can be hidden, and that no other setting shows them. */
function checkSecrets(given: RawSettings, complain: Complain): void {
  const { TOKEN, OUTSIDER_TOKEN } = given;
  if (OUTSIDER_TOKEN !== undefined && OUTSIDER_TOKEN === TOKEN)
    complain(
      'OUTSIDER_TOKEN',
      'another token than TOKEN, without access to the private repository (its value is not shown)',
    );
  for (const name of ['TOKEN', 'OUTSIDER_TOKEN'] as const)
    if (isWord(given[name] ?? ''))
      complain(
        name,
        'a token that is not a word, a short number or a part of any request, because hiding it would garble the output (its value is not shown)',
      );
  const { scrub } = tokensIn({ TOKEN, OUTSIDER_TOKEN });
  for (const name of settingNames)
    if (!isHidden(name) && scrub(given[name] ?? '') !== (given[name] ?? ''))
      complain(
        name,
        'a value that does not contain TOKEN or OUTSIDER_TOKEN, because reports show this setting',
      );
}

function checkLists(
  { HEADERS = [], API_VERSION_HEADER = '', ONLY = [], SKIP = [] }: Partial<Settings>,
  complain: Complain,
): void {
  for (const { name } of HEADERS)
    if (name.toLowerCase() === API_VERSION_HEADER.toLowerCase())
      complain('HEADERS', `(${name}) cannot be set here: it has a setting of its own, API_VERSION`);
  for (const { setting, message } of selectRules(ONLY, SKIP).problems) complain(setting, message, true);
}

export function parseSettings(
  raw: RawSettings,
  { isBundled = false, from = new Map(), misspelt = [] }: Partial<Given> = {},
):
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: SettingProblem[] } {
  const given: RawSettings = Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = raw[name]?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
  const { values, problems: own } = parseEach(given);
  const problems = [...misspelt, ...own];
  const complain: Complain = (setting, allowed, isValueShown = false) => {
    const value = isValueShown && !isHidden(setting) ? given[setting] : undefined;
    problems.push({ setting, given: value ?? null, allowed });
  };
  // Checked even if single settings are invalid, so that all problems are reported at once.
  checkTarget(raw, { isBundled, from }, complain);
  if (!isBundled) checkRepositories(given, complain);
  checkSecrets(given, complain);
  checkLists(values, complain);
  const route = isBundled ? STRAIGHT : routeTo(values.BASE_URL, raw);
  if ('allowed' in route) problems.push({ setting: route.variable, given: null, allowed: route.allowed });
  else if (problems.length === 0) return { ok: true, settings: { ...values, route, isBundled, from } };
  const { scrub } = tokensIn(given);
  return {
    ok: false,
    problems: problems.map(({ setting, given: value, allowed }) => ({
      setting,
      given: value === null ? null : scrub(value),
      allowed: scrub(allowed),
    })),
  };
}

/** Returns the problems of settings, or of options, as a text, with the given and the allowed value of each. */
export function describeProblems(problems: readonly SettingProblem[], noun = 'setting'): string {
  const lines = problems.map(({ setting, given, allowed }) => {
    const flag = flagOf(setting);
    const name = flag === null ? sanitise(setting) : `${setting} (${flag})`;
    return `  ${name}${given === null ? ': ' : ` is ${sanitise(JSON.stringify(given))}; expected `}${allowed}`;
  });
  const head = problems.length === 1 ? `Invalid ${noun}` : `${problems.length} invalid ${noun}s`;
  return [`${head}; nothing was sent:`, ...lines].join('\n');
}
