import { array, constantFrom, sample } from 'fast-check';
import type { Address, TargetAccess } from '../client/request.ts';
import type { Route } from '../client/route.ts';
import { type Secrets, secretsOf } from '../client/secrets.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PLAIN = `${LETTERS}0123456789`;

/** Lengths and characters of made-up tokens. Some services judge a token by its length, or by the kind of its characters. */
const SHAPES = {
  usual: [36, PLAIN],
  short: [16, PLAIN],
  letters: [40, LETTERS],
  punctuation: [43, `${PLAIN}-._~+/`],
} as const;
export type TokenShape = keyof typeof SHAPES | 'unsigned';

/** Returns a token of over 255 characters: a JSON Web Token without a signature, which some libraries accept. */
const unsigned = (name: string): string => {
  const parts = [
    { alg: 'none', typ: 'JWT' },
    { sub: name, iss: name.repeat(2), iat: 1_516_239_022, exp: 4_102_444_800, scope: 'repo' },
  ];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
};

export function madeUpToken(seed: number, shape: TokenShape): string {
  if (shape === 'unsigned') return unsigned(madeUpToken(seed, 'usual'));
  const [length, from] = SHAPES[shape];
  const characters = array(constantFrom(...from), { minLength: length, maxLength: length });
  return sample(characters, { seed: seed + length, numRuns: 1 })
    .flat()
    .join('')
    .concat(shape === 'punctuation' ? '=' : '');
}

/** A token close to the real one, or one that matches it as a wildcard. Its label is shown in its place. */
interface NearMiss {
  readonly token: string;
  readonly label: string;
}

/** Minimum token length; half of a shorter one might be somebody's real token. */
const MIN_TOKEN_LENGTH = 8;

/** Returns the next character of the same kind: case is kept, and a hexadecimal digit stays one. */
function otherCharacter(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 1) % 10);
  const lower = character.toLowerCase();
  const other = lower === 'f' ? 'a' : lower === 'z' ? 'y' : String.fromCharCode(lower.charCodeAt(0) + 1);
  return character === lower ? other : other.toUpperCase();
}

/** The operation that a near miss is sent with. Each has others, all of one kind. */
export type NearMissPurpose = 'list' | 'create';
const MORE: Readonly<Record<NearMissPurpose, string>> = { list: 'x7Kq2mZ9', create: 'aB4nW8tL' };

/**
 * Returns near misses of TOKEN: its first half, the token with eight more characters, and with one middle
 * character changed. Case alone and the last character are never changed, because some encodings ignore them.
 * @param known valid tokens, which are excluded
 */
export function nearMisses(token: string, known: readonly string[], purpose: NearMissPurpose): NearMiss[] {
  if (token.length < MIN_TOKEN_LENGTH) return [];
  const inMiddle = Array.from(token, (_, index) => index)
    .filter((index) => index < token.length - 1 && /[0-9A-Za-z]/.test(token.charAt(index)))
    .toSorted((a, b) => Math.abs(a - token.length / 2) - Math.abs(b - token.length / 2));
  const middle = inMiddle[purpose === 'list' ? 0 : 1] ?? inMiddle[0];
  const misses = [
    { token: token.slice(0, Math.floor(token.length / 2)), label: 'first half of TOKEN' },
    {
      token: purpose === 'list' ? MORE.list + token : token + MORE.create,
      label: 'TOKEN with eight characters more',
    },
  ];
  if (middle !== undefined) {
    const changed = `${token.slice(0, middle)}${otherCharacter(token.charAt(middle))}${token.slice(middle + 1)}`;
    misses.push({ token: changed, label: 'TOKEN with one character changed' });
  }
  return misses.filter((miss) => !known.includes(miss.token));
}

/** A SQL pattern that matches any token of the same length. The label hides that length. */
export const anyCharacters = (token: string): NearMiss => ({
  token: '_'.repeat(Math.max(1, token.length)),
  label: 'an underscore for each character of TOKEN',
});

interface SecretSettings {
  readonly target: Pick<TargetAccess, 'token' | 'outsiderToken'>;
  readonly route?: Route;
  readonly address: Pick<Address, 'extra'>;
}

/** Returns the secrets of a run, near misses among them: a service may quote the credential that it refuses. */
export function secretsOfRun({ target, route, address }: SecretSettings): Secrets {
  const { token = '', outsiderToken } = target;
  const secrets = secretsOf(target, route?.proxy, address.extra);
  const known = outsiderToken === undefined ? [] : [outsiderToken];
  for (const purpose of ['list', 'create'] as const)
    for (const miss of nearMisses(token, known, purpose)) secrets.add(miss.token, miss.label);
  const pattern = anyCharacters(token);
  if (token.length >= MIN_TOKEN_LENGTH) secrets.add(pattern.token, pattern.label);
  return secrets;
}
