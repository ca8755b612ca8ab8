import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf } from './thrown.ts';

/**
 * Maximum bytes of a body, before and after decompression. A page of a hundred issues of 60 kB stays below.
 */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Predicate for messages, following "it is". */
const TOO_LONG = `longer than ${MAX_BODY_BYTES / 1024 / 1024} MiB`;
/** Bytes above which bodies are read one at a time; several large ones at once would exhaust the memory. */
const LARGE_BYTES = 1024 * 1024;
/** Maximum number of nested content codings; each of them may expand the body to the maximum size. */
const MAX_CODINGS = 4;

/** Thrown if a body exceeds what this program reads. */
export class BodyTooLarge extends Error {
  /** Bytes that arrived before the limit; empty if the body is compressed. */
  readonly beginning: Buffer;

  /** @param what a clause that names the exceeded limit */
  constructor(what = `the body is ${TOO_LONG}`, beginning: Buffer = Buffer.alloc(0)) {
    super(what);
    this.beginning = beginning;
  }
}

export class UnknownCoding extends Error {
  constructor(coding: string) {
    super(`its Content-Encoding "${coding}" is unknown here`);
  }
}

/** Returns a buffer for one large body. It is reused, because a new one per body would exhaust the memory. */
export const roomForLarge = (): Buffer => Buffer.allocUnsafeSlow(MAX_BODY_BYTES);

/**
 * Reads a body to its end. An endless body is abandoned at the limit.
 * @param enter called once, if the body proves large; waits for the turn and returns the buffer to use
 * @returns the bytes; those of a large body lie in the buffer that `enter` returned
 * @throws {BodyTooLarge} if the body exceeds {@link MAX_BODY_BYTES}
 */
export async function readBody(
  chunks: AsyncIterable<unknown>,
  enter: () => Promise<Buffer> = () => Promise.resolve(roomForLarge()),
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  let room: Buffer | null = null;
  for await (const chunk of chunks) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a body arrives as bytes');
    if (size + chunk.length > MAX_BODY_BYTES) {
      const rest = chunk.subarray(0, MAX_BODY_BYTES - size);
      throw new BodyTooLarge(
        undefined,
        Buffer.concat([...(room === null ? parts : [room.subarray(0, size)]), rest]),
      );
    }
    if (room === null) parts.push(chunk);
    else chunk.copy(room, size);
    size += chunk.length;
    if (room !== null || size <= LARGE_BYTES) continue;
    room = await enter();
    Buffer.concat(parts.splice(0)).copy(room);
  }
  return room === null ? Buffer.concat(parts) : room.subarray(0, size);
}

/** True if zlib stopped because the output exceeds `maxOutputLength`. */
const isTooLarge = (error: unknown): boolean => codeOf(error) === 'ERR_BUFFER_TOO_LARGE';

function inflateEither(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    // Some servers send raw deflate data as "deflate"; clients accept both forms.
    return inflateRawSync(bytes, options);
  }
}

/**
 * Undoes Content-Encoding. The client requests none, but a server may compress anyway.
 * @throws {BodyTooLarge} if the decoded body is too large, or too many codings are nested
 * @throws {UnknownCoding} if a coding is unknown
 * @throws {Error} of zlib, if the bytes do not match the named coding
 */
export function decodeBody(bytes: Buffer, contentEncoding: string | undefined): Buffer {
  // An answer without a body may still name a coding.
  if (bytes.length === 0) return bytes;
  const options = { maxOutputLength: MAX_BODY_BYTES };
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS)
    throw new BodyTooLarge(
      `the body is encoded ${codings.length} times over, and no more than ${MAX_CODINGS} codings are undone`,
    );
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    try {
      switch (coding) {
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
          throw new UnknownCoding(coding);
      }
    } catch (error) {
      if (isTooLarge(error)) throw new BodyTooLarge();
      throw error;
    }
  }
  return decoded;
}
