import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../src/client/secrets.ts';
import { nearMisses } from '../../src/generate/tokens.ts';

/** Tokens that the settings accept, too long to occur in other text. */
const token = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 10, maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))
  .filter((text) => /[0-9A-Za-z]{2}/.test(text));

const everyCharacter = (secret: string, write: (hex: string) => string): string =>
  Array.from(secret, (character) => write(character.charCodeAt(0).toString(16).padStart(2, '0'))).join('');

/** Written forms in which a target may return a token. */
const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  'in upper case': (secret) => secret.toUpperCase(),
  'in lower case': (secret) => secret.toLowerCase(),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (secret) => encodeURIComponent(secret).toLowerCase(),
  'within JSON': (secret) => JSON.stringify({ echo: secret }),
  'within JSON with escaped slashes': (secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'percent-encoded in every character': (secret) => everyCharacter(secret, (hex) => `%${hex}`),
  'percent-encoded twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'percent-encoded twice in every character': (secret) => everyCharacter(secret, (hex) => `%25${hex}`),
  'in hexadecimal': (secret) => Buffer.from(secret).toString('hex'),
  'in hexadecimal, in upper case': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  'with the escapes of JSON': (secret) => everyCharacter(secret, (hex) => `\\u00${hex}`),
  'with the escapes of JSON, within JSON': (secret) => everyCharacter(secret, (hex) => `\\\\u00${hex}`),
  'as entities of HTML': (secret) => everyCharacter(secret, (hex) => `&#x${hex};`),
  'as decimal entities of HTML': (secret) =>
    everyCharacter(secret, (hex) => `&#${Number.parseInt(hex, 16)};`),
  'as HTML': (secret) =>
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
};

const secretsOf = (...given: readonly (readonly [string, string])[]): Secrets => {
  const secrets = new Secrets();
  for (const [secret, label] of given) secrets.add(secret, label);
  return secrets;
};

describe('a secret', () => {
  for (const [form, write] of Object.entries(FORMS)) {
    it(`vanishes from any text ${form}`, () => {
      fc.assert(
        fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
          const shown = secretsOf([secret, 'TOKEN']).scrub(`${before} ${write(secret)} ${after}`);
          expect(shown).toContain('<TOKEN>');
          expect(shown.toLowerCase()).not.toContain(write(secret).toLowerCase());
          expect(shown.toLowerCase()).not.toContain(secret.toLowerCase());
        }),
      );
    });
  }

  it('vanishes from base64 of what holds it, but for less than a character at either end', () => {
    fc.assert(
      fc.property(
        token,
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        (secret, before, after) => {
          const scrub = (text: string) => secretsOf([secret, 'TOKEN']).scrub(text);
          for (const kind of ['base64', 'base64url'] as const) {
            const shown = scrub(`Basic ${Buffer.from(`${before}${secret}${after}`).toString(kind)}`);
            expect(shown).toContain('<TOKEN>');
          }
        },
      ),
    );
  });

  it('vanishes every time it is there', () => {
    expect(secretsOf(['abc.d+f(g', 'TOKEN']).scrub('abc.d+f(gabc.d+f(g abcxd+f(g')).toBe(
      '<TOKEN><TOKEN> abcxd+f(g',
    );
  });

  it('leaves a text without it as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(secretsOf(['secret-0123456789-secret', 'TOKEN']).scrub(text)).toBe(text);
        expect(new Secrets().scrub(text)).toBe(text);
      }),
    );
  });

  it('that is empty is none', () => {
    expect(secretsOf(['', 'TOKEN']).scrub('abc')).toBe('abc');
  });

  it('that is added later vanishes from then on', () => {
    const secrets = secretsOf(['first-secret', 'A']);
    expect(secrets.scrub('first-secret second-secret')).toBe('<A> second-secret');
    secrets.add('second-secret', 'B');
    expect(secrets.scrub('first-secret second-secret')).toBe('<A> <B>');
  });

  it('keeps its first label where two secrets are one', () => {
    expect(secretsOf(['the-same-secret', 'A'], ['the-same-secret', 'B']).scrub('the-same-secret')).toBe(
      '<A>',
    );
  });

  it('is not shown by a dollar sign in its label', () => {
    expect(secretsOf(['the-secret', '$& $1']).scrub('the-secret')).toBe('<$& $1>');
  });
});

describe('the near misses of a secret', () => {
  it('are each shown as what they are, the longest first', () => {
    const secret = 'abcdefghijklmnop';
    const secrets = secretsOf([secret, 'TOKEN']);
    const misses = nearMisses(secret, 'TOKEN', []);
    for (const miss of misses) secrets.add(miss.token, miss.label);
    expect(misses.map((miss) => secrets.scrub(`Bearer ${miss.token}`))).toEqual([
      'Bearer <first half of TOKEN>',
      'Bearer <TOKEN with eight characters more>',
      'Bearer <TOKEN with one character changed>',
    ]);
    expect(secrets.scrub(`Bearer ${secret}`)).toBe('Bearer <TOKEN>');
  });

  it('never show in what is left, whatever the secret', () => {
    fc.assert(
      fc.property(token, fc.string(), (secret, text) => {
        const secrets = secretsOf([secret, 'TOKEN']);
        const all = [secret, ...nearMisses(secret, 'TOKEN', []).map((miss) => miss.token)];
        for (const miss of nearMisses(secret, 'TOKEN', [])) secrets.add(miss.token, miss.label);
        const shown = secrets.scrub(all.map((one) => `${text} ${one}`).join(' '));
        for (const one of all.filter((miss) => miss.length >= 8)) expect(shown).not.toContain(one);
      }),
    );
  });
});

describe('a value', () => {
  const secrets = secretsOf(['the-secret', 'TOKEN']);

  it('is scrubbed in every text, however deep; keys are of this program and stay', () => {
    expect(
      secrets.scrubAll<unknown>({
        exchanges: [{ url: '/?t=the-secret', seen: ['the-secret'] }],
      }),
    ).toEqual({ exchanges: [{ url: '/?t=<TOKEN>', seen: ['<TOKEN>'] }] });
  });

  it('keeps all that is no string', () => {
    const value = { a: 1, b: null, c: true, d: undefined, e: [1.5, false] };
    expect(secrets.scrubAll(value)).toEqual(value);
  });

  it('never shows a secret that is hidden somewhere in it', () => {
    const value = fc.object({
      values: [fc.string(), fc.nat(), fc.constantFrom('the-secret', 'Bearer the-secret', 'THE-SECRET')],
    });
    fc.assert(
      fc.property(value, (one) => {
        expect(JSON.stringify(secrets.scrubAll<unknown>(one)).toLowerCase()).not.toContain('the-secret');
      }),
    );
  });
});
