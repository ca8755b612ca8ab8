import { messageOf } from '../client/thrown.ts';
import { type OwnText, writeTogether } from '../report-folder/files.ts';
import { describeProblems, parseSettings, type RawSettings, type Settings } from '../settings/parse.ts';
import { type Gathered, gatherSettings } from '../settings/sources.ts';
import { tokensIn } from '../settings/tokens.ts';
import { printStderr } from './output.ts';

/** The call is invalid. The message says what was given and what is allowed. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Turns an error of some work into one that is the caller's fault. @throws {UsageError} always */
export function rejectAsUsageError(error: unknown): never {
  // Node's words are "ENOENT: no such file or directory, uv_cwd".
  const isGone = messageOf(error).endsWith('uv_cwd');
  const problem = isGone
    ? 'The working directory is gone; change to a folder that exists.'
    : messageOf(error);
  throw new UsageError(problem, { cause: error });
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
  for (const warning of gathered.warnings) printStderr(warning);
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
 * Writes a text to standard output, also if --output is "-", or to the file of --output.
 * @throws {UsageError} if the file cannot be written, or there is one that this program did not write
 */
export async function writeOutput(output: OwnText, path: string | undefined): Promise<void> {
  if (path === undefined || path === '-') process.stdout.write(output.text);
  else
    await writeTogether(new Map([[path, output]])).catch((error: unknown) => {
      throw new UsageError(
        `The file ${JSON.stringify(path)} cannot be written: ${messageOf(error)}. Give --output another one.`,
        { cause: error },
      );
    });
}
