import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { codeOf } from './thrown.ts';

/**
 * Maximum bytes of a body, before and after decompression. A page of a hundred issues of 60 kB stays below.
 */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
export class BodyTooLarge extends Error {
  /** Bytes that arrived before the limit; empty if the body is compressed. */
  readonly beginning: Buffer;

  constructor(beginning: Buffer = Buffer.alloc(0)) {
    super(`the body is longer than ${MAX_BODY_BYTES / 1024 / 1024} MiB`);
    this.beginning = beginning;
  }
}

export class UnknownCoding extends Error {
  constructor(coding: string) {
    super(`its Content-Encoding "${coding}" is unknown here`);
  }
}

/**
 * Reads a body to its end. An endless body is abandoned at the limit.
 * @throws {BodyTooLarge} if the body exceeds {@link MAX_BODY_BYTES}
 */
export async function readBody(chunks: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a body arrives as bytes');
    parts.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BodyTooLarge(Buffer.concat(parts, MAX_BODY_BYTES));
  }
  return Buffer.concat(parts);
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * Undoes Content-Encoding. The client requests none, but a server may compress anyway.
 * @throws {BodyTooLarge} if the decoded body is too large
 * @throws {UnknownCoding} if the coding is unknown, or not one alone
 * @throws {Error} of zlib, if the bytes do not match the named coding
 */
export function decodeBody(bytes: Buffer, contentEncoding = ''): Buffer {
  const coding = contentEncoding.trim().toLowerCase();
  // An answer without a body may still name a coding.
  if (bytes.length === 0 || coding === '' || coding === 'identity') return bytes;
  const decode = DECODERS[coding];
  if (decode === undefined) throw new UnknownCoding(coding);
  try {
    return decode(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    throw codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? new BodyTooLarge() : error;
  }
}
