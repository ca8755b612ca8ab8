import { isUtf8 } from 'node:buffer';
import { lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { codeOf } from '../client/thrown.ts';
import { shown } from '../report/text.ts';
import type { BundledAsked, DotEnv } from './bundled-meant.ts';
import { isCheckout } from './called.ts';
import type { RawSettings, SettingProblem } from './settings.ts';
import { flagOf, settingNames } from './settings.ts';

/** @throws {Error} if the working directory no longer exists */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new Error(
      'The folder in which issue-conformance was started no longer exists; start it in another one. Nothing was sent.',
    );
  }
}

/** True if CI is set, which most CI systems do, to anything but "false". */
const isCi = ({ CI = '' }: RawSettings): boolean => !['', 'false'].includes(CI.trim().toLowerCase());

interface DotEnvSettings extends Pick<DotEnv, 'lines'> {
  readonly settings: RawSettings;
}

const CAUSES: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOENT: 'it is a link to a file that does not exist',
  ELOOP: 'it is a link that leads back to itself',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/**
 * Returns the content of `.env`; `null` if there is no such file.
 * @throws {Error} if it cannot be read as text
 */
function dotenvIn(folder: string): DotEnvSettings | null {
  const path = resolve(folder, '.env');
  const unusable = (why: string): Error =>
    new Error(`The settings in ${JSON.stringify(path)} cannot be read: ${why}. Nothing was sent.`);
  const unreadable = (why: string): Error => unusable(`${why}; make it a text file in UTF-8, or remove it`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = String(codeOf(error));
    // A dangling link means that somebody's settings are lost.
    if (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
    throw unreadable(CAUSES[code] ?? code);
  }
  // Another encoding would produce wrong names or no settings at all.
  if (!isUtf8(bytes) || bytes.includes(0)) throw unreadable('it is not text in UTF-8');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const settings = parse(text);
  // Without quotes, the second line of HEADERS would become its own setting and be lost.
  const stray = Object.keys(settings).find((name) => name.includes('-'));
  if ('HEADERS' in settings && stray !== undefined)
    throw unusable(
      `${stray} would be a setting of its own; put all lines of HEADERS between one pair of quotes, with a line break or, in double quotes, \\n between them`,
    );
  const lines = text
    .split(/\r\n?|\n/)
    .map((line, index) => ({ number: index + 1, text: line }))
    .filter((line) => !/^\s*(?:#|$)/.test(line.text));
  return { settings, lines };
}

/** Settings from all sources, with facts on the bundled service. */
export interface Gathered {
  readonly raw: RawSettings;
  readonly asked: BundledAsked;
}

/**
 * Collects settings from all sources: a flag overrides the environment, which overrides `.env`. An empty
 * variable or line counts as missing. An empty flag unsets the setting. An empty address overrides later
 * sources.
 * @param flags settings; `BUNDLED` exists only as a flag
 * @throws {Error} if `.env` exists but cannot be read
 */
export function gatherSettings(
  { BUNDLED, ...flags }: RawSettings,
  environment: RawSettings = process.env,
  folder = currentFolder(),
): Gathered {
  const given = (settings: RawSettings) =>
    Object.entries(settings).filter(([, value]) => value !== undefined && value.trim() !== '');
  const found = dotenvIn(folder);
  const file = found?.settings ?? {};
  const address = [flags, environment, file].flatMap((settings) => settings['BASE_URL'] ?? []).at(0);
  const raw = Object.fromEntries([
    ...given(file),
    ...given(environment),
    ...Object.entries(flags).filter(([, value]) => value !== undefined),
    ...(address === undefined ? [] : [['BASE_URL', address] as const]),
  ]);
  const beating = new Set([...given(environment), ...given(flags)].map(([name]) => name));
  const dotenv =
    found === null
      ? null
      : {
          names: Object.keys(file),
          counting: given(file).flatMap(([name]) => (beating.has(name) ? [] : name)),
          lines: found.lines,
        };
  const isBundled = BUNDLED !== undefined;
  return { raw, asked: { isBundled, mustBeFlag: isCi(environment) && !isCheckout(), dotenv } };
}

/** Returns one line per problem, with the given and the allowed value. */
export function describeProblems(problems: readonly SettingProblem[]): string {
  const lines = problems.map(({ setting, given, allowed }) => {
    const flag = settingNames.includes(setting) ? flagOf(setting) : null;
    const name = flag === null ? setting : `${setting} (${flag})`;
    return `  ${name}${given === null ? ': ' : ` is ${shown(JSON.stringify(given))}; expected `}${allowed}`;
  });
  return [
    `${problems.length === 1 ? 'Invalid setting' : `${problems.length} invalid settings`}; nothing was sent:`,
    ...lines,
  ].join('\n');
}
