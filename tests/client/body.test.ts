import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyTooLarge, decodeBody, MAX_BODY_BYTES, readBody, UnknownCoding } from '../../src/client/body.ts';

const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((array) => Buffer.from(array));
const CODINGS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
} as const;
const coding = fc.constantFrom('gzip', 'x-gzip', 'deflate', 'br');

describe('a compressed body', () => {
  it('is undone, whatever the codings and their order', () => {
    fc.assert(
      fc.property(bytes, fc.array(coding, { maxLength: 3 }), (body, codings) => {
        const encoded = codings.reduce((data: Buffer, name) => CODINGS[name](data), body);
        expect(decodeBody(encoded, codings.join(', ')).equals(body)).toBe(true);
      }),
    );
  });

  it('is undone where deflate is raw', () => {
    expect(decodeBody(deflateRawSync('[1]'), 'deflate').toString()).toBe('[1]');
  });

  it('is undone where the coding is in capitals', () => {
    expect(decodeBody(gzipSync('[1]'), 'GZIP').toString()).toBe('[1]');
  });

  it('is left as it is where there is no coding', () => {
    for (const none of [undefined, '', 'identity', ' Identity '])
      expect(decodeBody(Buffer.from('[1]'), none).toString()).toBe('[1]');
  });

  it('of an unknown coding is refused by name', () => {
    expect(() => decodeBody(Buffer.from('x'), 'gzip, rot13')).toThrow(UnknownCoding);
    expect(() => decodeBody(Buffer.from('x'), 'rot13')).toThrow('rot13');
  });

  it('that is none is refused', () => {
    for (const name of Object.keys(CODINGS)) expect(() => decodeBody(Buffer.from('[1,2,3]'), name)).toThrow();
  });

  it('that is cut short is refused', () => {
    for (const [name, encode] of Object.entries(CODINGS)) {
      const whole = encode(Buffer.from('[1,2,3]'.repeat(50)));
      expect(() => decodeBody(whole.subarray(0, whole.length - 5), name)).toThrow();
    }
  });

  it('that would become too large is not', () => {
    const blank = Buffer.alloc(MAX_BODY_BYTES + 1);
    for (const [name, encode] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const)
      expect(() => decodeBody(encode(blank), name)).toThrow(BodyTooLarge);
    expect(() => decodeBody(gzipSync(gzipSync(blank)), 'gzip, gzip')).toThrow(BodyTooLarge);
  });

  it('that is encoded more than four times over is not undone, however small', () => {
    const encoded = Array.from({ length: 5 }).reduce((data: Buffer) => gzipSync(data), Buffer.from('[1]'));
    expect(() => decodeBody(encoded, 'gzip,gzip,gzip,gzip,gzip')).toThrow(BodyTooLarge);
    expect(decodeBody(gzipSync('[1]'), `gzip${',identity'.repeat(20)}`).toString()).toBe('[1]');
  });

  it('that becomes just as large as a body may be is read', () => {
    expect(decodeBody(gzipSync(Buffer.alloc(MAX_BODY_BYTES)), 'gzip')).toHaveLength(MAX_BODY_BYTES);
  });
});

describe('reading a body', () => {
  async function* chunks(...parts: readonly unknown[]) {
    for (const part of parts) yield await Promise.resolve(part);
  }

  it('puts its parts together', async () => {
    expect((await readBody(chunks(Buffer.from('[1,'), Buffer.from('2]')))).toString()).toBe('[1,2]');
    expect(await readBody(chunks())).toHaveLength(0);
  });

  it('gives up one without end, and reads no further', async () => {
    let read = 0;
    async function* endless() {
      // The body does end, so that a reader without a limit fails instead of filling the memory.
      while (read < 40) {
        read += 1;
        yield await Promise.resolve(Buffer.alloc(1024 * 1024));
      }
    }
    await expect(readBody(endless())).rejects.toBeInstanceOf(BodyTooLarge);
    expect(read).toBe(MAX_BODY_BYTES / 1024 / 1024 + 1);
  });

  it('knows the beginning of one that is too large, in whatever parts it comes', async () => {
    const whole = Buffer.alloc(MAX_BODY_BYTES + 1, 'abc');
    const halves = [whole.subarray(0, 5_000_000), whole.subarray(5_000_000)];
    for (const parts of [[whole], halves]) {
      const error: unknown = await readBody(chunks(...parts)).catch((thrown: unknown) => thrown);
      if (!(error instanceof BodyTooLarge)) throw error;
      expect(error.beginning.equals(whole.subarray(0, MAX_BODY_BYTES))).toBe(true);
    }
  });

  it('waits for its turn once it proves to be large, and uses the room that it is given', async () => {
    const [part, room] = [Buffer.alloc(600 * 1024, 'x'), Buffer.alloc(MAX_BODY_BYTES)];
    let turns = 0;
    const enter = () => {
      turns += 1;
      return Promise.resolve(room);
    };
    expect(await readBody(chunks(part), enter)).toHaveLength(part.length);
    expect(turns).toBe(0);
    const large = await readBody(chunks(part, part, Buffer.from('end')), enter);
    expect([turns, large.buffer === room.buffer]).toEqual([1, true]);
    expect(large.equals(Buffer.concat([part, part, Buffer.from('end')]))).toBe(true);
  });

  it('takes nothing but bytes', async () => {
    await expect(readBody(chunks('text'))).rejects.toBeInstanceOf(TypeError);
  });
});
