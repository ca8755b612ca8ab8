import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyCharacters,
  madeUpTokens,
  nearMisses,
  usualTokens,
  WILDCARDS,
} from '../../src/generate/tokens.ts';

/** Tokens that settings accept. */
const real = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 8, maxLength: 80 })
  .map((codes) => String.fromCharCode(...codes));
const alike = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

describe('made-up tokens', () => {
  it('are what every service takes for a token', () => {
    fc.assert(
      fc.property(madeUpTokens, (token) => {
        expect(token).toMatch(/^[A-Za-z0-9]{1,250}$/);
      }),
    );
  });

  it('are short, middling and long', () => {
    const lengths = fc.sample(madeUpTokens, { seed: 1, numRuns: 300 }).map(({ length }) => length);
    expect(lengths.filter((length) => length < 12).length).toBeGreaterThan(30);
    expect(lengths.filter((length) => length >= 12 && length <= 64).length).toBeGreaterThan(30);
    expect(lengths.filter((length) => length > 64).length).toBeGreaterThan(30);
  });
});

describe('tokens of the usual lengths', () => {
  it('are as long as those that services give out, and longer than all of them', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const tokens = usualTokens(seed);
        const lengths = tokens.map(({ length }) => length).toSorted((a, b) => a - b);
        expect(lengths).toEqual([20, 32, 36, 40, 64, 200]);
        for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]+$/);
        expect(new Set(tokens.map((token) => token.slice(0, 10))).size).toBe(tokens.length);
      }),
    );
  });

  it('begin with one that looks like a token of today, for where one is tried alone', () => {
    expect(usualTokens(1)[0]).toHaveLength(36);
  });

  it('are those of their seed', () => {
    expect(usualTokens(7)).toEqual(usualTokens(7));
    expect(usualTokens(7)).not.toEqual(usualTokens(8));
  });
});

describe('wildcards', () => {
  it('are what a database or a shell takes for any text', () => {
    expect(WILDCARDS).toEqual(['%', '*']);
  });

  it('for each character are as many as the token has, and do not say how many that is', () => {
    expect(anyCharacters('abcd-efgh', 'TOKEN').token).toBe('_________');
    expect(anyCharacters('', 'TOKEN').token).toBe('_');
    const labels = ['a', 'ab', 'abc'].map((token) => anyCharacters(token, 'TOKEN').label);
    expect(new Set(labels)).toEqual(new Set(['an underscore for each character of TOKEN']));
  });
});

describe('a near miss of a token', () => {
  it('is never the token, nor it in another case', () => {
    fc.assert(
      fc.property(real, (token) => {
        for (const miss of nearMisses(token, 'TOKEN', [])) expect(alike(miss.token, token)).toBe(false);
      }),
    );
  });

  it('is never another token that is valid', () => {
    fc.assert(
      fc.property(real, fc.nat(2), (token, index) => {
        const other = nearMisses(token, 'TOKEN', [])[index]?.token;
        fc.pre(other !== undefined);
        const misses = nearMisses(token, 'TOKEN', [other ?? '']).map((miss) => miss.token);
        expect(misses).not.toContain(other);
        expect(misses.length).toBeGreaterThan(0);
      }),
    );
  });

  it('never differs in its last character alone', () => {
    fc.assert(
      fc.property(real, (token) => {
        for (const miss of nearMisses(token, 'TOKEN', []))
          expect(miss.token.length === token.length && miss.token.slice(0, -1) === token.slice(0, -1)).toBe(
            false,
          );
      }),
    );
  });

  it('is made in three ways of an ordinary token', () => {
    expect(nearMisses('ghp_abcdefghijklmnop', 'TOKEN', [])).toEqual([
      { token: 'ghp_abcdef', label: 'first half of TOKEN' },
      { token: 'ghp_abcdefghijklmnopx7Kq2mZ9', label: 'TOKEN with eight characters more' },
      { token: 'ghp_abcdefhhijklmnop', label: 'TOKEN with one character changed' },
    ]);
  });

  it('with one character changed is changed in one place, of the same kind', () => {
    fc.assert(
      fc.property(real, (token) => {
        const changed = nearMisses(token, 'TOKEN', []).find(({ label }) => label.includes('changed'))?.token;
        fc.pre(changed !== undefined);
        const places = Array.from(token, (_, index) => index).filter((at) => token[at] !== changed?.[at]);
        expect(changed).toHaveLength(token.length);
        expect(places).toHaveLength(1);
        const kind = (text: string | undefined, at: number | undefined) =>
          /\d/.test(text?.charAt(at ?? 0) ?? '')
            ? 'digit'
            : /[a-z]/.test(text?.charAt(at ?? 0) ?? '')
              ? 'lower'
              : 'upper';
        expect(kind(changed, places[0])).toBe(kind(token, places[0]));
      }),
    );
  });

  it('of a hexadecimal token stays hexadecimal', () => {
    const hexadecimal = fc.string({
      unit: fc.constantFrom(...'0123456789abcdef'),
      minLength: 8,
      maxLength: 64,
    });
    fc.assert(
      fc.property(hexadecimal, fc.boolean(), (lower, upper) => {
        const token = upper ? lower.toUpperCase() : lower;
        const changed = nearMisses(token, 'TOKEN', []).find(({ label }) => label.includes('changed'));
        expect(changed?.token).toMatch(upper ? /^[0-9A-F]+$/ : /^[0-9a-f]+$/);
      }),
    );
  });

  it('is not made of a token that is too short', () => {
    expect(nearMisses('1234567', 'TOKEN', [])).toEqual([]);
    expect(nearMisses('12345678', 'TOKEN', [])).toHaveLength(3);
  });

  it('with a changed character is not made where no character could be changed', () => {
    for (const token of ['--------', '-------a'])
      expect(nearMisses(token, 'TOKEN', []).map(({ label }) => label)).not.toContainEqual(
        expect.stringContaining('changed'),
      );
  });

  it('has no label that shows the token', () => {
    fc.assert(
      fc.property(real, (token) => {
        for (const { label } of nearMisses(token, 'TOKEN', [])) expect(label).not.toContain(token);
      }),
    );
  });
});
