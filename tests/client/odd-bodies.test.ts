import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BodyTooLarge, decodeBody } from '../../src/client/body.ts';
import { readJson, scalarText } from '../../src/client/json.ts';

const MEBI = 1024 * 1024;

describe('a compressed body', () => {
  it('that is empty is empty, whatever it says of its coding', () => {
    expect(decodeBody(Buffer.alloc(0), 'gzip')).toHaveLength(0);
  });

  it('that grows without measure is too large under every coding', () => {
    expect(() => decodeBody(deflateSync(Buffer.alloc(32 * MEBI)), 'deflate')).toThrow(BodyTooLarge);
  });
});

describe('a JSON text with a long number in it', () => {
  it('is read as one without: a repeated key takes its last value', () => {
    const long = readJson('{"a":1,"a":2,"b":1234567890123456789}');
    expect(long).toMatchObject({ kind: 'json', value: { a: 2 } });
  });

  it('is read as one without: 1.0 is the number 1', () => {
    const [short, long] = ['[1.0]', '[1.0,12345678901234567890]'].map((text) => readJson(text));
    const first = (reading: typeof short): unknown =>
      reading?.kind === 'json' && Array.isArray(reading.value) ? scalarText(reading.value[0]) : undefined;
    expect(first(long)).toBe(first(short));
  });
});
