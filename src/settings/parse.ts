import type * as z from 'zod';
import { type Route, routeTo, STRAIGHT } from '../client/route.ts';
import { shown } from '../report/text.ts';
import { checkLists, checkRepositories, checkSecrets, checkTarget } from './relations.ts';
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

type Table = typeof SETTINGS;

/** All settings of a run, parsed. Names are those of the environment. Without BASE_URL the bundled service is meant. */
export type Settings = {
  readonly [Name in SettingName]:
    | z.output<Table[Name]['is']>
    | (undefined extends z.input<Table[Name]['is']> ? never : undefined);
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
    const schema: z.ZodType = SETTINGS[setting].is;
    const { data, error } = (text === undefined ? schema.optional() : schema).safeParse(text);
    if (data !== undefined) values[setting] = data;
    // In any invalid address, a part before "@" or after "?" or "#" may be a secret.
    const isUnshown = isHidden(setting) || (setting === 'BASE_URL' && /[@?#]|%40|%23|%3f/i.test(text ?? ''));
    for (const { message } of error?.issues ?? [])
      problems.push({ setting, given: isUnshown ? null : (text ?? null), allowed: message });
  }
  return { values: values as Settings, problems };
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
  const problems = [...facts.misspelt, ...own];
  const complain = (setting: SettingName, allowed: string): void => {
    problems.push({ setting, given: null, allowed });
  };
  const complainOfValue = (setting: SettingName, allowed: string): void => {
    problems.push({ setting, given: isHidden(setting) ? null : (given[setting] ?? null), allowed });
  };
  // Checked even if single settings are invalid, so that all problems are reported at once.
  checkTarget(raw, facts, complain);
  checkRepositories(given, complainOfValue);
  checkSecrets(given, complain);
  checkLists(values, complainOfValue);
  const { isBundled, from } = facts;
  const route = isBundled ? STRAIGHT : routeTo(values.BASE_URL, raw);
  if ('allowed' in route) problems.push({ setting: route.variable, given: null, allowed: route.allowed });
  else if (problems.length === 0) return { ok: true, settings: { ...values, route, isBundled, from } };
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
