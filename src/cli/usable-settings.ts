import { parseSettings, type RawSettings, type Settings } from '../host/settings.ts';
import { describeProblems } from '../host/settings-sources.ts';
import { UsageError } from './usage-error.ts';

/** The settings of a command. @throws {UsageError} that names everything that is wrong with them */
export function usableSettings(raw: RawSettings): Settings {
  const parsed = parseSettings(raw);
  if (!parsed.ok) throw new UsageError(describeProblems(parsed.problems));
  return parsed.settings;
}
