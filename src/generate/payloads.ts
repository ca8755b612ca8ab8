import fc from 'fast-check';

/** Words for titles and bodies: letters of several scripts, digits and punctuation that any tracker has seen. */
const words = fc.array(
  fc.constantFrom(
    'crash',
    'on',
    'start',
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
  ),
  { minLength: 1, maxLength: 4 },
);

/** What stands behind the marker in a title. */
export const titleWords: fc.Arbitrary<string> = words.map((list) => list.join(' '));

/** Bodies of several lines. */
export const bodies: fc.Arbitrary<string> = fc
  .array(titleWords, { minLength: 1, maxLength: 5 })
  .map((lines) => lines.join('\n'));

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
export const wrongTitleExamples: readonly unknown[] = [null, 42, true, ['text'], { text: 'text' }];

/** Bodies that are neither a string nor null (section 2). */
export const wrongBodies: fc.Arbitrary<unknown> = noStrings;
export const wrongBodyExamples: readonly unknown[] = [42, ['text'], { text: 'text' }, false];

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
];
