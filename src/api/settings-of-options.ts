import { parseSettings, type RawSettings, type SettingProblem, type Settings } from '../settings/parse.ts';
import { misspeltIn } from '../settings/sources.ts';
import { didYouMean } from '../settings/spelling.ts';
import { camel, SETTINGS, type SettingName, type Shape, settingNames } from '../settings/table.ts';
import { InvalidOptions, type OptionProblem } from './errors.ts';
import type { RunOptions, TestOptions } from './options.ts';

interface Check {
  readonly fits: (value: unknown) => boolean;
  readonly allowed: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isText = (value: unknown): value is string => typeof value === 'string';

const SHAPES: Readonly<Record<Shape, Check>> = {
  text: { fits: isText, allowed: 'a text' },
  number: { fits: (value) => typeof value === 'number', allowed: 'a number' },
  boolean: { fits: (value) => typeof value === 'boolean', allowed: 'true or false' },
  list: { fits: (value) => Array.isArray(value) && value.every(isText), allowed: 'an array of texts' },
  lines: {
    fits: (value) =>
      isObject(value) &&
      Object.entries(value)
        .flat()
        .every((part) => isText(part) && !/[\r\n]/.test(part)),
    allowed: 'an object of texts without line breaks, by their names',
  },
};

const HANDED: Readonly<Record<'fetch' | 'listener' | 'signal' | 'env', Check>> = {
  fetch: { fits: isFunction, allowed: 'a function (request: Request) => Response, or a promise of one' },
  listener: { fits: isFunction, allowed: 'a function (request, response) as node:http calls it' },
  signal: {
    fits: (value) => isObject(value) && isFunction((value as Partial<AbortSignal>).addEventListener),
    allowed: 'an AbortSignal',
  },
  env: { fits: isObject, allowed: 'an object of variables, such as process.env' },
};

const settings = new Map<string, SettingName>(settingNames.map((name) => [camel(name), name]));
const OPTIONS = [...settings.keys(), ...Object.keys(HANDED)];

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
  const raw: Record<string, string> = {};
  const problems: OptionProblem[] = [];
  for (const [option, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const setting = settings.get(option) ?? null;
    const check =
      setting === null
        ? Object.entries(HANDED).find(([name]) => name === option)?.[1]
        : SHAPES[SETTINGS[setting].shape];
    if (check?.fits(value) === true) {
      if (setting !== null) raw[setting] = written(value);
      continue;
    }
    const near = didYouMean(option, OPTIONS, 1);
    const allowed =
      check?.allowed ?? `no such option${near === '' ? `; there are ${OPTIONS.join(', ')}` : near}`;
    problems.push({
      option: check === undefined ? shownName(option) : option,
      setting,
      given: null,
      allowed,
    });
  }
  return { raw, problems };
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
