import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonical, readJson, scalarText } from '../../src/client/json.ts';

const LONG = '12345678901234567890';

function valueOf(text: string): unknown {
  const reading = readJson(text);
  return reading.kind === 'json' ? reading.value : reading;
}

const itemsOf = (text: string): readonly unknown[] => [valueOf(text)].flat();

it('reading JSON gives what JSON.parse gives, with a long number beside it too', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('__proto__'));
      if (!/\d{16}/.test(text)) expect(valueOf(text)).toEqual(JSON.parse(text));
      expect(canonical(itemsOf(`[${text},${LONG}]`)[0])).toBe(canonical(JSON.parse(text)));
    }),
  );
});

it('reading JSON keeps every digit of a number that a double cannot hold', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (number) => {
      expect(scalarText(valueOf(String(number)))).toBe(String(number));
    }),
  );
  const text = ' [ -12345678901234567890 ,9007199254740993,1e2, 1.0, 0.12345678901234567890123 ]';
  expect(itemsOf(text).map(scalarText)).toEqual([
    `-${LONG}`,
    '9007199254740993',
    '100',
    '1',
    '0.12345678901234567890123',
  ]);
  expect(valueOf(`{"a":1,"a":2,"b":${LONG}}`)).toMatchObject({ a: 2 });
});

it.each([LONG, `"${LONG}"`, '\\', '\\"12345678901234567,'])('JSON leaves a text as it is: %s', (text) => {
  const [kept, key, long] = itemsOf(`[${JSON.stringify(text)},{${JSON.stringify(text)}:1},${LONG}]`);
  expect([kept, key, scalarText(long)]).toEqual([text, { [text]: 1 }, LONG]);
});

const zeros = '0,'.repeat(500_000);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const keys = (count: number, different: number) =>
  `[${Array.from({ length: count }, (_, key) => `{"${key % different}":0}`).join(',')}]`;

it.each(
  Object.entries({
    'not-json': ['', ' ', '[] []', '{}x', '[1,]', "{'a':1}", '01', 'NaN', '\uFEFF[]', '<html>'],
    'not-json, though a number is long': ['[12345678901234567,]'],
    json: ['0', '"x"', 'null', ' [1] \n', '{"a":{"a":1}}', `[{"id":${'7'.repeat(100_000)}}]`],
    'json, though it is large': [`[${'0,'.repeat(499_990)}0]`, keys(240_000, 9)],
    'json, though it is nested': [nested(500), `[${nested(499)},${nested(499)}]`],
    'json, though its texts are not': [JSON.stringify(['['.repeat(1000), `"\\"${'{'.repeat(1000)}`, '\\'])],
    'beyond, as it is nested': [nested(501), '{"a":'.repeat(501)],
    'beyond, as it is large': [`[${zeros}0]`, `{"a":[${zeros}0]}`, keys(200_000, 200_000)],
  }),
)('reads a text as %s', (kind, texts) => {
  for (const text of texts) expect(readJson(text).kind).toBe(kind.split(',', 1)[0]);
});

it.each(['1', '1234567890123456789'])('a long text beside the number %s is shortened once', (id) => {
  const reading = readJson(`[{"id":${id},"body":"${'x'.repeat(200)}"}]`, 100);
  // A mark and a digest stand for the rest.
  expect(reading).toMatchObject({ size: { shortened: 200 - 100 - 66 } });
});

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, item]) => [key, shuffled(item)]));
};

it('one text for equal values does not depend on the order of keys, however deep', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('__proto__'));
      expect(canonical(shuffled(value))).toBe(canonical(value));
    }),
  );
});

it('canonical texts differ for different values, and leave out the given paths', () => {
  const objects = [{}, { a: 1 }, { a: 2 }, { b: 1 }, { a: [1] }, null, true];
  const values = [...objects, [], [[]], [{}], ['a', 'b'], ['a,b'], [1, 2], [2, 1]];
  expect(new Set(values.map((value) => canonical(value))).size).toBe(values.length);
  const value = [{ id: 1, user: { id: 2, seen: 3 }, seen: 4 }];
  const shorter = [{ id: 1, user: { id: 2 }, seen: 4 }];
  expect(canonical(value, new Set(['[].user.seen']))).toBe(canonical(shorter));
});
