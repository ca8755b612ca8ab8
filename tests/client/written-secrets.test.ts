import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../src/client/secrets.ts';
import { nearMisses } from '../../src/generate/tokens.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Tokens of the characters that Bearer allows, not too short to be searched in all forms. */
const token = fc
  .array(fc.constantFrom(...`${LETTERS}-._~+/`), { minLength: 8, maxLength: 40 })
  .map((characters) => characters.join(''))
  .filter((text) => /[0-9A-Za-z]{4}/.test(text));

type Write = (text: string) => string;

const each =
  (write: (hex: string, code: number) => string): Write =>
  (text) =>
    Array.from(text, (character) => {
      const code = character.charCodeAt(0);
      return write(code.toString(16).padStart(2, '0'), code);
    }).join('');
const inJson: Write = (text) => JSON.stringify(text);
const inBase64: Write = (text) => Buffer.from(text).toString('base64');
const inHex: Write = (text) => Buffer.from(text).toString('hex');

const NAMES: Readonly<Record<string, string>> = {
  '-': '&#45;',
  '.': '&period;',
  _: '&lowbar;',
  '+': '&plus;',
  '/': '&sol;',
  '~': '&#126;',
};

/** Escapes, of which up to three may be nested. */
const ESCAPES: Readonly<Record<string, Write>> = {
  'as JSON': inJson,
  'with the escapes of JSON': each((hex) => `\\u00${hex}`),
  'with the escapes of JSON in capital letters': each((hex) => `\\u00${hex.toUpperCase()}`),
  'with slashes escaped': (text) => text.replaceAll('/', '\\/'),
  'with the escapes of JavaScript': each((hex) => `\\x${hex}`),
  'with code points of JavaScript': each((hex) => `\\u{${hex}}`),
  'with hexadecimal entities': each((hex) => `&#x${hex};`),
  'with decimal entities': each((_, code) => `&#${code};`),
  'with entities of many zeros': each((_, code) => `&#${String(code).padStart(30, '0')};`),
  'with named entities': (text) => text.replace(/[-._~+/]/g, (sign) => NAMES[sign] ?? sign),
  'with ampersands escaped': (text) => text.replaceAll('&', '&amp;'),
  'percent-encoded': each((hex) => `%${hex}`),
  'percent-encoded as in old browsers': each((hex) => `%u00${hex}`),
  'percent-encoded as components are': encodeURIComponent,
};

/** Encodings of bytes, which are decoded once. */
const ENCODINGS: Readonly<Record<string, Write>> = {
  'in base64': inBase64,
  'in base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'in base64 behind a user': (text) => inBase64(`user:${text}`),
  'in base64 within a text': (text) => inBase64(`{"token":"${text}","more":1}`),
  'in base64 without padding': (text) => inBase64(text).replace(/=+$/, ''),
  'in base64, broken into lines': (text) => inBase64(`a ${text} b`).replace(/.{5}/g, '$&\r\n  '),
  'in base64, of capital letters': (text) => inBase64(text.toUpperCase()),
  'in hexadecimal': inHex,
  'in hexadecimal with colons': (text) => inHex(text).replace(/..(?=.)/g, '$&:'),
  'in hexadecimal with blanks, in capital letters': (text) => inHex(text).toUpperCase().replace(/../g, '$& '),
  'in hexadecimal, broken into lines': (text) => inHex(text).replace(/.{7}/g, '$&\n'),
};

const secretsOf = (...tokens: readonly string[]): Secrets => {
  const secrets = new Secrets();
  for (const one of tokens) secrets.add(one, 'TOKEN');
  return secrets;
};

/** Expects that a written token is hidden except for its surroundings. */
function expectHidden(secret: string, written: string): void {
  const shown = secretsOf(secret).scrub(`before, ${written}, behind`);
  expect(shown).toContain('<TOKEN>');
  if (written.length > 30) expect(shown).not.toContain(written.slice(8, -8));
}

