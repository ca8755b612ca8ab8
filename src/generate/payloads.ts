import fc from 'fast-check';

/** Words of letters, digits and blanks, at which no service takes offence. */
const PLAIN = ['crash', 'on', 'start', 'of', 'version', '12', 'Windows', 'again'];
/** Letters of several scripts and punctuation, which a service may refuse: what makes a payload invalid is not shown. */
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

/** What stands behind the marker in a title that every service has to take. */
export const plainWords: fc.Arbitrary<string> = joined(PLAIN);
/** What stands behind the marker in a title that a service may refuse, as long as it does so properly. */
export const titleWords: fc.Arbitrary<string> = joined([...PLAIN, ...UNUSUAL, ...UNUSUAL]);

/** Bodies that every service has to take. */
export const plainBodies: fc.Arbitrary<string> = lines(plainWords);
/** Bodies of several lines. */
export const bodies: fc.Arbitrary<string> = lines(titleWords);

/** Whether a text has nothing in it but ASCII letters, digits, blanks and line ends. */
export const isPlainText = (text: string): boolean => /^[A-Za-z0-9 \n]*$/.test(text);

/** Values that are no string, of every JSON type. */
const noStrings: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.boolean(),
  fc.array(fc.constant('text'), { maxLength: 2 }),
  fc.constantFrom({}, { text: 'text' }),
);

/** Titles that are no string (section 2). */
export const wrongTitles: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: noStrings },
  { weight: 1, arbitrary: fc.constant(null) },
);
/** What a program takes for nothing is among them. An empty text is none: whether a title may be empty is not shown. */
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

/** Payloads that are JSON and no object (section 4.2). */
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

/** Titles that programs take for nothing, each with one of the same length that is just a text. */
export const falsyTitles = [
  { title: '0', like: '1' },
  { title: 'null', like: 'nulk' },
  { title: 'false', like: 'falsx' },
] as const;
