import { array, constantFrom, sample } from 'fast-check';
import type { NearMiss } from './near-misses.ts';

const PLAIN = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];

/** Returns a made-up token, determined by the seed. */
export function madeUpToken(seed: number, length: number): string {
  const characters = array(constantFrom(...PLAIN), { minLength: length, maxLength: length });
  return sample(characters, { seed: seed + length, numRuns: 1 })
    .flat()
    .join('');
}

/** A SQL pattern that matches any token of the same length. The label hides that length. */
export const anyCharacters = (token: string, name: string): NearMiss => ({
  token: '_'.repeat(Math.max(1, token.length)),
  label: `an underscore for each character of ${name}`,
});
