import fc from 'fast-check';

/**
 * Values of `sort` that no service can mean anything by: the valid ones are not shown (section 4.1 rule 4), so nothing
 * that could be the name of a field is among them, and nothing that becomes empty when it is trimmed or stripped.
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
/** Of four bytes in UTF-8, which some columns do not hold. */
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

/** One of each kind, so that no profile leaves a kind out. */
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
  // What some would read as a direction, a list, an escape, a column by its number, an expression.
  '-qzxvbk',
  'qzx,vbk',
  'qz%x vk',
  '74930251',
  'qz([{<vk',
] as const;

/** Where few can be tried: one of them holds all kinds of marks, another script, a control character and is long. */
export const fewInvalidSorts = [
  'qxnonexistent',
  'constructor',
  `-qz'"\\,%([{<ыщ😀\u0001v${'q'.repeat(300)}`,
] as const;

/** Each kind on its own, but for marks that one of the few holds together: `thorough` tries those alone. */
export const someInvalidSorts: readonly string[] = [
  ...fewInvalidSorts,
  'qzxv\'"--',
  '__proto__',
  'ыщюж',
  'qzx\u0000vbk',
  'q'.repeat(1200),
  '74930251',
];

/** Directions that go with an invalid sort and must change nothing. */
export const directions: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('asc', 'desc', 'ASC', 'DESC', 'up', '1', '-1'),
  word,
);

/** From so many characters on a sort is long. */
const LONG = 200;
/** Stands for the length of a long one among its parts. */
const LENGTH = 'q'.repeat(LONG);
const PLAIN_CHARACTER = /[a-z0-9]/i;

/** What is odd about an invalid sort: its marks and foreign letters, each once, and its length. */
export function oddPartsOf(sort: string): readonly string[] {
  const marks = [...new Set(sort)].filter((character) => !PLAIN_CHARACTER.test(character));
  return sort.length < LONG ? marks : [...marks, LENGTH];
}

/** An invalid sort with some odd parts; with none of them the plainest one. */
export const sortOf = (parts: readonly unknown[]): string =>
  parts.length === 0 ? invalidSortExamples[0] : `qzx${parts.map(String).join('')}vbk`;
