import { gatherSettings } from '../settings/sources.ts';
import { TELLING, tokensIn } from '../settings/tokens.ts';

/** Hides the configured tokens in a sentence, since a path or an error may contain one. */
export function hideTokens(sentence: string): string {
  let given: Readonly<Record<string, string | undefined>> = process.env;
  try {
    given = gatherSettings({}).raw;
  } catch {
    // Unreadable settings are reported elsewhere.
  }
  return tokensIn(given, TELLING).scrub(sentence);
}
