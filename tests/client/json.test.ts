import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, endsTooSoon, jsonType, readJson, scalarText } from '../../src/client/json.ts';
import { extentOf } from '../../src/client/json-extent.ts';

function valueOf(text: string): unknown {
  const reading = readJson(text);
  if (reading.kind !== 'json') throw new Error(`${reading.kind}: ${text}`);
  return reading.value;
}

function itemsOf(text: string): readonly unknown[] {
  const value = valueOf(text);
  if (!Array.isArray(value)) throw new Error(`no array: ${text}`);
  return value;
}

describe('reading JSON', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\d{16}/.test(text));
        expect(valueOf(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('gives the same with a long number beside it', () => {
    const values = fc.jsonValue({ noUnicodeString: false });
    fc.assert(
      fc.property(values, (value) => {
        const alone = JSON.stringify(value);
        fc.pre(!alone.includes('__proto__'));
        const [beside] = itemsOf(`[${alone},12345678901234567890]`);
        expect(canonical(beside)).toBe(canonical(JSON.parse(alone)));
      }),
    );
  });

  it('keeps every digit of a number that a double cannot hold', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (number) => {
        expect(scalarText(valueOf(String(number)))).toBe(String(number));
      }),
    );
  });

  it('tells two ids apart that a double does not', () => {
    const [a, b] = itemsOf('[9007199254740992,9007199254740993]');
    expect(scalarText(a)).not.toBe(scalarText(b));
  });

  it('takes one whole value and nothing beside it', () => {
    for (const text of [
      '',
      ' ',
      '[] []',
      '{}x',
      '[1,]',
      "{'a':1}",
      '01',
      'NaN',
      '\uFEFF[]',
      '[12345678901234567,]',
    ])
      expect(readJson(text).kind).toBe('not-json');
    for (const text of ['0', '"x"', 'null', ' [1] \n', '{"a":{"a":1}}'])
      expect(readJson(text).kind).toBe('json');
  });

  it('says why something is no JSON', () => {
    expect(readJson('<html>')).toEqual({ kind: 'not-json', why: expect.stringMatching(/./) });
  });

  it('walks 500 deep and no deeper, whatever comes after', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(readJson(nested(500)).kind).toBe('json');
    expect(readJson(nested(501)).kind).toBe('beyond');
    expect(readJson('{"a":'.repeat(501)).kind).toBe('beyond');
    expect(readJson(`[${nested(499)},${nested(499)}]`).kind).toBe('json');
  });

  it('reads half a million values and no more, and counts the elements of an array all the same', () => {
    expect(readJson(`[${'0,'.repeat(499_990)}0]`).kind).toBe('json');
    expect(readJson(`[${'0,'.repeat(500_000)}0]`)).toEqual({
      kind: 'beyond',
      what: 'made of more than 500,000 values',
      elements: 101,
    });
    // A text that is no array has no elements, nor has one that is invalid from the start.
    for (const text of [`{"a":[${'0,'.repeat(500_000)}0]}`, `[0,,${'0,'.repeat(500_000)}0]`])
      expect(readJson(text)).toMatchObject({ kind: 'beyond', elements: 0 });
    const few = `[{"a":1},{"a":2},[${'0,'.repeat(500_000)}0]]`;
    expect(readJson(few)).toMatchObject({ kind: 'beyond', elements: 2 });
  });

  it('reads numbers of a thousand digits and no longer ones', () => {
    const number = '7'.repeat(1000);
    expect(scalarText(valueOf(number))).toBe(number);
    expect(scalarText(itemsOf(`["${number}7",1]`)[0])).toBe(`${number}7`);
    expect(readJson(`[{"id":1},{"id":${number}7}]`)).toEqual({
      kind: 'beyond',
      what: 'one with a number of more than 1,000 digits',
      elements: 1,
    });
  });

  it('leaves texts as they are that look like what long numbers are kept as', () => {
    const texts = ['12345678901234567890', '"12345678901234567890"', '\\', '\\"12345678901234567,'];
    for (const text of texts) {
      const [kept, key, long] = itemsOf(
        `[${JSON.stringify(text)},{${JSON.stringify(text)}:1},12345678901234567890]`,
      );
      expect([kept, key, scalarText(long)]).toEqual([text, { [text]: 1 }, '12345678901234567890']);
    }
  });

  it('keeps the digits of long numbers wherever they stand, and those of fractions', () => {
    const [{ a }, inner, fraction] = itemsOf(
      ' [ {"a" : -12345678901234567890} ,[9007199254740993,1e2], 0.12345678901234567890123 ]',
    ) as [{ a: unknown }, unknown[], unknown];
    expect([a, ...inner, fraction].map(scalarText)).toEqual([
      '-12345678901234567890',
      '9007199254740993',
      '100',
      '0.12345678901234567890123',
    ]);
  });

  it('does not take brackets in strings for depth', () => {
    const text = JSON.stringify(['['.repeat(1000), `"\\"${'{'.repeat(1000)}`, '\\']);
    expect(valueOf(text)).toEqual(JSON.parse(text));
    expect(valueOf(JSON.stringify(`"${'['.repeat(1000)}`))).toHaveLength(1001);
  });
});

