import { type Arbitrary, constantFrom, oneof, string, stringMatching, tuple } from 'fast-check';

export const INHERITED_NAME = 'constructor';
const word = stringMatching(/^zz[a-z]{4,9}$/);
const joined = (...parts: readonly Arbitrary<string>[]): Arbitrary<string> =>
  tuple(...parts).map((texts) => texts.join(''));
const around = (...texts: readonly string[]): Arbitrary<string> => joined(word, constantFrom(...texts), word);
/** Returns sorts with one of some texts in the middle, or at an end. */
const anywhere = (...texts: readonly string[]): Arbitrary<string> =>
  oneof(around(...texts), joined(constantFrom(...texts), word), joined(word, constantFrom(...texts)));

/** Classes of invalid sorts. None may look like a key by which a service could sort. */
export const SORT_CLASSES: Readonly<Record<string, Arbitrary<string>>> = {
  letters: stringMatching(/^(zz[a-z]{5,12}|ZZ[A-Z_]{5,9})$/),
  digits: stringMatching(/^[1-9][0-9]{2,9}$/),
  space: anywhere(' ', '  ', '+'),
  NUL: around('\0'),
  control: around('\u0001', '\u007f', '\t', '\r\n', '\u001b'),
  backslash: around('\\', '\\\\', '\\n'),
  quote: anywhere(`'`, '"', '`'),
  // It ends in a direction, too.
  SQL: around(`'"--;(), UNION SELECT 1,`, `' OR 1=1 UNION SELECT 1 --,`, `); SELECT 1; -- OR 1=1,`).map(
    (text) => `${text},asc`,
  ),
  markup: around('<b>', '</script>', '{{7*7}}'),
  percent: around('%zz', '%%', '%<'),
  dotted: anywhere('.', '/../', '.%.'),
  separator: oneof(
    anywhere(',', ';', '|', ':', '[0]', '$', '&direction=asc', '?a=b', '#', '@', '~', '^', '*'),
    stringMatching(/^-[1-9]e[0-9]{2}zz$/),
  ),
  // Other rules always try names that every object inherits.
  nothing: constantFrom('null', 'undefined', 'NaN', 'None', 'nil', '-'),
  script: stringMatching(/^(整列しない|сорт|ترتيب|sırala)[а-я]{3,6}$/),
  any: oneof(
    around('🚀', '𝒵', 'e\u0301', '\u200b'),
    string({ unit: 'grapheme', minLength: 3, maxLength: 12 }).map((text) => `zz${text}`),
  ),
};
