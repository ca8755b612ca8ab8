import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** What is read of one body, compressed or not; a page of a hundred long issues stays well below. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export class BodyTooLarge extends Error {
  constructor() {
    super(`the body is longer than ${MAX_BODY_BYTES / 1024 / 1024} MiB`);
  }
}

export class UnknownCoding extends Error {
  constructor(coding: string) {
    super(`its Content-Encoding "${coding}" is unknown here`);
  }
}

/** Reads a body to its end, or throws {@link BodyTooLarge}; gives up a body without end early. */
export async function readBody(chunks: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a body arrives as bytes');
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BodyTooLarge();
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function inflateEither(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // Some servers send raw deflate data under the name "deflate"; clients take both.
    return inflateRawSync(bytes, options);
  }
}

/**
 * Undoes Content-Encoding: none is asked for, yet a server may compress.
 * @throws {BodyTooLarge} where the result would be larger than a body may be
 * @throws {UnknownCoding} where the encoding is unknown
 * @throws {Error} of zlib, where the bytes are not what it says
 */
export function decodeBody(bytes: Buffer, contentEncoding: string | undefined): Buffer {
  // An answer without a body may say all the same how it would be coded.
  if (bytes.length === 0) return bytes;
  const options = { maxOutputLength: MAX_BODY_BYTES };
  let decoded = bytes;
  for (const coding of (contentEncoding ?? '').toLowerCase().split(',').toReversed()) {
    try {
      switch (coding.trim()) {
        case '':
        case 'identity':
          break;
        case 'gzip':
        case 'x-gzip':
          decoded = gunzipSync(decoded, options);
          break;
        case 'deflate':
          decoded = inflateEither(decoded, options);
          break;
        case 'br':
          decoded = brotliDecompressSync(decoded, options);
          break;
        default:
          throw new UnknownCoding(coding.trim());
      }
    } catch (error) {
      if (error instanceof RangeError) throw new BodyTooLarge();
      throw error;
    }
  }
  return decoded;
}
