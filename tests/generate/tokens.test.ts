import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacters, madeUpToken, nearMisses, secretsOfRun } from '../../src/generate/tokens.ts';

/** Tokens that settings accept. */
const real = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 8, maxLength: 80 })
  .map((codes) => String.fromCharCode(...codes));
const changedIn = (token: string): string | undefined =>
  nearMisses(token, [], 'list').find(({ label }) => label.includes('changed'))?.token;

it('a made-up token is that of its seed, plain or with punctuation', () => {
  expect(madeUpToken(7, 'usual')).toMatch(/^[A-Za-z0-9]{36}$/);
  expect(madeUpToken(7, 'punctuation')).toMatch(/^(?=.*[-._~+/])[A-Za-z0-9._~+/-]{43}=$/);
  expect(madeUpToken(7, 'unsigned').length).toBeGreaterThan(255);
  expect(madeUpToken(7, 'usual')).toBe(madeUpToken(7, 'usual'));
  expect(madeUpToken(8, 'usual')).not.toBe(madeUpToken(7, 'usual'));
});

it('wildcards for each character do not say how many that is', () => {
  const [one, other] = [anyCharacters('abcd-efgh'), anyCharacters('')];
  expect([one.token, other.token, one.label === other.label]).toEqual(['_________', '_', true]);
  const secrets = secretsOfRun({
    target: { token: 'abcd-efgh', outsiderToken: undefined },
    address: { extra: [] },
  });
  expect(secrets.scrub('Bearer _________')).not.toContain('__');
});

it('a near miss of a token is never a valid one, nor one but for its case or its last character, and its label shows nothing', () => {
  fc.assert(
    fc.property(real, fc.nat(2), (token, index) => {
      const misses = nearMisses(token, [], 'list');
      for (const { token: miss, label } of misses) {
        expect(miss.toLowerCase()).not.toBe(token.toLowerCase());
        expect(miss.length === token.length && miss.slice(0, -1) === token.slice(0, -1)).toBe(false);
        expect(label).not.toContain(token);
      }
      const other = misses[index]?.token;
      if (other === undefined) return;
      expect(nearMisses(token, [other], 'list').map((miss) => miss.token)).not.toContain(other);
    }),
  );
});

it('a near miss of a token with one character changed differs in one place, of the same kind', () => {
  const kindOf = (text: string): string =>
    /\d/.test(text) ? 'digit' : /[a-z]/.test(text) ? 'lower' : 'upper';
  fc.assert(
    fc.property(real, (token) => {
      const changed = changedIn(token);
      if (changed === undefined) return;
      const places = Array.from(token, (_, at) => at).filter((at) => token[at] !== changed[at]);
      expect([changed.length, places.length]).toEqual([token.length, 1]);
      for (const at of places) expect(kindOf(changed.charAt(at))).toBe(kindOf(token.charAt(at)));
    }),
  );
});

it('a near miss of a hexadecimal token stays hexadecimal', () => {
  const hexadecimal = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 8,
    maxLength: 64,
  });
  fc.assert(fc.property(hexadecimal, (token) => /^[0-9a-f]+$/.test(changedIn(token) ?? '')));
});

it.each([
  ['1234567', 0],
  ['12345678', 3],
  ['ghp_abcdefghijklmnop', 3],
  ['--------', 2],
])('a near miss of a token is made of %s in %i ways', (token, ways) => {
  expect(nearMisses(token, [], 'list')).toHaveLength(ways);
});
