import type * as z from 'zod';
import { type Route, routeTo } from '../client/route.ts';
import { sanitise } from '../model/text.ts';
import { pasteable } from './invocation.ts';
import { flagOf, isHidden, REPOSITORY_NAMES } from './names.ts';
import { selectRules } from './selection.ts';
import { SETTINGS, type SettingName, settingNames } from './table.ts';
import { tokensIn } from './tokens.ts';

/** Settings as texts by variable name. An empty text counts as missing. */
export type RawSettings = Readonly<Record<string, string | undefined>>;

export interface Given {
  readonly isBundled: boolean;
  /** The source of each setting: `in .env`. */
  readonly from: ReadonlyMap<string, string>;
  /** Misspelt names, and a source that cannot be read. */
  readonly problems: readonly SettingProblem[];
}

type Table = typeof SETTINGS;

/** All settings of a run, parsed. Names are those of the environment. Without BASE_URL the bundled service is meant. */
export type Settings = {
  readonly [Name in SettingName]:
    | z.output<Table[Name]['schema']>
    | (undefined extends z.input<Table[Name]['schema']> ? never : undefined);
} & Pick<Given, 'isBundled' | 'from'> & { readonly route: Route };

interface SettingProblem {
  readonly setting: string;
  /** The given value; `null` if nothing was given, or it must not be shown. */
  readonly given: string | null;
  readonly allowed: string;
}

