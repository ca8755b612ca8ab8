import { rejectPath, UsageError, writeTogether } from '../report-folder/files.ts';
import { describeProblems, parseSettings, type RawSettings, type Settings } from '../settings/parse.ts';
import { gatherSettings } from '../settings/sources.ts';
import { tokensIn } from '../settings/tokens.ts';
import { printStderr } from './output.ts';

/** Returns the parsed settings of a command. @param adjust changes their texts before @throws {UsageError} with all problems */
export function usableSettings(flags: RawSettings, adjust = (raw: RawSettings) => raw): Settings {
  const { warnings, raw, ...given } = gatherSettings(flags);
  for (const warning of warnings) printStderr(warning);
  const parsed = parseSettings(adjust(raw), given);
  if (!parsed.ok) throw new UsageError(describeProblems(parsed.problems));
  return parsed.settings;
}

/** Returns the report folder, also if other settings are invalid. */
export const folderOf = (flags: RawSettings): string =>
  gatherSettings(flags).raw['REPORT_DIR']?.trim() || 'reports';

/** Hides the configured tokens in a sentence, since a path or an error may contain one. */
export const hideTokens = (sentence: string): string => tokensIn(gatherSettings({}).raw).scrub(sentence);

/** Writes a text to standard output ("-") or to a file. @param begins the beginning of a file that may be replaced; default: none */
export async function writeOutput(text: string, path = '-', begins?: RegExp): Promise<void> {
  if (path === '-') process.stdout.write(text);
  else await writeTogether(new Map([[path, { text, begins }]])).catch(rejectPath(path, '--output', 'file'));
}
