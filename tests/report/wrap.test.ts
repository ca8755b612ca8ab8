import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellLines } from '../../src/report/commands.ts';
import { styleFor } from '../../src/report/terminal/style.ts';
import { inert, shorten } from '../../src/report/text.ts';
import { columnsOf, fitted, wrap } from '../../src/report/wrap.ts';
import { hostileText } from './hostile-text.ts';

const shown = hostileText.map((text) => inert(text));

describe('the columns of a text', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['日本語', 6],
    ['ｱｲｳ', 3],
    ['e\u0301', 1],
    ['😀!', 3],
    ['“…”', 3],
  ])('of %j are %i', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it('are never more than asked for in a fitted text', () => {
    fc.assert(
      fc.property(
        shown,
        fc.integer({ min: 1, max: 100 }),
        (text, width) => columnsOf(fitted(text, width)) <= width,
      ),
    );
  });

  it('show by an ellipsis where a text was cut', () => {
    expect([fitted('a sentence', 10), fitted('a sentence', 9), fitted('日本語', 5)]).toEqual([
      'a sentence',
      'a senten…',
      '日本…',
    ]);
  });
});

describe('wrapping', () => {
  it('breaks between words', () => {
    expect(wrap('a few words that do not fit', 11)).toEqual(['a few words', 'that do not', 'fit']);
  });

  it('breaks a word that is longer than a line', () => {
    expect(wrap('see abcdefghij now', 4)).toEqual(['see', 'abcd', 'efgh', 'ij', 'now']);
  });

  it('leaves such a word whole where it is to be copied', () => {
    expect(wrap('see abcdefghij now', 4, { keepWords: true })).toEqual(['see', 'abcdefghij', 'now']);
  });

  it('never makes a line that is too wide, and loses nothing but blanks', () => {
    fc.assert(
      fc.property(shown, fc.integer({ min: 2, max: 130 }), (text, width) => {
        const lines = wrap(text, width);
        expect(lines.every((line) => columnsOf(line) <= width)).toBe(true);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  it('hangs the lines after the first beneath the text', () => {
    const style = styleFor({ color: false, width: 40 });
    expect(style.hang('lead  ', 'forty columns are not enough for all of this')).toEqual([
      'lead  forty columns are not enough for',
      '      all of this',
    ]);
  });

  it('gives a long lead a line of its own', () => {
    const style = styleFor({ color: false, width: 40 });
    expect(style.hang(`${'l'.repeat(30)}  `, 'text')).toEqual(['l'.repeat(30), '    text']);
  });

  it.each([[0], [-5], [Number.NaN], [10]])('takes %d columns for a narrow terminal', (width) => {
    expect(styleFor({ color: false, width }).width).toBe(40);
  });

  it('uses no more than 120 columns', () => {
    expect(styleFor({ color: false, width: 500 }).width).toBe(120);
  });
});

describe('shortening', () => {
  it('leaves a text alone that is short enough', () => {
    expect(shorten('short', 5)).toBe('short');
  });

  it('takes out the middle, and says how long the text was', () => {
    expect(shorten(`begin${'.'.repeat(100)}end`, 40)).toBe('begin..... … 108 characters … .......end');
  });

  it('stays near its limit and cuts no character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 50, maxLength: 300 }), (text) => {
        const short = shorten(text, 60);
        expect(short.length).toBeLessThanOrEqual(62);
        expect(short).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});

describe('a command on several lines', () => {
  const command = `curl -si -X POST -H 'accept: a b' --data-raw '{"a":"it'\\''s"}' 'http://h/a?b=c d'`;

  it('keeps quoted words whole and an option with its value', () => {
    expect(shellLines(command, 30)).toEqual([
      'curl -si -X POST \\',
      "-H 'accept: a b' \\",
      `--data-raw '{"a":"it'\\''s"}' \\`,
      "'http://h/a?b=c d'",
    ]);
  });

  it('is the same command when it is joined again', () => {
    for (let width = 10; width < 120; width += 7)
      expect(shellLines(command, width).join('\n').replaceAll(' \\\n', ' ')).toBe(command);
  });
});
