import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HARMFUL, inert } from '../../src/report/text.ts';

/** Returns characters that no terminal may receive. They are listed here instead of imported. */
const harmful = (text: string): string[] =>
  Array.from(text).filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    const within = (from: number, to: number): boolean => code >= from && code <= to;
    return (
      within(0x00, 0x1f) ||
      within(0x7f, 0x9f) ||
      within(0x200b, 0x200f) ||
      within(0x2028, 0x202e) ||
      within(0x2060, 0x206f) ||
      within(0xd800, 0xdfff) ||
      within(0xfe00, 0xfe0f) ||
      within(0xe0000, 0xe0fff) ||
      [0xad, 0x34f, 0x61c, 0x180e, 0x3164, 0xfeff, 0xfffe, 0xffff].includes(code)
    );
  });

const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
      fc.constantFrom(
        '\u001b[2J',
        '\u009b',
        '\u202e',
        '\u2066',
        '\u200b',
        '\u2028',
        '\ufeff',
        '\r\n',
        '\t',
        'a',
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('inert', () => {
  it('leaves nothing in a text that a terminal obeys or that nobody sees', () => {
    fc.assert(fc.property(anyText, (text) => harmful(inert(text)).length === 0));
  });

  it('keeps newlines, and nothing else, where asked to', () => {
    fc.assert(
      fc.property(anyText, (text) =>
        harmful(inert(text, { keepNewlines: true })).every((one) => one === '\n'),
      ),
    );
  });

  it('does nothing to a text that is inert', () => {
    fc.assert(fc.property(anyText, (text) => inert(inert(text)) === inert(text)));
  });

  it.each([
    ['\u001b]0;title\u0007', String.raw`\u{1b}]0;title\u{7}`],
    ['one\r\n\ttwo', String.raw`one\r\n\ttwo`],
    ['a\u202eb\u2066c\u200bd\u2029e', String.raw`a\u{202e}b\u{2066}c\u{200b}d\u{2029}e`],
    ['half \ud83d of a pair', String.raw`half \u{d83d} of a pair`],
    ['\u{e0041}', String.raw`\u{e0041}`],
  ])('shows %j as what it is', (text, shown) => {
    expect(inert(text)).toBe(shown);
  });

  it.each(['plain', 'Grüße, 日本語, العربية, 😀', String.raw`a \u{1b} that was one already`])(
    'leaves %j as it is',
    (text) => {
      expect(inert(text)).toBe(text);
    },
  );

  it('shows lines where newlines are kept', () => {
    expect(inert('one\r\ntwo', { keepNewlines: true })).toBe('one\\r\ntwo');
  });

  it('has a pattern that can be used again and again', () => {
    const once = 'a\u001bb'.replace(HARMFUL, '');
    expect([once, 'a\u001bb'.replace(HARMFUL, '')]).toEqual(['ab', 'ab']);
  });
});
