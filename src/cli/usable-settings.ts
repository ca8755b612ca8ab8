import { parseSettings, type RawSettings, type Settings } from '../host/settings.ts';
import { describeProblems, type Gathered, gatherSettings } from '../host/settings-sources.ts';
import { orUsageError, UsageError } from './usage-error.ts';

/** What flags, the environment and `.env` say together. @throws {UsageError} where `.env` cannot be read */
export const givenSettings = (flags: RawSettings): Gathered => orUsageError(() => gatherSettings(flags));

/** The settings of a command. @throws {UsageError} that names everything that is wrong with them */
export function usableSettings({ raw, asked }: Gathered): Settings {
  const parsed = parseSettings(raw, asked);
  if (!parsed.ok) throw new UsageError(describeProblems(parsed.problems));
  return parsed.settings;
}
