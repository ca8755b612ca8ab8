import fc from 'fast-check';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const ofLength = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...CHARACTERS), { minLength: length, maxLength: length })
    .map((characters) => characters.join(''));

/** Tokens that nobody was given, of many lengths, of characters that every service takes for a token. */
export const madeUpTokens: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 12, max: 64 }), fc.integer({ min: 1, max: 11 }), fc.integer({ min: 65, max: 250 }))
  .chain(ofLength);

/** Lengths of tokens that services give out, and one beyond all of them; the first is tried where few can be. */
const LENGTHS = [36, 20, 32, 40, 64, 200] as const;

/** Made-up tokens of the usual lengths, those of a seed. */
export function usualTokens(seed: number): string[] {
  return LENGTHS.map(
    (length) => fc.sample(ofLength(length), { seed: seed + length, numRuns: 1 })[0] ?? 'madeup',
  );
}

/** A token that is nearly the real one, or matches it where wildcards are allowed. The label says how it was made and is shown in its place. */
export interface NearMiss {
  readonly token: string;
  readonly label: string;
}

/** Below this length a half of a token may be anything, and could be somebody's. */
const SHORTEST = 8;

/** The next character of the same kind: an "f" never becomes an "F", and a hexadecimal digit stays one. */
function otherCharacter(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 1) % 10);
  const lower = character.toLowerCase();
  const other = lower === 'f' ? 'a' : lower === 'z' ? 'y' : String.fromCharCode(lower.charCodeAt(0) + 1);
  return character === lower ? other : other.toUpperCase();
}

/**
 * Near misses of a token: its first half, itself with eight characters more, itself with one character in the middle
 * changed. Neither its case alone nor its last character alone is changed: some encodings do not tell these apart.
 *
 * @param known tokens that are valid, which a near miss must not be
 */
export function nearMisses(token: string, name: string, known: readonly string[]): NearMiss[] {
  if (token.length < SHORTEST) return [];
  const middle = Array.from(token, (_, index) => index)
    .filter((index) => index < token.length - 1 && /[0-9A-Za-z]/.test(token.charAt(index)))
    .toSorted((a, b) => Math.abs(a - token.length / 2) - Math.abs(b - token.length / 2))[0];
  const misses = [
    { token: token.slice(0, Math.floor(token.length / 2)), label: `first half of ${name}` },
    { token: `${token}x7Kq2mZ9`, label: `${name} with eight characters more` },
  ];
  if (middle !== undefined) {
    const changed = `${token.slice(0, middle)}${otherCharacter(token.charAt(middle))}${token.slice(middle + 1)}`;
    misses.push({ token: changed, label: `${name} with one character changed` });
  }
  return misses.filter((miss) => !known.includes(miss.token));
}

/** What a database takes for any character, as many times as a token is long: their number is nobody's business. */
export const anyCharacters = (token: string, name: string): NearMiss => ({
  token: '_'.repeat(Math.max(1, token.length)),
  label: `an underscore for each character of ${name}`,
});

/** What a database or a shell takes for any text; no Bearer token may hold them. */
export const WILDCARDS = ['%', '*'] as const;
