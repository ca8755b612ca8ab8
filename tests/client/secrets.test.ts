import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../src/client/secrets.ts';
import { nearMisses } from '../../src/generate/tokens.ts';

type Write = (text: string) => string;

/** Tokens that the settings accept, too long to occur in other text. */
const anyToken = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 10, maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))
  .filter((text) => /[0-9A-Za-z]{2}/.test(text));
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Tokens of the characters that Bearer allows, not too short to be searched in all forms. */
const token = fc
  .array(fc.constantFrom(...`${LETTERS}-._~+/`), { minLength: 8, maxLength: 40 })
  .map((characters) => characters.join(''))
  .filter((text) => /[0-9A-Za-z]{4}/.test(text));

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
const inHtml: Write = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
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
const FORMS = Object.entries({ ...ESCAPES, ...ENCODINGS });

/** Forms in which any token is hidden as a whole. */
const WHOLE: Readonly<Record<string, Write>> = {
  'as it is': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in lower case': (text) => text.toLowerCase(),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) => encodeURIComponent(text).toLowerCase(),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded in every character': each((hex) => `%${hex}`),
  'percent-encoded twice in every character': each((hex) => `%25${hex}`),
  'within JSON': (text) => JSON.stringify({ echo: text }),
  'within JSON with escaped slashes': (text) => inJson(text).replaceAll('/', '\\/'),
  'with the escapes of JSON, within JSON': each((hex) => `\\\\u00${hex}`),
  'with hexadecimal entities': each((hex) => `&#x${hex};`),
  'with decimal entities': each((_, code) => `&#${code};`),
  'as HTML': inHtml,
  'in base64': inBase64,
  'in hexadecimal': inHex,
  'in hexadecimal, in capital letters': (text) => inHex(text).toUpperCase(),
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

describe('a secret is hidden', () => {
  it.each(Object.entries(WHOLE))('as a whole: %s', (_, write) => {
    fc.assert(
      fc.property(anyToken, fc.string(), fc.string(), (secret, before, after) => {
        const shown = secretsOf(secret)
          .scrub(`${before} ${write(secret)} ${after}`)
          .toLowerCase();
        expect(shown).toContain('<token>');
        for (const text of [write(secret), secret]) expect(shown).not.toContain(text.toLowerCase());
      }),
    );
  });

  it.each(FORMS)('%s', (_, write) => {
    fc.assert(fc.property(token, (secret) => expectHidden(secret, write(secret))));
  });

  it('in base64 of what holds it', () => {
    const text = fc.string({ maxLength: 9 });
    fc.assert(
      fc.property(anyToken, text, text, (secret, before, after) => {
        for (const kind of ['base64', 'base64url'] as const) {
          const written = Buffer.from(`${before}${secret}${after}`).toString(kind);
          expect(secretsOf(secret).scrub(`Basic ${written}`)).toContain('<TOKEN>');
        }
      }),
    );
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
    const [encoding, escaping] = [ENCODINGS, ESCAPES].map((all) => fc.constantFrom(...Object.values(all)));
    if (encoding === undefined || escaping === undefined) throw new Error('there are two');
    fc.assert(
      fc.property(token, encoding, escaping, (secret, encode, escape) =>
        expectHidden(secret, escape(encode(secret))),
      ),
    );
  });

  it('in JSON within JSON within JSON', () => {
    fc.assert(
      fc.property(token, (secret) => {
        expectHidden(secret, inJson(inJson(inJson(secret.replaceAll('/', '\\/')))));
        const written = inJson(inJson(each((hex) => `\\u00${hex}`)(secret)));
        expect(secretsOf(secret).scrub(written)).toBe(String.raw`"\"<TOKEN>\""`);
      }),
    );
  });

  it.each([encodeURIComponent, inBase64, inHex, inJson])('with characters beyond ASCII (%s)', (write) => {
    const secret = 'pässwörd-日本-1234';
    expect(secretsOf(secret).scrub(write(secret))).toContain('<TOKEN>');
  });

  it('every time, from when it was added, under its first label, and not if it is empty', () => {
    const secrets = secretsOf('abc.d+f(g', '');
    secrets.add('abc.d+f(g', 'B');
    const text = 'abc.d+f(gabc.d+f(g abcxd+f(g another-secret';
    expect(secrets.scrub(text)).toBe('<TOKEN><TOKEN> abcxd+f(g another-secret');
    secrets.add('another-secret', '$& $1');
    expect(secrets.scrub(text)).toBe('<TOKEN><TOKEN> abcxd+f(g <$& $1>');
  });

  it('in all of its length where parts of two overlap', () => {
    const secrets = new Secrets();
    secrets.add('abcdefgh-1234', 'A');
    secrets.add('1234-ijklmnopq', 'B');
    expect(secrets.scrub('x abcdefgh-1234-ijklmnopq y')).toBe('x <B> y');
  });
});

describe('a near miss of a secret', () => {
  it.each(FORMS)('is shown as what it is: %s', (_, write) => {
    const secret = 'ghp_aLong/TokenOf+Nobody99';
    const secrets = secretsOf(secret);
    const misses = nearMisses(secret, 'TOKEN', []);
    for (const { token: miss, label } of misses) secrets.add(miss, label);
    for (const { token: miss, label } of misses) expect(secrets.scrub(write(miss))).toContain(`<${label}>`);
  });

  it('never shows in what is left, whatever the secret', () => {
    fc.assert(
      fc.property(anyToken, fc.string(), (secret, text) => {
        const secrets = secretsOf(secret);
        const misses = nearMisses(secret, 'TOKEN', []);
        for (const miss of misses) secrets.add(miss.token, miss.label);
        const all = [secret, ...misses.map((miss) => miss.token)];
        const shown = secrets.scrub(all.map((one) => `${text} ${one}`).join(' '));
        for (const one of all.filter((miss) => miss.length >= 8)) expect(shown).not.toContain(one);
      }),
    );
  });
});

describe('a text that is cut', () => {
  const secret = 'ghp_aLongTokenOf/Nobody+0123456789';

  it.each(FORMS)('shows no part of a token at its end: %s', (_, write) => {
    const written = `"a text in front", ${write(secret)}`;
    for (let end = 20; end <= written.length; end += 1) {
      const shown = secretsOf(secret).scrubBeginning(written.slice(0, end));
      // The text before the token takes 17 characters, and up to 16 in base64.
      if (!shown.includes('<TOKEN>')) expect(shown.length).toBeLessThan(36);
      expect(written.startsWith(shown) || shown.includes('<TOKEN>')).toBe(true);
    }
  });

  it('is the same in all that cannot be a part of one, and not too long', () => {
    expect(secretsOf(secret).scrubBeginning('a plain text, 100 % of it')).toBe('a plain text, 100 % of it');
    const shown = secretsOf(secret).hide('y '.repeat(1_000_000));
    expect([shown.endsWith('…'), shown.length < 20_000]).toEqual([true, true]);
  });
});

describe('what is no secret', () => {
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
        expect([secrets.scrub(text), new Secrets().scrub(text)]).toEqual([text, text]);
        expect(secrets.hide(`${text}.`)).toBe(`${text}.`);
      }),
    );
  });

  it('stays as it is if the token is only a part of a word', () => {
    const secrets = secretsOf('pass');
    expect(secrets.scrub(inBase64('a pass in base64'))).toBe(inBase64('a pass in base64'));
    expect(secrets.scrub('a pass')).toBe('a <TOKEN>');
  });
});

describe('a value', () => {
  it('is scrubbed in every text, however deep, and keeps its keys and all that is no text', () => {
    const secrets = secretsOf('the-secret');
    const value = { a: 1, b: null, c: true, d: undefined, e: [1.5, { url: '/?t=the-secret' }] };
    expect(secrets.scrubAll<unknown>(value)).toEqual({ ...value, e: [1.5, { url: '/?t=<TOKEN>' }] });
    const texts = [fc.string(), fc.nat(), fc.constantFrom('the-secret', 'Bearer the-secret', 'THE-SECRET')];
    fc.assert(
      fc.property(fc.object({ values: texts }), (one) => {
        expect(JSON.stringify(secrets.scrubAll<unknown>(one)).toLowerCase()).not.toContain('the-secret');
      }),
    );
  });
});
