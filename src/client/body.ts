import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { codeOf } from './thrown.ts';

/** Bytes of a body that are read, compressed or not; a page of a hundred issues of 60 kB stays below. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** How a body is more than that, behind "it is". */
export const TOO_LONG = `longer than ${MAX_BODY_BYTES / 1024 / 1024} MiB`;
/** What is larger is read one at a time: several of them at once would fill the memory. */
const LARGE_BYTES = 1024 * 1024;
/** Codings that are undone one after the other: any of them may make the body as large as a body may be. */
const MAX_CODINGS = 4;

/** A body is more than this program reads. */
export class BodyTooLarge extends Error {
  /** The bytes that came before the limit; none of a compressed body. */
  readonly beginning: Buffer;

  /** @param what as a part of a sentence: how the body is more than that */
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

/** Room for one large body, used for one after the other: to make it anew for each would fill the memory. */
export const roomForLarge = (): Buffer => Buffer.allocUnsafeSlow(MAX_BODY_BYTES);

/**
 * Reads a body to its end, or throws {@link BodyTooLarge}; gives up a body without end early.
 * @param enter waits until a large body may be read on, and gives the room for it; called once, when this one proves to be large
 * @returns the bytes; of a large body they are in the room that was given
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

/** Whether zlib would have to give more than `maxOutputLength` bytes. */
const isTooLarge = (error: unknown): boolean => codeOf(error) === 'ERR_BUFFER_TOO_LARGE';

function inflateEither(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    // Some servers send raw deflate data under the name "deflate"; clients take both.
    return inflateRawSync(bytes, options);
  }
}

/**
 * Undoes Content-Encoding: none is asked for, yet a server may compress.
 * @throws {BodyTooLarge} where the result would be larger than a body may be, or too many codings lie one over the other
 * @throws {UnknownCoding} where the encoding is unknown
 * @throws {Error} of zlib, where the bytes are not what it says
 */
export function decodeBody(bytes: Buffer, contentEncoding: string | undefined): Buffer {
  // An answer without a body may say all the same how it would be coded.
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
