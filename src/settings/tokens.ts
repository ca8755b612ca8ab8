import { labelOf } from '../client/extra-header.ts';
import { type Secrets, secretsOf } from '../client/secrets.ts';
import { valuesIn, withSecrets } from './headers.ts';
import type { RawSettings } from './parse.ts';
import { isHidden, settingNames } from './table.ts';

/** Minimum length of a token to look for in a message; a shorter one may occur in a sentence by chance. */
export const TELLING = 8;

/** Returns texts that a run and its target show anyway. They are not secrets, even if HEADERS contains them. */
export function textsShown(settings: Readonly<Record<string, unknown>>): readonly string[] {
  return settingNames.flatMap((name) => {
    const value = settings[name];
    return isHidden(name) || typeof value !== 'string' || value === '' ? [] : [value];
  });
}

/**
 * Returns the tokens and header values of some settings as secrets.
 * @param least minimum length; shorter ones are left out
 */
export function tokensIn(given: RawSettings, least = 1): Secrets {
  const { TOKEN = '', OUTSIDER_TOKEN = '', HEADERS = '' } = given;
  const [token, outsiderToken] = [TOKEN, OUTSIDER_TOKEN].map((one) =>
    one.length >= least ? one : undefined,
  );
  const secrets = secretsOf({ token, outsiderToken });
  for (const { name, secrets: parts } of withSecrets(valuesIn(HEADERS), textsShown(given)))
    for (const part of parts) secrets.add(part, labelOf(name));
  return secrets;
}
