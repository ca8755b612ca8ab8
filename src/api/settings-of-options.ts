import { parseSettings, type RawSettings, type Settings } from '../settings/parse.ts';
import { misspeltIn } from '../settings/sources.ts';
import { didYouMean } from '../settings/spelling.ts';
import { camel, SETTINGS, settingNames } from '../settings/table.ts';
import { InvalidOptions, type OptionProblem } from './errors.ts';
import type { TestOptions } from './options.ts';

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The options that are no settings: what each must be, and what that is called. */
const OTHERS: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  fetch: [isFunction, 'a function (request: Request) => Response, or a promise of one'],
  listener: [isFunction, 'a function (request, response) as node:http calls it'],
  signal: [
    (value) => isObject(value) && 'addEventListener' in value && isFunction(value.addEventListener),
    'an AbortSignal',
  ],
  env: [isObject, 'an object of variables, such as process.env'],
};
const OPTIONS = [...settingNames.map(camel), ...Object.keys(OTHERS)];

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

/** Returns the problem of an option without a look at the settings; `null` if there is none. */
function problemOf(option: string, value: unknown): OptionProblem | null {
  const [isGood, allowed] = OTHERS[option] ?? [];
  const problem = { option, setting: null, given: null };
  if (!OPTIONS.includes(option))
    return {
      ...problem,
      option: shownName(option),
      allowed: `no such option${didYouMean(option, OPTIONS, 1)}`,
    };
  return allowed === undefined || isGood?.(value) !== false ? null : { ...problem, allowed };
}

export interface ParsedOptions {
  readonly settings: Settings;
  /** Report folder; `null` if no reports are written. */
  readonly reportDir: string | null;
}

/**
 * Converts options into settings, whose texts are parsed as those of the environment are.
 * @throws {InvalidOptions} with every problem of the options
 */
export function settingsOfOptions(given: TestOptions): ParsedOptions {
  const { env, fetch, listener } = given;
  const options = new Map(
    Object.entries<unknown>({ ...given }).filter(([, value]) => (value ?? null) !== null),
  );
  const problems = [...options].flatMap(([option, value]) => problemOf(option, value) ?? []);
  const environment: RawSettings = isObject(env) ? env : {};
  const own = settingNames.filter((name) => options.has(camel(name)));
  const raw: RawSettings = {
    ...environment,
    ...Object.fromEntries(own.map((name) => [name, written(options.get(camel(name)))])),
  };
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
    { misspelt: misspeltIn(Object.keys(environment), 'env').problems },
  );
  if (!parsed.ok)
    for (const { setting, given: value, allowed } of parsed.problems)
      problems.push({
        option: setting in SETTINGS ? camel(setting) : setting,
        setting,
        given: value,
        allowed,
      });
  if (!parsed.ok || problems.length > 0) throw new InvalidOptions(problems);
  const reportDir = raw['REPORT_DIR']?.trim() ?? '';
  return { settings: parsed.settings, reportDir: reportDir === '' ? null : reportDir };
}
