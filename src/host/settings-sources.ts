import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import type { RawSettings, SettingProblem } from './settings.ts';
import { flagOf } from './settings.ts';

/** Settings of `.env` in the current folder; none where there is no such file. */
function dotenvSettings(folder: string): RawSettings {
  try {
    return parse(readFileSync(resolve(folder, '.env')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** Settings from all their sources: a flag beats the environment, which beats `.env`. An empty text is no setting. */
export function gatherSettings(
  flags: RawSettings,
  environment: RawSettings = process.env,
  folder = process.cwd(),
): RawSettings {
  const given = (settings: RawSettings) =>
    Object.entries(settings).filter(([, value]) => value !== undefined && value.trim() !== '');
  return Object.fromEntries([
    ...given(dotenvSettings(folder)),
    ...given(environment),
    ...Object.entries(flags).filter(([, value]) => value !== undefined),
  ]);
}

/** Every problem on a line of its own: what was given, what is allowed. */
export function describeProblems(problems: readonly SettingProblem[]): string {
  const lines = problems.map(({ setting, given, allowed }) => {
    const flag = flagOf(setting);
    const name = flag === null ? setting : `${setting} (${flag})`;
    return `  ${name}${given === null ? '' : ` was ${JSON.stringify(given)}`}: ${allowed}`;
  });
  return [
    `${problems.length === 1 ? 'A setting is' : `${problems.length} settings are`} not usable; nothing was sent:`,
    ...lines,
  ].join('\n');
}
