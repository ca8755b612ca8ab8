import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { messageOf } from '../client/thrown.ts';
import { sanitise } from '../model/text.ts';
import type { Given, RawSettings } from './parse.ts';
import { misspeltIn } from './spelling.ts';

/** Returns the settings in `.env`, if there is one. @throws {Error} if it cannot be read as text */
function dotenvIn(folder: string): RawSettings {
  const path = resolve(folder, '.env');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return {};
  // A pipe or a device may never end.
  if (!found.isFile()) throw new Error('it is not a file');
  const bytes = readFileSync(path);
  // Another encoding would produce wrong names or no settings at all.
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Error('it is not text in UTF-8');
  const settings = parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  // Without quotes, the second line of HEADERS would become its own setting and be lost.
  const stray = 'HEADERS' in settings && Object.keys(settings).find((name) => name.includes('-'));
  if (stray) throw new Error(`${stray} stands outside the quotes of HEADERS; put all its lines between them`);
  return settings;
}

const isGiven = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/**
 * Collects settings: a flag overrides the environment, which overrides `.env`. An empty variable or line counts as missing. An
 * empty flag unsets the setting. An empty address overrides later sources. @param flags settings; `BUNDLED` is only a flag
 */
export function gatherSettings(
  { BUNDLED, ...flags }: RawSettings,
  environment: RawSettings = process.env,
  folder = '',
): Given & { readonly raw: RawSettings; readonly warnings: readonly string[] } {
  let unreadable: Given['problems'] = [];
  let file: RawSettings = {};
  try {
    file = dotenvIn(folder);
  } catch (error) {
    unreadable = [{ setting: '.env', given: null, allowed: `it cannot be read: ${messageOf(error)}` }];
  }
  const raw: Record<string, string | undefined> = {};
  const from = new Map<string, string>();
  for (const [settings, where] of [
    [file, 'in .env'],
    [environment, 'in the environment'],
    [flags, 'by its flag'],
  ] as const)
    for (const [name, value] of Object.entries(settings)) {
      const isEmptyGiven = settings === flags || name === 'BASE_URL';
      if (!isGiven(value) && (value === undefined || !isEmptyGiven)) continue;
      raw[name] = value;
      from.set(name, where);
    }
  const names = Object.keys(environment).filter((name) => isGiven(environment[name]));
  const found = misspeltIn(names, 'the environment');
  return {
    raw,
    from,
    isBundled: BUNDLED !== undefined,
    problems: [
      ...unreadable,
      ...misspeltIn(Object.keys(file), '.env'),
      ...found.filter((one) => !one.isCommon),
    ],
    // Many programs share the environment, so that a common name is no error there.
    warnings: found
      .filter((one) => one.isCommon)
      .map(({ setting, allowed }) => `${sanitise(setting)}: ${allowed}`),
  };
}