describe('one text for equal values', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, item]) => [key, shuffled(item)]),
    );
  };

  it('does not depend on the order of keys, however deep', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(canonical(shuffled(value))).toBe(canonical(value));
      }),
    );
  });

  it('depends on the order of arrays', () => {
    expect(canonical([1, 2])).not.toBe(canonical([2, 1]));
  });

  it('differs for different values of one kind', () => {
    const values = [
      {},
      [],
      [[]],
      [{}],
      { a: 1 },
      { a: 2 },
      { b: 1 },
      { a: [1] },
      ['a', 'b'],
      ['a,b'],
      null,
      true,
    ];
    expect(new Set(values.map((value) => canonical(value))).size).toBe(values.length);
  });

  it('leaves out what it is told to, by path', () => {
    const value = { id: 1, user: { id: 2, seen: 3 }, seen: 4 };
    expect(canonical(value, new Set(['user.seen']))).toBe(canonical({ id: 1, user: { id: 2 }, seen: 4 }));
  });

  it('leaves out within arrays too', () => {
    expect(canonical([{ a: 1, b: 2 }], new Set(['[].b']))).toBe(canonical([{ a: 1 }]));
  });
});

describe('the type of a value', () => {
  it('is the one that JSON has', () => {
    const values = itemsOf('[null,[],{},1,"x",true,123456789012345678]');
    expect(values.map(jsonType)).toEqual([
      'null',
      'array',
      'object',
      'number',
      'string',
      'boolean',
      'number',
    ]);
  });

  it('has a text only for numbers and strings', () => {
    expect(['x', '', 0, -1.5].map(scalarText)).toEqual(['x', '', '0', '-1.5']);
    for (const value of [null, undefined, true, [], {}]) expect(scalarText(value)).toBeUndefined();
  });
});

describe('a text that ends too soon', () => {
  it('is every beginning of an array or an object, and none of them whole', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        const text = JSON.stringify(value);
        expect(endsTooSoon(text)).toBe(false);
        expect(endsTooSoon(` ${text} `)).toBe(false);
        for (let end = 0; end < text.length; end += 1) expect(endsTooSoon(text.slice(0, end))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is no other text', () => {
    for (const text of ['null', '"a', '1', '<html>[', 'oops {', '[}', ']'])
      expect(endsTooSoon(text)).toBe(false);
  });
});

describe('the extent of a text', () => {
  const WANTED = { number: 16 };

  it('counts the values, and one more for each that is empty', () => {
    const count = (value: unknown): number => {
      if (value === null || typeof value !== 'object') return 1;
      const inner = Object.values(value);
      return inner.length === 0 ? 2 : inner.reduce((sum: number, item) => sum + count(item), 1);
    };
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(extentOf(JSON.stringify(value), WANTED)).toMatchObject({
          isOpen: false,
          values: count(value),
        });
      }),
    );
  });

  it('looks no deeper than its limit, and no further', () => {
    expect(extentOf('[[[],[],[]]]', { ...WANTED, depth: 3 })).toMatchObject({ depth: 3, isOpen: false });
    expect(extentOf('[[[[],[],[]]]]', { ...WANTED, depth: 3 })).toMatchObject({
      depth: 4,
      isOpen: true,
      values: 5,
    });
  });
});
