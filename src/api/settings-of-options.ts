import { parseSettings, type RawSettings, type Settings } from '../host/settings.ts';
import { InvalidOptions, type OptionProblem } from './errors.ts';
import type { RunOptions, TestOptions } from './options.ts';

/** Type of an option's value. */
type Shape = 'text' | 'number' | 'boolean' | 'list' | 'lines';

/** Options that are not settings. */
type Handed = 'fetch' | 'listener' | 'signal' | 'env';

const SHAPES: Readonly<Record<Exclude<keyof TestOptions, Handed>, Shape>> = {
  baseUrl: 'text',
  owner: 'text',
  repo: 'text',
  token: 'text',
  privateOwner: 'text',
  privateRepo: 'text',
  outsiderToken: 'text',
  writeOwner: 'text',
  writeRepo: 'text',
  headers: 'lines',
  label: 'text',
  writes: 'text',
  profile: 'text',
  only: 'list',
  skip: 'list',
  seed: 'number',
  concurrency: 'number',
  maxRequests: 'number',
  maxRate: 'number',
  timeoutMs: 'number',
  deadlineS: 'number',
  waitS: 'number',
  listedWithinMs: 'number',
  reportDir: 'text',
  reportFormat: 'list',
  historyDir: 'text',
  historyKeep: 'number',
  targetVersion: 'text',
  versionHeader: 'text',
  baseline: 'text',
  allowIncomplete: 'boolean',
  accept: 'text',
  apiVersion: 'text',
  apiVersionHeader: 'text',
};

const shapes = new Map<string, Shape>(Object.entries(SHAPES));

const WORDS: Readonly<Record<Shape, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  list: 'an array of texts',
  lines: 'an object of texts without line breaks, by their names',
};

const HANDED: Readonly<
  Record<Handed, { readonly fits: (value: unknown) => boolean; readonly allowed: string }>
> = {
  fetch: { fits: isFunction, allowed: 'a function (request: Request) => Response, or a promise of one' },
  listener: { fits: isFunction, allowed: 'a function (request, response) as node:http calls it' },
  signal: {
    fits: (value) => isObject(value) && isFunction((value as Partial<AbortSignal>).addEventListener),
    allowed: 'an AbortSignal',
  },
  env: { fits: isObject, allowed: 'an object of variables, such as process.env' },
};

/** Default address of a handler. */
const OF_HANDLERS = 'http://localhost';

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the setting of an option: `PRIVATE_REPO` for `privateRepo`. */
export const settingOf = (option: string): string =>
  option.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Names of all options that are settings. */
export const optionNames: readonly string[] = [...shapes.keys()];

const optionOf = (setting: string): string =>
  optionNames.find((one) => settingOf(one) === setting) ?? setting;

function hasShape(value: unknown, shape: Shape): boolean {
  if (shape === 'text') return typeof value === 'string';
  if (shape === 'list') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (shape === 'lines')
    return (
      isObject(value) &&
      Object.entries(value)
        .flat()
        .every((part) => typeof part === 'string' && !/[\r\n]/.test(part))
    );
  return typeof value === shape;
}

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

/** Converts options of the right type into settings. */
function rawOf(given: Readonly<Record<string, unknown>>): {
  readonly raw: RawSettings;
  readonly problems: readonly OptionProblem[];
} {
  const raw: Record<string, string> = {};
  const problems: OptionProblem[] = [];
  const complain = (option: string, setting: string | null, allowed: string) =>
    problems.push({ option, setting, given: null, allowed });
  for (const [option, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const shape = shapes.get(option);
    const handed = Object.entries(HANDED).find(([name]) => name === option)?.[1];
    if (shape !== undefined) {
      // The value is not shown, because a value of the wrong type may be anything.
      if (hasShape(value, shape)) raw[settingOf(option)] = written(value);
      else complain(option, settingOf(option), WORDS[shape]);
    } else if (handed === undefined)
      complain(
        shownName(option),
        null,
        `no such option; there are ${[...optionNames, ...Object.keys(HANDED)].join(', ')}`,
      );
    else if (!handed.fits(value)) complain(option, null, handed.allowed);
  }
  return { raw, problems };
}

/** Parsed options of a run within this process. */
export interface ParsedOptions {
  readonly settings: Settings;
  /** Report folder; `null` if no reports are written. */
  readonly reportDir: string | null;
}

/** Converts options into settings. @throws {InvalidOptions} with every problem of the options */
export function settingsOfOptions(given: RunOptions | TestOptions): ParsedOptions {
  const { env = {}, fetch, listener } = given;
  const { raw: own, problems } = rawOf({ ...given });
  const raw: RawSettings = { ...(isObject(env) ? env : {}), ...own };
  const isHandled = fetch !== undefined || listener !== undefined;
  const hasAddress = raw['BASE_URL'] !== undefined;
  const found: OptionProblem[] = [...problems];
  if (fetch !== undefined && listener !== undefined)
    found.push({
      option: 'listener',
      setting: null,
      given: null,
      allowed: 'not together with fetch: one service is checked',
    });
  if (!isHandled && !hasAddress)
    found.push({
      option: 'baseUrl',
      setting: 'BASE_URL',
      given: null,
      allowed: 'required where neither fetch nor listener is given: the address of the service',
    });
  // The rest is checked too, so that all problems are reported at once.
  const parsed = parseSettings(hasAddress ? raw : { ...raw, BASE_URL: OF_HANDLERS });
  const named = new Set(found.map(({ option }) => option));
  if (!parsed.ok)
    found.push(
      ...parsed.problems
        .map((one) => ({ ...one, option: optionOf(one.setting) }))
        // An option of the wrong type was left out above, so it would also count as missing.
        .filter(({ option }) => !named.has(option)),
    );
  if (!parsed.ok || found.length > 0) throw new InvalidOptions(found);
  const reportDir = raw['REPORT_DIR']?.trim() ?? '';
  return { settings: parsed.settings, reportDir: reportDir === '' ? null : reportDir };
}