/** Returns a problem of a given setting. In any invalid address, a part before "@" or after "?" or "#" may be a secret. */
function problemOf(given: RawSettings, setting: SettingName, allowed: string): SettingProblem {
  const value = given[setting] ?? null;
  const isUnshown = isHidden(setting) || (setting === 'BASE_URL' && /[@?#]|%40|%23|%3f/i.test(value ?? ''));
  // Each message of HEADERS names a line.
  const isBare = isUnshown && value !== null && setting !== 'HEADERS';
  return { setting, given: isUnshown ? null : value, allowed: isBare ? `expected ${allowed}` : allowed };
}

function parseEach(given: RawSettings) {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: SettingProblem[] = [];
  for (const setting of settingNames) {
    const text = given[setting];
    const schema: z.ZodType = SETTINGS[setting].schema;
    const { data, error } = (text === undefined ? schema.optional() : schema).safeParse(text);
    if (data !== undefined) values[setting] = data;
    problems.push(...(error?.issues ?? []).map(({ message }) => problemOf(given, setting, message)));
  }
  return { values: values as Settings, problems };
}

/** Settings of a target, which the bundled service provides itself. */
const TARGET_NAMES = settingNames.filter(
  (name) => isHidden(name) || ['BASE_URL', ...REPOSITORY_NAMES, 'LABEL'].includes(name),
);

/** Returns the problems of settings that name no target, or more than one: a service, or the bundled one. */
function targetProblems(raw: RawSettings, { isBundled, from }: Omit<Given, 'problems'>) {
  const isGiven = (name: SettingName): boolean => (raw[name] ?? '').trim() !== '';
  if (isBundled)
    return TARGET_NAMES.filter(isGiven).map((setting) => ({
      setting,
      given: null,
      allowed: `it is set ${from.get(setting) ?? ''}, but --bundled checks the bundled service; leave out one of the two`,
    }));
  if (isGiven('BASE_URL')) return [];
  const empty = 'it is set but empty, as an undefined variable of a CI job is; expected ';
  const allowed = `${raw['BASE_URL'] === undefined ? '' : empty}the address of the service:
    BASE_URL=https://issues.example.com OWNER=acme REPO=widgets ${pasteable('run')}
  To check the bundled service instead:
    ${pasteable('--bundled')}
  Only .env of the working directory is read.`;
  return [{ setting: 'BASE_URL', given: null, allowed }];
}

type MaybeName = readonly [owner: string | undefined, repo: string | undefined];

/** True if two names mean the same repository. Most services ignore letter case. */
const areOne = (one: MaybeName, other: MaybeName): boolean =>
  one.every((part, index) => part !== undefined && part.toLowerCase() === other[index]?.toLowerCase());

/** A sentence on what is allowed, for a setting that is wrong in combination with others. */
type Check = readonly [isWrong: boolean, setting: SettingName, allowed: string];

function repositoryChecks(given: RawSettings): readonly Check[] {
  const { OWNER, REPO, PRIVATE_OWNER, PRIVATE_REPO, WRITE_OWNER, WRITE_REPO } = given;
  const [own, written] = [[OWNER, REPO] as const, [WRITE_OWNER, WRITE_REPO] as const];
  const hidden = [PRIVATE_OWNER ?? OWNER, PRIVATE_REPO] as const;
  const requires = (one: SettingName, other: SettingName): Check => [
    given[one] !== undefined && given[other] === undefined,
    other,
    `required with ${one}`,
  ];
  return [
    requires('BASE_URL', 'OWNER'),
    requires('BASE_URL', 'REPO'),
    requires('PRIVATE_OWNER', 'PRIVATE_REPO'),
    requires('WRITE_OWNER', 'WRITE_REPO'),
    requires('WRITE_REPO', 'WRITE_OWNER'),
    [areOne(hidden, own), 'PRIVATE_REPO', 'another repository than OWNER/REPO, which is the public one'],
    [areOne(written, hidden), 'WRITE_REPO', 'a public repository, and not the private one'],
    [
      areOne(written, own) && written.join('/') !== own.join('/'),
      'WRITE_REPO',
      'OWNER/REPO in the same letter case, or another repository',
    ],
  ];
}

/** Checks that the secrets of the settings can be hidden, and that no other setting shows them. */
function secretChecks(given: RawSettings): readonly Check[] {
  const { TOKEN = '', OUTSIDER_TOKEN = '' } = given;
  const { scrub } = tokensIn({ TOKEN, OUTSIDER_TOKEN });
  const isUnhidden = (token: string): boolean => token !== '' && scrub(token) === token;
  const word =
    'a token that is not a word or a short number, because hiding it would garble the output (its value is not shown)';
  return [
    [
      OUTSIDER_TOKEN !== '' && OUTSIDER_TOKEN === TOKEN,
      'OUTSIDER_TOKEN',
      'another token than TOKEN, without access to the private repository (its value is not shown)',
    ],
    [isUnhidden(TOKEN), 'TOKEN', word],
    [isUnhidden(OUTSIDER_TOKEN), 'OUTSIDER_TOKEN', word],
    ...settingNames.map((name): Check => {
      const value = given[name] ?? '';
      const isTold = !isHidden(name) && scrub(value) !== value;
      return [isTold, name, 'a value without TOKEN or OUTSIDER_TOKEN, because reports show this setting'];
    }),
  ];
}

function listChecks(values: Partial<Settings>): readonly Check[] {
  const { HEADERS = [], API_VERSION_HEADER = '', ONLY = [], SKIP = [] } = values;
  const own = HEADERS.find(({ name }) => name.toLowerCase() === API_VERSION_HEADER.toLowerCase());
  return [
    [
      own !== undefined,
      'HEADERS',
      `expected no ${API_VERSION_HEADER}, which has a setting of its own, API_VERSION`,
    ],
    ...selectRules(ONLY, SKIP).problems.map(({ setting, message }): Check => [true, setting, message]),
  ];
}

export function parseSettings(
  raw: RawSettings,
  { isBundled = false, from = new Map(), problems: earlier = [] }: Partial<Given> = {},
) {
  const given = Object.fromEntries(settingNames.map((name) => [name, raw[name]?.trim() || undefined]));
  const { values, problems: own } = parseEach(given);
  // Checked even if single settings are invalid, so that all problems are reported at once.
  const ofRepositories = isBundled ? [] : repositoryChecks(given);
  const checks = [...ofRepositories, ...secretChecks(given), ...listChecks(values)];
  const problems = [
    ...earlier,
    ...own,
    ...targetProblems(raw, { isBundled, from }),
    ...checks.flatMap(([isWrong, setting, allowed]) => (isWrong ? [problemOf(given, setting, allowed)] : [])),
  ];
  const route = routeTo(isBundled ? undefined : values.BASE_URL, raw);
  if ('allowed' in route) problems.push({ setting: route.variable, given: null, allowed: route.allowed });
  else if (problems.length === 0)
    return { ok: true as const, settings: { ...values, route, isBundled, from } satisfies Settings };
  return { ok: false as const, problems: tokensIn(given).scrubAll(problems) };
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
