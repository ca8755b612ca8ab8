import { writeFile } from 'node:fs/promises';
import { messageOf } from '../client/thrown.ts';
import { describeProblems, parseSettings, type RawSettings, type Settings } from '../settings/parse.ts';
import { type Gathered, gatherSettings } from '../settings/sources.ts';
import { tokensIn } from '../settings/tokens.ts';
import { say } from './output.ts';

/** The call is invalid. The message says what was given and what is allowed. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Turns an error of some work into one that is the caller's fault. @throws {UsageError} always */
export function rejectAsUsageError(error: unknown): never {
  throw new UsageError(messageOf(error), { cause: error });
}

/**
 * Returns the settings from flags, the environment and `.env`.
 * @throws {UsageError} if `.env` cannot be read
 */
export function givenSettings(flags: RawSettings): Gathered {
  try {
    return gatherSettings(flags);
  } catch (error) {
    return rejectAsUsageError(error);
  }
}

/** Returns the report folder, as far as it is known if settings are invalid. */
export const folderOf = ({ REPORT_DIR = '' }: RawSettings): string =>
  REPORT_DIR.trim() || process.env['REPORT_DIR']?.trim() || 'reports';

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
  return tokensIn(given).scrub(sentence);
}

/**
 * Writes a text to standard output, or to the file of --output.
 * @param flag `wx` if an existing file may hold somebody's work
 * @throws {UsageError} if the file cannot be written
 */
export async function writeOutput(text: string, path: string | undefined, flag: 'w' | 'wx'): Promise<void> {
  if (path === undefined) process.stdout.write(text);
  else
    await writeFile(path, text, { flag }).catch((error: unknown) => {
      throw new UsageError(
        `The file ${JSON.stringify(path)} cannot be written: ${messageOf(error)}. Give --output another one.`,
        { cause: error },
      );
    });
}
