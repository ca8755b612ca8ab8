import * as z from 'zod';
import { parseSettings, type RawSettings, type SettingProblem, type Settings } from '../settings/parse.ts';
import { misspeltIn } from '../settings/sources.ts';
import { didYouMean } from '../settings/spelling.ts';
import { camel, SETTINGS, type SettingName, settingNames } from '../settings/table.ts';
import { InvalidOptions, type OptionProblem } from './errors.ts';
import type { RunOptions, TestOptions } from './options.ts';
import { settingOptions } from './setting-options.ts';

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const schema = z.strictObject({
  ...settingOptions,
  fetch: z.custom(isFunction, 'a function (request: Request) => Response, or a promise of one').optional(),
  listener: z.custom(isFunction, 'a function (request, response) as node:http calls it').optional(),
  signal: z
    .custom(
      (value) => isObject(value) && 'addEventListener' in value && isFunction(value.addEventListener),
      'an AbortSignal',
    )
    .optional(),
  env: z.custom(isObject, 'an object of variables, such as process.env').optional(),
});
const OPTIONS = Object.keys(schema.shape);
const settingNamed = (option: string): SettingName | null =>
  settingNames.find((name) => camel(name) === option) ?? null;

const OF_HANDLERS = 'http://localhost';

/** Returns a value in the form of a setting. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

/** Returns an unknown option name if it is safe to show, since it may be a misplaced value. */
const shownName = (name: string): string => (/^[A-Za-z_]{1,40}$/.test(name) ? name : '(an option)');

/** Converts options of the right type into settings. A value of the wrong type is not shown: it may be anything. */
function rawOf(given: Readonly<Record<string, unknown>>): {
  readonly raw: RawSettings;
  readonly problems: OptionProblem[];
} {
  const problems = new Map<string, OptionProblem>();
  for (const issue of schema.safeParse(given).error?.issues ?? []) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : null;
    for (const option of unknown ?? [String(issue.path[0])]) {
      const near = didYouMean(option, OPTIONS, 1);
      const allowed =
        unknown === null
          ? issue.message
          : `no such option${near === '' ? `; there are ${OPTIONS.join(', ')}` : near}`;
      const named = unknown === null ? option : shownName(option);
      problems.set(option, { option: named, setting: settingNamed(option), given: null, allowed });
    }
  }
  const raw = settingNames.flatMap((name) => {
    const value = given[camel(name)];
    return value === undefined || problems.has(camel(name)) ? [] : [[name, written(value)]];
  });
  return { raw: Object.fromEntries(raw), problems: [...problems.values()] };
}

export interface ParsedOptions {
  readonly settings: Settings;
  /** Report folder; `null` if no reports are written. */
  readonly reportDir: string | null;
}

/** Converts options into settings. @throws {InvalidOptions} with every problem of the options */
export function settingsOfOptions(given: RunOptions | TestOptions): ParsedOptions {
  const { env, fetch, listener } = given;
  const { raw: own, problems } = rawOf({ ...given });
  const environment: RawSettings = isObject(env) ? env : {};
  const raw: RawSettings = { ...environment, ...own };
  const complain = (option: string, setting: string | null, allowed: string): void => {
    problems.push({ option, setting, given: null, allowed });
  };
  if (fetch !== undefined && listener !== undefined)
    complain('listener', null, 'not together with fetch: one service is checked');
  if (fetch === undefined && listener === undefined && raw['BASE_URL'] === undefined)
    complain(
      'baseUrl',
      'BASE_URL',
      'required where neither fetch nor listener is given: the address of the service',
    );
  // The rest is checked too, so that all problems are reported at once.
  const parsed = parseSettings(
    { ...raw, BASE_URL: raw['BASE_URL'] ?? OF_HANDLERS },
    { isBundled: false, from: new Map(), misspelt: misspeltIn(Object.keys(environment), 'env').problems },
  );
  const named = new Set(problems.map(({ setting }) => setting));
  const further = ({ setting }: SettingProblem): boolean => !named.has(setting);
  if (!parsed.ok)
    problems.push(
      // An option of the wrong type was left out above, so it would also count as missing.
      ...parsed.problems.filter(further).map(({ setting, given: value, allowed }) => ({
        option: setting in SETTINGS ? camel(setting) : setting,
        setting,
        given: value,
        allowed,
      })),
    );
  if (!parsed.ok || problems.length > 0) throw new InvalidOptions(problems);
  const reportDir = raw['REPORT_DIR']?.trim() ?? '';
  return { settings: parsed.settings, reportDir: reportDir === '' ? null : reportDir };
}
