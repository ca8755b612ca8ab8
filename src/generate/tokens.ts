import { array, constantFrom, sample } from 'fast-check';
import type { NearMiss } from './near-misses.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PLAIN = `${LETTERS}0123456789`;

/** Lengths and characters of made-up tokens. Some services judge a token by its length, or by the kind of its characters. */
const SHAPES = {
  usual: [36, PLAIN],
  short: [16, PLAIN],
  long: [200, PLAIN],
  letters: [40, LETTERS],
} as const;
export type TokenShape = keyof typeof SHAPES;

/** Returns a made-up token, determined by the seed. */
export function madeUpToken(seed: number, shape: TokenShape): string {
  const [length, from] = SHAPES[shape];
  const characters = array(constantFrom(...from), { minLength: length, maxLength: length });
  return sample(characters, { seed: seed + length, numRuns: 1 })
    .flat()
    .join('');
}

/** A SQL pattern that matches any token of the same length. The label hides that length. */
export const anyCharacters = (token: string, name: string): NearMiss => ({
  token: '_'.repeat(Math.max(1, token.length)),
  label: `an underscore for each character of ${name}`,
});
