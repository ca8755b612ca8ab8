import fc from 'fast-check';

/**
 * Invalid values of `sort`. The valid ones are unspecified (section 4.1 rule 4), so no value resembles a
 * field name. None becomes empty when trimmed or stripped.
 */
const word = fc
  .array(fc.constantFrom(...'bcdfghjklmnpqrstvwxz'), { minLength: 8, maxLength: 14 })
  .map((letters) => `q${letters.join('')}`);

const around = (marks: readonly string[]) =>
  fc.tuple(word, fc.constantFrom(...marks), word).map(([before, mark, after]) => `${before}${mark}${after}`);

const otherScripts = fc
  .array(fc.constantFrom(...'ёжщыюяעצקלמδξψωあいうえお漢字語句नमक한글'), { minLength: 3, maxLength: 10 })
  .map((letters) => letters.join(''));

const punctuation = around([
  "'",
  '"',
  '`',
  "';--",
  '");',
  '\\',
  '/',
  '%',
  '&',
  '=',
  '+',
  '?',
  '#',
  ';',
  '<',
  '>',
  '|',
  '$',
  '{}',
  '[]',
  '()',
  '(',
  '[',
  ',',
  '*',
]);
/** Characters of four bytes in UTF-8, which some database columns cannot hold. */
const wide = around(['😀', '𠮷', '𐍈']);
const controls = around(['\u0000', '\u0001', '\t', '\n', '\r\n', '\u001b', '\u007f', '\u0085', '\u2028']);
const inherited = fc.constantFrom(
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  '__defineGetter__',
);
const long = fc
  .integer({ min: 300, max: 1800 })
  .chain((length) => fc.constantFrom(...'qxz').map((letter) => letter.repeat(length)));

export const invalidSorts: fc.Arbitrary<string> = fc.oneof(
  word,
  otherScripts,
  punctuation,
  wide,
  controls,
  inherited,
  long,
);

/** One of each kind, so that every profile tries every kind. */
export const invalidSortExamples = [
  'qxnonexistent',
  'constructor',
  'qzxv\'"--',
  '__proto__',
  'ыщюж',
  'qzx😀vbk',
  'qzx\\vbk',
  'qzx\u0000vbk',
  'q'.repeat(1200),
  // Values that some parsers read as a direction, list, escape, column number or expression.
  '-qzxvbk',
  'qzx,vbk',
  'qz%x vk',
  '74930251',
  'qz([{<vk',
] as const;

/**
 * For small profiles: the last value combines punctuation, another script, a control character and length.
 */
export const fewInvalidSorts = [
  'qxnonexistent',
  'constructor',
  `-qz'"\\,%([{<ыщ😀\u0001v${'q'.repeat(300)}`,
] as const;

/**
 * One of each kind, except marks that {@link fewInvalidSorts} combines; `thorough` tries those one by one.
 */
export const someInvalidSorts: readonly string[] = [
  ...fewInvalidSorts,
  'qzxv\'"--',
  '__proto__',
  'ыщюж',
  'qzx\u0000vbk',
  'q'.repeat(1200),
  '74930251',
];

/** Directions that accompany an invalid sort and must have no effect. */
export const directions: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('asc', 'desc', 'ASC', 'DESC', 'up', '1', '-1'),
  word,
);

/** Characters from which a sort counts as long. */
const LONG_SORT_LENGTH = 200;
/** Represents the length of a long sort among its odd parts. */
const LENGTH = 'q'.repeat(LONG_SORT_LENGTH);
const PLAIN_CHARACTER = /[a-z0-9]/i;

/** Returns the odd parts of an invalid sort: its special characters, once each, and its length. */
export function oddPartsOf(sort: string): readonly string[] {
  const marks = [...new Set(sort)].filter((character) => !PLAIN_CHARACTER.test(character));
  return sort.length < LONG_SORT_LENGTH ? marks : [...marks, LENGTH];
}

/** Returns an invalid sort with the given odd parts, or a plain one without any. */
export const sortOf = (parts: readonly unknown[]): string =>
  parts.length === 0 ? invalidSortExamples[0] : `qzx${parts.map(String).join('')}vbk`;
