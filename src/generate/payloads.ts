import fc from 'fast-check';

/** Words of ASCII letters and digits, which every service accepts. */
const PLAIN = ['crash', 'on', 'start', 'of', 'version', '12', 'Windows', 'again'];
/**
 * Letters of several scripts and punctuation. A service may refuse them, since the criteria of a valid
 * payload are unspecified.
 */
const UNUSUAL = [
  'Größe',
  'naïve',
  '日本語',
  'тест',
  '"quoted"',
  "it's",
  '100%',
  '<b>',
  '&',
  '#12',
  'a/b',
  '\\n',
];

const joined = (words: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const lines = (line: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(line, { minLength: 1, maxLength: 5 }).map((list) => list.join('\n'));

/** Title texts after the marker that every service must accept. */
export const plainWords: fc.Arbitrary<string> = joined(PLAIN);
/** Title texts after the marker that a service may refuse in the documented way. */
export const titleWords: fc.Arbitrary<string> = joined([...PLAIN, ...UNUSUAL, ...UNUSUAL]);

/** Bodies that every service must accept. */
export const plainBodies: fc.Arbitrary<string> = lines(plainWords);
/** Bodies of several lines that a service may refuse. */
export const bodies: fc.Arbitrary<string> = lines(titleWords);

/** True if a text has only ASCII letters, digits, spaces and line feeds. */
export const isPlainText = (text: string): boolean => /^[A-Za-z0-9 \n]*$/.test(text);

/** Values of every JSON type except string and null. */
const noStrings: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.boolean(),
  fc.array(fc.constant('text'), { maxLength: 2 }),
  fc.constantFrom({}, { text: 'text' }),
);

/** Titles that are not strings (section 2). */
export const wrongTitles: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: noStrings },
  { weight: 1, arbitrary: fc.constant(null) },
);
/** Includes falsy values. The empty string is left out, because its validity is unspecified. */
export const wrongTitleExamples: readonly unknown[] = [
  null,
  42,
  true,
  ['text'],
  { text: 'text' },
  0,
  false,
  [],
  {},
];

/** Bodies that are neither a string nor null (section 2). */
export const wrongBodies: fc.Arbitrary<unknown> = noStrings;
export const wrongBodyExamples: readonly unknown[] = [42, ['text'], { text: 'text' }, true, 0, false, [], {}];

/** Payloads that are JSON but not objects (section 4.2). */
export const wrongPayloads: fc.Arbitrary<unknown> = fc.oneof(
  fc.array(fc.constant('text'), { maxLength: 2 }),
  fc.constantFrom('text', 'title'),
  fc.integer({ min: -1000, max: 1000 }),
  fc.boolean(),
  fc.constant(null),
);
export const wrongPayloadExamples: readonly unknown[] = [
  ['text'],
  [{ title: 'text' }],
  'text',
  42,
  true,
  null,
  0,
  false,
  [],
  '',
];

/** Titles that programs mistake for falsy values, each with an ordinary title of the same length. */
export const falsyTitles = [
  { title: '0', like: '1' },
  { title: 'null', like: 'nulk' },
  { title: 'false', like: 'falsx' },
] as const;
