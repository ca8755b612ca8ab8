import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { codeOf } from './thrown.ts';

/**
 * Maximum bytes of a body, before and after decompression. A page of a hundred issues of 60 kB stays below.
 */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Thrown if a body exceeds what this program reads. */
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

/** Bytes above which bodies are read one at a time; several large ones at once would exhaust the memory. */
const LARGE_BYTES = 1024 * 1024;

/** Lets one large body at a time into memory: all of them use one buffer, one after the other. */
export class LargeBodies {
  #last: Promise<unknown> = Promise.resolve();
  #room: Buffer | null = null;

  /**
   * Waits for the earlier ones.
   * @param left resolves when the bytes are needed no more
   * @throws the reason of the signal, if it aborts
   */
  async enter(signal: AbortSignal, left: Promise<unknown>): Promise<Buffer> {
    const earlier = this.#last;
    this.#last = Promise.all([earlier, left]);
    await Promise.race([
      earlier,
      new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
    ]);
    signal.throwIfAborted();
    this.#room ??= Buffer.allocUnsafeSlow(MAX_BODY_BYTES);
    return this.#room;
  }
}

/**
 * Reads a body to its end. An endless body is abandoned at the limit.
 * @param enter called once, if the body proves large; returns the buffer to use
 * @throws {BodyTooLarge} if the body exceeds {@link MAX_BODY_BYTES}
 */
export async function readBody(
  chunks: AsyncIterable<unknown>,
  enter: () => Promise<Buffer> = () => Promise.resolve(Buffer.allocUnsafeSlow(MAX_BODY_BYTES)),
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  let room: Buffer | null = null;
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a body arrives as bytes');
    parts.push(chunk);
    if (room === null && size + chunk.length <= LARGE_BYTES) {
      size += chunk.length;
      continue;
    }
    if (room === null) {
      room = await enter();
      size = 0;
    }
    for (const part of parts.splice(0)) {
      // What does not fit is left out.
      part.copy(room, size);
      size += part.length;
    }
    if (size > MAX_BODY_BYTES) throw new BodyTooLarge(room);
  }
  return room === null ? Buffer.concat(parts) : room.subarray(0, size);
}

/** True if zlib stopped because the output exceeds `maxOutputLength`. */
const isTooLarge = (error: unknown): boolean => codeOf(error) === 'ERR_BUFFER_TOO_LARGE';

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
    throw isTooLarge(error) ? new BodyTooLarge() : error;
  }
}
