import type * as z from 'zod';
import { type Route, STRAIGHT } from '../client/route.ts';
import { shown } from '../report/text.ts';
import { type GivenHeader, parseHeaders } from './headers.ts';
import { checkLists, checkRepositories, checkSecrets, checkTarget } from './relations.ts';
import { routeTo } from './route.ts';
import { flagOf, isHidden, SETTINGS, type SettingName, settingNames } from './table.ts';
import { TELLING, tokensIn } from './tokens.ts';

/** Settings as texts by variable name. An empty text counts as missing. */
export type RawSettings = Readonly<Record<string, string | undefined>>;

export interface Given {
  readonly isBundled: boolean;
  /** Where each setting stands: `in .env`. */
  readonly from: ReadonlyMap<string, string>;
  readonly misspelt: readonly SettingProblem[];
}

const NOTHING_GIVEN: Given = { isBundled: false, from: new Map(), misspelt: [] };

type Output<Name extends SettingName> = z.output<(typeof SETTINGS)[Name]['is']>;
type Parsed = {
  readonly [Name in SettingName as undefined extends z.input<(typeof SETTINGS)[Name]['is']>
    ? Name
    : never]: Output<Name>;
} & {
  readonly [Name in SettingName as undefined extends z.input<(typeof SETTINGS)[Name]['is']> ? never : Name]?:
    | Output<Name>
    | undefined;
};

/** All settings of a run, parsed. Names are those of the environment. Without BASE_URL the bundled service is meant. */
export type Settings = Omit<Parsed, 'HEADERS'> & {
  readonly HEADERS?: readonly GivenHeader[] | undefined;
  readonly route: Route;
} & Pick<Given, 'isBundled' | 'from'>;

export interface SettingProblem {
  readonly setting: string;
  /** The given value; `null` if nothing was given, or it must not be shown. */
  readonly given: string | null;
  readonly allowed: string;
}

function parseEach(given: RawSettings): {
  readonly values: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly problems: readonly SettingProblem[];
} {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: SettingProblem[] = [];
  for (const setting of settingNames) {
    const text = given[setting];
    const schema: z.ZodType = SETTINGS[setting].is;
    const parsed = (text === undefined ? schema.optional() : schema).safeParse(text);
    if (parsed.success) {
      if (parsed.data !== undefined) values[setting] = parsed.data;
      continue;
    }
    // In any invalid address, a part before "@" or after "?" or "#" may be a secret.
    const isUnshown = isHidden(setting) || (setting === 'BASE_URL' && /[@?#]|%40|%23|%3f/i.test(text ?? ''));
    const allowed = parsed.error.issues[0]?.message ?? '';
    problems.push({ setting, given: isUnshown ? null : (text ?? null), allowed });
  }
  return { values, problems };
}

export function parseSettings(
  raw: RawSettings,
  facts: Given = NOTHING_GIVEN,
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
  const settings = values as Parsed;
  const problems = [...facts.misspelt, ...own];
  const complain = (setting: SettingName, allowed: string, value: string | null = null): void => {
    problems.push({ setting, given: value, allowed });
  };
  const complainOfValue = (setting: SettingName, allowed: string): void =>
    complain(setting, allowed, isHidden(setting) ? null : (given[setting] ?? null));
  checkTarget(raw, facts, complain);
  // Checked even if single settings are invalid, so that all problems are reported at once.
  checkRepositories(given, complainOfValue);
  checkSecrets(given, complain);
  checkLists(given, values as Partial<Settings>, complainOfValue);
  const route = facts.isBundled ? STRAIGHT : routeTo(settings.BASE_URL, raw);
  if ('allowed' in route) problems.push({ setting: route.variable, given: null, allowed: route.allowed });
  else if (problems.length === 0) {
    const HEADERS =
      settings.HEADERS === undefined ? {} : { HEADERS: parseHeaders(settings.HEADERS, '').headers };
    const { isBundled, from } = facts;
    return { ok: true, settings: { ...settings, ...HEADERS, route, isBundled, from } as Settings };
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

/** Returns the problems as a text, with the given and the allowed value of each. */
export function describeProblems(problems: readonly SettingProblem[]): string {
  const lines = problems.map(({ setting, given, allowed }) => {
    const flag = flagOf(setting);
    const name = flag === null ? shown(setting) : `${setting} (${flag})`;
    return `  ${name}${given === null ? ': ' : ` is ${shown(JSON.stringify(given))}; expected `}${allowed}`;
  });
  return [
    `${problems.length === 1 ? 'Invalid setting' : `${problems.length} invalid settings`}; nothing was sent:`,
    ...lines,
  ].join('\n');
}
