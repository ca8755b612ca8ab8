import { type ExtraHeader, type Secrets, secretsOf } from '../client/secrets.ts';
import { headersIn } from './headers.ts';
import { isHidden } from './names.ts';
import { settingNames } from './table.ts';

/** True for a token that may stand in any sentence: to hide it would garble the output. */
const isWord = (token: string): boolean => /^(?:[a-z]{1,15}|\d{1,7}|.{1,3})$/i.test(token);

/** Minimum length of a header's value to look for in any text; a shorter one may occur in a sentence by chance. */
const TELLING = 8;

/**
 * Returns headers with their secrets: values, and values of cookies in them, which a service may repeat alone. What
 * another setting shows anyway is no secret.
 */
export function withSecrets(
  headers: ReturnType<typeof headersIn>,
  settings: Readonly<Record<string, unknown>>,
): readonly ExtraHeader[] {
  const shown = settingNames.flatMap((name) => {
    const value = settings[name];
    return isHidden(name) || typeof value !== 'string' ? [] : [value.toLowerCase()];
  });
  const isSecret = (part: string): boolean =>
    part.length >= TELLING && !shown.some((text) => text.includes(part.toLowerCase()));
  return headers.map(({ name, value }) => {
    const cookies = value.split(/;\s*/).map((part) => part.slice(part.indexOf('=') + 1));
    return { name, value, secrets: [value, ...cookies].filter(isSecret) };
  });
}

/** Returns the tokens and header values of some settings as secrets. */
export function tokensIn(given: Readonly<Record<string, string | undefined>>): Secrets {
  const { TOKEN = '', OUTSIDER_TOKEN = '', HEADERS = '' } = given;
  const [token, outsiderToken] = [TOKEN, OUTSIDER_TOKEN].map((one) => (isWord(one) ? undefined : one));
  return secretsOf({ token, outsiderToken }, null, withSecrets(headersIn(HEADERS), given));
}
