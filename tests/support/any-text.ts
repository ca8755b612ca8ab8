import * as fc from 'fast-check';

/** The first code point after the surrogates, which are no characters, and their number. */
const [AFTER_SURROGATES, SURROGATES] = [0xe000, 0x800];

/**
 * Any character. That of fast-check (`unit: 'binary'`) makes a table of a million characters in each process, to
 * recognise its dangerous strings.
 */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map(
  (place) => String.fromCodePoint(place < AFTER_SURROGATES - SURROGATES ? place : place + SURROGATES),
  (character) => {
    const point = typeof character === 'string' ? (character.codePointAt(0) ?? 0) : 0;
    if (character !== String.fromCodePoint(point)) throw new Error('it is not one character');
    return point < AFTER_SURROGATES ? point : point - SURROGATES;
  },
);

/** A text of any characters, dangerous ones among them. */
export const anyText = (constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });
