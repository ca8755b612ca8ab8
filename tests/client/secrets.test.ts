import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../src/client/secrets.ts';
import { nearMisses } from '../../src/generate/tokens.ts';
import { anyText } from '../support/any-text.ts';
import { anySecret } from '../support/escapes.ts';

type Write = (text: string) => string;

/** Tokens that the settings accept, too long to occur in other text. */
const anyToken = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 10, maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))
  .filter((text) => /[0-9A-Za-z]{2}/.test(text));

const inJson: Write = (text) => JSON.stringify(text).slice(1, -1);

/** Forms in which an honest service may repeat a token. Other escapes, and those within others, are drawn below. */
const FORMS = Object.entries<Write>({
  'as it is': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in JSON': inJson,
  'in JSON within JSON': (text) => inJson(inJson(text).replaceAll('+', String.raw`\u002b`)),
  'as HTML': (text) => text.replaceAll(/[^0-9A-Za-z]/g, (one) => `&#${one.charCodeAt(0)};`),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 behind a user': (text) => Buffer.from(`user:${text}`).toString('base64'),
  'in base64 for addresses': (text) => Buffer.from(`a ${text} b`).toString('base64url'),
});

const secretsOf = (...tokens: readonly string[]): Secrets => {
  const secrets = new Secrets();
  for (const one of tokens) secrets.add(one, 'TOKEN');
  return secrets;
};

describe('a secret is hidden', () => {
  it.each(['!\\U0000!!!!!!', 'abc\\u0041def-ghi'])('in JSON, though it reads like a code: %s', (secret) => {
    for (const write of [inJson, (text: string) => inJson(inJson(text))])
      expect(secretsOf(secret).scrub(` ${write(secret)} `)).toBe(' <TOKEN> ');
  });

  it.each(FORMS)('%s', (_, write) => {
    fc.assert(
      fc.property(anyToken, fc.string(), (secret, before) => {
        const shown = secretsOf(secret).scrub(`${before} ${write(secret)} behind`);
        expect(shown).toContain('<TOKEN>');
        expect(shown.toLowerCase()).not.toContain(write(secret).toLowerCase());
      }),
    );
  });

  it('with any escape of each character, and nothing else of the text with it', () => {
    fc.assert(
      fc.property(
        anySecret,
        fc.constantFrom('', 'a', '4', '"', '%', '&', ';', '\\', '\\u00'),
        (one, beside) => {
          const shown = secretsOf(one.secret).scrub(`(${beside}${one.escaped}${beside})`);
          expect(shown).toMatch(/^\(.{0,4}<TOKEN>.{0,4}\)$/);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('every time, from when it was added, under its first label, and not if it is empty', () => {
    const secrets = secretsOf('abc.d+f(g', '');
    secrets.add('abc.d+f(g', 'B');
    const text = 'abc.d+f(gabc.d+f(g abcxd+f(g another-secret';
    expect(secrets.scrub(text)).toBe('<TOKEN><TOKEN> abcxd+f(g another-secret');
    secrets.add('another-secret', '$& $1');
    expect(secrets.scrub(text)).toBe('<TOKEN><TOKEN> abcxd+f(g <$& $1>');
  });
});

describe('a near miss of a secret', () => {
  it.each(FORMS)('is shown as what it is: %s', (_, write) => {
    const secret = 'ghp_aLong/TokenOf+Nobody99';
    const secrets = secretsOf(secret);
    const misses = nearMisses(secret, [], 'list');
    for (const { token: miss, label } of misses) secrets.add(miss, label);
    for (const { token: miss, label } of misses) expect(secrets.scrub(write(miss))).toContain(`<${label}>`);
  });
});

it.each(FORMS)('a text that is cut shows no part of a token before the mark of a cut: %s', (_, write) => {
  const secret = 'ghp_aLongTokenOf/Nobody+0123456789';
  const written = `${write(secret)} behind`;
  for (let end = 12; end <= written.length; end += 1) {
    const shown = secretsOf(secret).scrub(`(${written.slice(0, end)}…)`);
    // The user takes up to 8 characters in base64.
    if (!shown.includes('<TOKEN>'))
      expect(shown.replace('<beginning of a secret>', '').length).toBeLessThan(20);
  }
  for (const text of ['(ghp_a…)', 'a plain text, 100 % of it…'])
    expect(secretsOf(secret).scrub(text)).toBe(text);
});

it('what is no secret stays as it is, whatever it looks like', () => {
  const secrets = secretsOf('ghp_aLongTokenOfAMember0123456789', 'aaaaaaab');
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), (text) => {
      expect([secrets.scrub(text), new Secrets().scrub(text)]).toEqual([text, text]);
    }),
  );
});

it('a value is scrubbed in every text, however deep, and keeps its keys and all that is no text', () => {
  const value = { a: 1, b: null, c: true, d: undefined, e: [1.5, { url: '/?t=the-secret' }] };
  const scrubbed = secretsOf('the-secret').scrubAll<unknown>(value);
  expect(scrubbed).toEqual({ ...value, e: [1.5, { url: '/?t=<TOKEN>' }] });
});

it.each(['&#x', '&amp;', '%', '%25', '%67', '\\', String.raw`\u005c`, 'ghp_aLong/Token'])(
  'a long text of nothing but %s stays as it is',
  (text) => {
    const long = text.repeat(2 ** 20 / text.length);
    expect(secretsOf('ghp_aLong/TokenOf+Nobody99').scrub(long) === long).toBe(true);
  },
);
