import { parseSettings, type RawSettings, type Settings } from '../host/settings.ts';
import { describeProblems, type Gathered, gatherSettings } from '../host/settings-sources.ts';
import { orUsageError, UsageError } from './usage-error.ts';

/**
 * Returns the settings from flags, the environment and `.env`.
 * @throws {UsageError} if `.env` cannot be read
 */
export const givenSettings = (flags: RawSettings): Gathered => orUsageError(() => gatherSettings(flags));

/** Returns the parsed settings of a command. @throws {UsageError} with all problems of the settings */
export function usableSettings({ raw, asked }: Gathered): Settings {
  const parsed = parseSettings(raw, asked);
  if (!parsed.ok) throw new UsageError(describeProblems(parsed.problems));
  return parsed.settings;
}
