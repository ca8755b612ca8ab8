import { TELLING, tokensIn } from '../host/settings.ts';
import { gatherSettings } from '../host/settings-sources.ts';

/** A sentence without the tokens that were given: a path or an error may hold one. */
export function hideTokens(sentence: string): string {
  let given: Readonly<Record<string, string | undefined>> = process.env;
  try {
    given = gatherSettings({}).raw;
  } catch {
    // That the settings cannot be read is said elsewhere.
  }
  return tokensIn(given, TELLING).scrub(sentence);
}
