import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHarmful, shorten } from '../../src/model/text.ts';
import { styleFor, styleOptions } from '../../src/render/terminal.ts';
import { hostileText } from '../support/any-text.ts';

/** Words of several scripts; random code points may join to others of another width. */
const words = fc
  .array(fc.constantFrom('word', ' ', 'long'.repeat(40), '日本語', '😀', 'Grüße', 'e\u0301', '\\u{1b}', '✗'))
  .map((parts) => parts.join(''));

/** Ranges of characters that no terminal may receive, listed here instead of imported. */
const HARMFUL =
  '0-1f 7f-9f ad-ad 34f-34f 61c-61c 180e-180e 200b-200f 2028-202e 2060-206f 3164-3164 d800-dfff fe00-fe0f feff-feff fffe-ffff e0000-e0fff'
    .split(' ')
    .map((range) => range.split('-').map((code) => Number.parseInt(code, 16)));

function harmfulIn(text: string): string[] {
  return Array.from(text).filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return HARMFUL.some(([from = 0, to = 0]) => code >= from && code <= to);
  });
}

it('an inert text has no harmful character but newlines that are wanted, and stays as it is', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(harmfulIn(escapeHarmful(text))).toEqual([]);
      expect(harmfulIn(escapeHarmful(text, { keepNewlines: true })).filter((one) => one !== '\n')).toEqual(
        [],
      );
      expect(escapeHarmful(escapeHarmful(text))).toBe(escapeHarmful(text));
    }),
  );
});

it.each([
  ['\u001b]0;title\u0007', String.raw`\u{1b}]0;title\u{7}`],
  ['one\r\n\ttwo', String.raw`one\r\n\ttwo`],
  ['a\u202eb\u2066c\u200bd\u2029e', String.raw`a\u{202e}b\u{2066}c\u{200b}d\u{2029}e`],
  ['half \ud83d of a pair \u{e0041}', String.raw`half \u{d83d} of a pair \u{e0041}`],
  ['Grüße, 日本語, العربية, 😀', 'Grüße, 日本語, العربية, 😀'],
])('an inert text of %j is %j', (text, shown) => {
  expect(escapeHarmful(text)).toBe(shown);
});

const wrap = (text: string, width: number): string[] => styleFor({ color: false, width }).hang('', text);

it('a text on a terminal never takes more columns than it may, and loses nothing but blanks', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 2, max: 130 }), (text, width) => {
      const lines = wrap(text, width);
      expect(lines.filter((line) => line.length > width && line.includes(' '))).toEqual([]);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

it('a text on a terminal breaks between words, and no word or command, because people paste it', () => {
  expect(wrap('see abcdefghij now', 4)).toEqual(['see', 'abcdefghij', 'now']);
  expect(wrap('run `a b -- c`, not d` e', 6)).toEqual(['run', '`a b -- c`,', 'not d`', 'e']);
  expect([0, 10, 500].map((columns) => styleOptions({ columns }).width)).toEqual([80, 40, 120]);
});

it('a text on a terminal is shortened in the middle, and no character is cut in two', () => {
  expect(shorten(`begin${'.'.repeat(100)}end`, 40)).toMatch(/^begin\.+ … 108 \w+ … \.+end$/);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 50, maxLength: 300 }), (text) => {
      expect(shorten(text, 60)).not.toMatch(/\p{Cs}|^.{63}/u);
    }),
  );
});
