import fc from 'fast-check';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const letter = fc.constantFrom(...LETTERS);
const letterOrDigit = fc.constantFrom(...LETTERS, ...'0123456789');

/**
 * Names of owners and repositories that nobody has: long enough to be made up, plain enough that no service refuses
 * them for their characters or their length.
 */
export const names: fc.Arbitrary<string> = fc
  .tuple(letter, fc.array(letterOrDigit, { minLength: 15, maxLength: 22 }), letter)
  .map(([first, middle, last]) => `${first}${middle.join('')}${last}`);

/** Endings that make a made-up name of a real one. */
export const suffixes: fc.Arbitrary<string> = fc
  .tuple(letter, fc.array(letterOrDigit, { minLength: 8, maxLength: 10 }))
  .map(([first, rest]) => `-${first}${rest.join('')}`);

/** A name that nobody has, and an ending that makes one of a real name: the same for all rules that are given one seed. */
export function madeUpNames(seed: number): { readonly other: string; readonly suffix: string } {
  const [other = ''] = fc.sample(names, { seed, numRuns: 1 });
  const [suffix = ''] = fc.sample(suffixes, { seed, numRuns: 1 });
  return { other, suffix };
}