describe('a token is hidden', () => {
  for (const [form, write] of [...Object.entries(ESCAPES), ...Object.entries(ENCODINGS)])
    it(form, () => {
      fc.assert(fc.property(token, (secret) => expectHidden(secret, write(secret))));
    });

  it('with up to three kinds of escapes within one another', () => {
    const escape = fc.constantFrom(...Object.values(ESCAPES).filter((write) => write !== inJson));
    fc.assert(
      fc.property(token, escape, escape, escape, (secret, one, two, three) => {
        const shown = secretsOf(secret).scrub(`before ${three(two(one(secret)))} behind`);
        expect(shown).toBe('before <TOKEN> behind');
      }),
    );
  });

  it('with escapes around base64 and hexadecimal', () => {
    fc.assert(
      fc.property(
        token,
        fc.constantFrom(...Object.values(ENCODINGS)),
        fc.constantFrom(...Object.values(ESCAPES)),
        (secret, encode, escape) => expectHidden(secret, escape(encode(secret))),
      ),
    );
  });

  it('in JSON within JSON within JSON', () => {
    fc.assert(
      fc.property(token, (secret) => {
        const once = inJson(secret.replaceAll('/', '\\/'));
        expectHidden(secret, inJson(inJson(once)));
        const written = inJson(inJson(ESCAPES['with the escapes of JSON']?.(secret) ?? ''));
        expect(secretsOf(secret).scrub(written)).toBe(String.raw`"\"<TOKEN>\""`);
      }),
    );
  });

  it('and so is each near miss of it', () => {
    const secret = 'ghp_aLong/TokenOf+Nobody99';
    const misses = nearMisses(secret, 'TOKEN', []);
    const secrets = secretsOf(secret);
    for (const miss of misses) secrets.add(miss.token, miss.label);
    for (const miss of misses)
      for (const write of [...Object.values(ESCAPES), ...Object.values(ENCODINGS)])
        expect(secrets.scrub(write(miss.token))).toContain(`<${miss.label}>`);
  });

  it('in all of its length where parts of two overlap', () => {
    const secrets = new Secrets();
    secrets.add('abcdefgh-1234', 'A');
    secrets.add('1234-ijklmnopq', 'B');
    expect(secrets.scrub('x abcdefgh-1234-ijklmnopq y')).toBe('x <B> y');
  });

  it('with characters beyond ASCII', () => {
    const secret = 'pässwörd-日本-1234';
    for (const write of [encodeURIComponent, inBase64, inHex, inJson])
      expect(secretsOf(secret).scrub(write(secret))).toContain('<TOKEN>');
  });
});

describe('a text that is cut', () => {
  const secret = 'ghp_aLongTokenOf/Nobody+0123456789';

  for (const [form, write] of [...Object.entries(ESCAPES), ...Object.entries(ENCODINGS)])
    it(`shows no part of a token at its end: ${form}`, () => {
      const written = `"a text in front", ${write(secret)}`;
      for (let end = 20; end <= written.length; end += 1) {
        const shown = secretsOf(secret).scrubBeginning(written.slice(0, end));
        // The text before the token takes 17 characters, and up to 16 in base64.
        if (!shown.includes('<TOKEN>')) expect(shown.length).toBeLessThan(36);
        expect(written.startsWith(shown) || shown.includes('<TOKEN>')).toBe(true);
      }
    });

  it('is the same in all that cannot be a part of one', () => {
    expect(secretsOf(secret).scrubBeginning('a plain text, 100 % of it')).toBe('a plain text, 100 % of it');
  });

  it('is not longer than what anybody is shown, and says that it is cut', () => {
    const shown = secretsOf(secret).hide('y '.repeat(1_000_000));
    expect(shown.endsWith('…')).toBe(true);
    expect(shown.length).toBeLessThan(20_000);
  });
});

describe('a text without a token', () => {
  it('stays as it is, whatever it looks like', () => {
    const secrets = secretsOf('ghp_aLongTokenOfAMember0123456789', 'aaaaaaab');
    for (const text of [
      '100%25 of &amp;amp; and \\\\u0041 \\u0042 %41%42 &lt;b&gt;',
      'YWFhYWFhYWE= deadbeef 61:61:61:61:61:61:61:61 AAAA AAAA',
      'C:\\new\\table \\/ \\" &notin; &#xZZ; &#99999999999; %zz % & \\',
    ])
      expect(secrets.scrub(text)).toBe(text);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(secrets.scrub(text)).toBe(text);
        expect(secrets.hide(`${text}.`)).toBe(`${text}.`);
      }),
    );
  });

  it('stays as it is where a token is a word: only as a word', () => {
    const secrets = secretsOf('pass');
    expect(secrets.scrub(inBase64('a pass in base64'))).toBe(inBase64('a pass in base64'));
    expect(secrets.scrub('a pass')).toBe('a <TOKEN>');
  });
});
