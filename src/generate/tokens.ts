import fc from 'fast-check';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Tokens that nobody was given, of many lengths, of characters that every service takes for a token. */
export const madeUpTokens: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 12, max: 64 }), fc.integer({ min: 1, max: 11 }), fc.integer({ min: 65, max: 250 }))
  .chain((length) => fc.array(fc.constantFrom(...CHARACTERS), { minLength: length, maxLength: length }))
  .map((characters) => characters.join(''));

/** One made-up token of a seed. */
export function madeUpToken(seed: number): string {
  return fc.sample(madeUpTokens, { seed, numRuns: 1 })[0] ?? 'madeup';
}

/** One that is longer than any that services give out, and no longer than a header may be. */
export function longToken(seed: number): string {
  const characters = fc.constantFrom(...CHARACTERS);
  const [token = []] = fc.sample(fc.array(characters, { minLength: 200, maxLength: 200 }), {
    seed,
    numRuns: 1,
  });
  return token.join('');
}

/** First the token, then others of its kind: a service may have learnt to know the first one. */
export function freshly(token: string): () => string {
  let times = 0;
  return () => {
    times += 1;
    return times === 1
      ? token
      : `${token.slice(0, -1)}${CHARACTERS.charAt(times % CHARACTERS.length)}${times}`;
  };
}

/** A token that is nearly the real one. The label says how it was made and is shown in its place. */
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
