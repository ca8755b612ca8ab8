import { describeProblems, parseSettings, type RawSettings, type Settings } from '../settings/parse.ts';
import { type Gathered, gatherSettings } from '../settings/sources.ts';
import { TELLING, tokensIn } from '../settings/tokens.ts';
import { say } from './output.ts';
import { orUsageError, UsageError } from './usage-error.ts';

/**
 * Returns the settings from flags, the environment and `.env`.
 * @throws {UsageError} if `.env` cannot be read
 */
export const givenSettings = (flags: RawSettings): Gathered => orUsageError(() => gatherSettings(flags));

/** Returns the parsed settings of a command. @throws {UsageError} with all problems of the settings */
export function usableSettings(gathered: Gathered): Settings {
  for (const warning of gathered.warnings) say(warning);
  const parsed = parseSettings(gathered.raw, gathered);
  if (!parsed.ok) throw new UsageError(describeProblems(parsed.problems));
  return parsed.settings;
}

/** Hides the configured tokens in a sentence, since a path or an error may contain one. */
export function hideTokens(sentence: string): string {
  let given: RawSettings = process.env;
  try {
    given = gatherSettings({}).raw;
  } catch {
    // Unreadable settings are reported elsewhere.
  }
  return tokensIn(given, TELLING).scrub(sentence);
}
