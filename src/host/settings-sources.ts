import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { shown } from '../report/text.ts';
import type { RawSettings, SettingProblem } from './settings.ts';
import { flagOf } from './settings.ts';

/** @throws {Error} where the folder that the process was started in is gone */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new Error(
      'The folder in which issue-conformance was started no longer exists; start it in another one. Nothing was sent.',
    );
  }
}

/** Settings of `.env` in the current folder; none where there is no such file. @throws {Error} where it cannot be read as text */
function dotenvSettings(folder: string): RawSettings {
  const path = resolve(folder, '.env');
  const unusable = (why: string): Error =>
    new Error(`The settings in ${JSON.stringify(path)} cannot be read: ${why}. Nothing was sent.`);
  const unreadable = (why: string): Error => unusable(`${why}; make it a text file in UTF-8, or remove it`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return {};
    throw unreadable(code === 'EISDIR' ? 'it is a folder' : String(code));
  }
  // Another encoding would be read as settings of other names, and as none at all.
  if (!isUtf8(bytes) || bytes.includes(0)) throw unreadable('it is not text in UTF-8');
  const settings = parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  // Without quotes, the second line of HEADERS is a setting of its own, and would be lost.
  const stray = Object.keys(settings).find((name) => name.includes('-'));
  if ('HEADERS' in settings && stray !== undefined)
    throw unusable(
      `${stray} would be a setting of its own; put all lines of HEADERS between one pair of quotes, with a line break or, in double quotes, \\n between them`,
    );
  return settings;
}

/**
 * Settings from all their sources: a flag beats the environment, which beats `.env`. An empty text is no setting, but for
 * an address: an empty one hides those of the sources behind it.
 * @throws {Error} where `.env` is there and cannot be read
 */
export function gatherSettings(
  flags: RawSettings,
  environment: RawSettings = process.env,
  folder = currentFolder(),
): RawSettings {
  const given = (settings: RawSettings) =>
    Object.entries(settings).filter(([, value]) => value !== undefined && value.trim() !== '');
  const file = dotenvSettings(folder);
  const address = [flags, environment, file].flatMap((settings) => settings['BASE_URL'] ?? []).at(0);
  return Object.fromEntries([
    ...given(file),
    ...given(environment),
    ...Object.entries(flags).filter(([, value]) => value !== undefined),
    ...(address === undefined ? [] : [['BASE_URL', address] as const]),
  ]);
}

/** Every problem on a line of its own: what was given, what is allowed. */
export function describeProblems(problems: readonly SettingProblem[]): string {
  const lines = problems.map(({ setting, given, allowed }) => {
    const flag = flagOf(setting);
    const name = flag === null ? setting : `${setting} (${flag})`;
    return `  ${name}${given === null ? ': ' : ` is ${shown(JSON.stringify(given))}; expected `}${allowed}`;
  });
  return [
    `${problems.length === 1 ? 'Invalid setting' : `${problems.length} invalid settings`}; nothing was sent:`,
    ...lines,
  ].join('\n');
}
