import { parseSettings, type RawSettings, type Settings } from '../host/settings.ts';
import { InvalidOptions, type OptionProblem } from './errors.ts';
import type { RunOptions, TestOptions } from './options.ts';

/** How the value of an option is given. */
type Shape = 'text' | 'number' | 'boolean' | 'list' | 'lines';

/** Options that are no settings. */
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

/** Where a handler is asked if nobody says otherwise. */
const OF_HANDLERS = 'http://localhost';

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The setting that an option is: `PRIVATE_REPO` for `privateRepo`. */
export const settingOf = (option: string): string =>
  option.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Every option that is a setting. */
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

/** A value as a setting is written. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

/** A name that a caller made up, as far as it is fit to be shown: it may be a value that slipped. */
const shownName = (name: string): string => (/^[A-Za-z_]{1,40}$/.test(name) ? name : '(an option)');

/** Options as settings, as far as they have the right shape. */
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
      // The value is not shown: what has another shape may hold anything.
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

/** What a run within this process is made of. */
export interface ParsedOptions {
  readonly settings: Settings;
  /** Folders in which something is to be written; `null` for nowhere. */
  readonly reportDir: string | null;
}

/**
 * Options as the settings that they are.
 * @throws {InvalidOptions} with all that is wrong with them
 */
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
  // The rest is looked at all the same, so that everything is said at once.
  const parsed = parseSettings(hasAddress ? raw : { ...raw, BASE_URL: OF_HANDLERS });
  const named = new Set(found.map(({ option }) => option));
  if (!parsed.ok)
    found.push(
      ...parsed.problems
        .map((one) => ({ ...one, option: optionOf(one.setting) }))
        // What has the wrong shape was not handed on, and is not missing.
        .filter(({ option }) => !named.has(option)),
    );
  if (!parsed.ok || found.length > 0) throw new InvalidOptions(found);
  const reportDir = raw['REPORT_DIR']?.trim() ?? '';
  return { settings: parsed.settings, reportDir: reportDir === '' ? null : reportDir };
}
