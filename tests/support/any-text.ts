import * as fc from 'fast-check';

const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));

/** A text of any characters. The `unit: 'binary'` of fast-check takes almost a second and 100 MB in each process. */
export const anyText = (constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.array(anyCharacter, constraints).map((characters) => characters.join(''));

/** Texts that would harm a terminal, XML or a layout. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'\0\u202e\u200b\u2028\ud800\uffff"\'`\\',
        '\u001b[31m',
        '\u009b2J',
        '\r\n',
        ']]>',
        '<!--',
        '&amp;',
        '$&',
        'true',
        '日本語',
        '😀',
        'x'.repeat(700),
        'word '.repeat(100),
      ),
      anyText(),
    ),
  )
  .map((parts) => parts.join(''));
