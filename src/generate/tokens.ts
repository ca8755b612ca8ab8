import { sample, stringMatching } from 'fast-check';
import type { NearMiss } from './near-misses.ts';

/** Returns a made-up token, determined by the seed. */
export const madeUpToken = (seed: number, length: number): string =>
  sample(stringMatching(new RegExp(`^[A-Za-z0-9]{${length}}$`)), {
    seed: seed + length,
    numRuns: 1,
  })[0] ?? 'madeup';

/** A SQL pattern that matches any token of the same length. The label hides that length. */
export const anyCharacters = (token: string, name: string): NearMiss => ({
  token: '_'.repeat(Math.max(1, token.length)),
  label: `an underscore for each character of ${name}`,
});
