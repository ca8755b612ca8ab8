import { describe, expect, it } from 'vitest';
import { inOtherCase, mediaTypeOf, together, truncate, truncateAll } from '../../src/observe/texts.ts';
import { hide } from '../support/hide.ts';

describe('what is written down', () => {
  it('groups names that stand for the same, and leaves out a single one', () => {
    const seen = [
      { name: 'abc', text: '422' },
      { name: '1.5', text: '200' },
      { name: '1e2', text: '422' },
    ];
    expect(together(seen)).toBe('abc, 1e2 → 422; 1.5 → 200');
    expect(together([{ name: 'abc', text: '422' }])).toBe('422');
  });

  it('is cut to a length and to one line', () => {
    expect(truncate(hide(`a\n\u0007b${'c'.repeat(100)}`), 10)).toBe('a bcccccc…');
    expect(truncate(hide('12345678😀0'), 10)).toBe('12345678…');
    expect(truncateAll(['a', 'b', 'c'].map(hide), 2)).toBe('a, b and 1 more');
  });

  it('is a media type without its parameters, or that there is none', () => {
    expect(mediaTypeOf(hide('Application/JSON; charset=utf-8'))).toBe('application/json');
    expect([mediaTypeOf(undefined), mediaTypeOf(hide('  ; q=1'))]).toEqual([
      'no media type',
      'no media type',
    ]);
  });

  it('knows the other case of a name', () => {
    expect(inOtherCase('aCme-1')).toBe('AcME-1');
  });
});
