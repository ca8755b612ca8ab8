import fc from 'fast-check';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const letter = fc.constantFrom(...LETTERS);
const letterOrDigit = fc.constantFrom(...LETTERS, ...'0123456789');

/**
 * Owner and repository names that nobody has: long enough to be unique, plain enough that every service
 * accepts them.
 */
export const names: fc.Arbitrary<string> = fc
  .tuple(letter, fc.array(letterOrDigit, { minLength: 15, maxLength: 22 }), letter)
  .map(([first, middle, last]) => `${first}${middle.join('')}${last}`);

/** Suffixes that turn a real name into a made-up one. */
export const suffixes: fc.Arbitrary<string> = fc
  .tuple(letter, fc.array(letterOrDigit, { minLength: 8, maxLength: 10 }))
  .map(([first, rest]) => `-${first}${rest.join('')}`);
