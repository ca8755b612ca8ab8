import * as fc from 'fast-check';
import { anyText } from '../support/any-text.ts';

/** Texts that would harm a terminal, XML or a layout. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b[31m',
        '\u009b2J',
        '\u0000',
        '\u202e',
        '\u200b',
        '\u2028',
        '\ud800',
        '\uffff',
        '\r\n',
        ']]>',
        '<!--',
        '&amp;',
        '"',
        "'",
        '`',
        '\\',
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
