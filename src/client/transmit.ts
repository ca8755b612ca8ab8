import { types } from 'node:util';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Bodies } from './body.ts';
import type { Clock } from './clock.ts';
import { type Exchange, notSent, type SentRequest } from './exchange.ts';
import type { Playback } from './playback.ts';
import type { openRecorder } from './recorder.ts';
import { Stopped } from './stopped.ts';
import { codeOf, messageOf } from './thrown.ts';
import type { Transport } from './transport.ts';
import { FaultError, faultOf } from './transport-errors.ts';

type RawAnswer = Awaited<ReturnType<Transport['send']>>;

export interface SendDependencies {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly bodies: Bodies;
  readonly timeoutMs: number;
  /** Ends what is in flight. */
  readonly run: AbortSignal;
  readonly recorder?: ReturnType<typeof openRecorder> | undefined;
  /** Answers in place of the target. */
  readonly playback?: Playback | undefined;
}

/** Maximum bytes of a body, before and after decompression. A page of a hundred issues of 60 kB stays below. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

const tooLarge = (): FaultError =>
  new FaultError('too-large', `the body is longer than ${MAX_BODY_BYTES / 1024 / 1024} MiB`);

/**
 * Reads a body to its end. An endless body is abandoned at the limit.
 * @throws {FaultError} if the body exceeds {@link MAX_BODY_BYTES}
 */
async function readBody(chunks: RawAnswer['body']): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    if (!types.isUint8Array(chunk)) throw new TypeError('its body yields something else than bytes');
    parts.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
  }
  return Buffer.concat(parts);
}

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer;
// A target may name a member that every object inherits.
const DECODERS = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * Undoes Content-Encoding. The client requests none, but a server may compress anyway.
 * @throws {FaultError} if the decoded body is too large, or the coding is not one that is known, or the bytes do not match it
 */
function decodeBody(bytes: Buffer, contentEncoding = ''): Buffer {
  const coding = contentEncoding.trim().toLowerCase();
  // An answer without a body may still name a coding.
  if (bytes.length === 0 || coding === '' || coding === 'identity') return bytes;
  const decode = DECODERS.get(coding);
  if (decode === undefined)
    throw new FaultError('undecodable', `its Content-Encoding "${coding}" is unknown here`);
  try {
    return decode(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new FaultError('undecodable', `the body cannot be decompressed (${messageOf(error)})`);
  }
}

/** Sends a request once, with a limit of time and of body size. @throws {Stopped} if the run ends meanwhile */
export async function transmit(request: SentRequest, dependencies: SendDependencies): Promise<Exchange> {
  const { transport, clock, bodies, timeoutMs, run, recorder, playback } = dependencies;
  if (playback !== undefined) return playback.transmit(request, run);
  const record = recorder?.begin(request);
  const startedAt = clock.now();
  const over = new AbortController();
  // `AbortSignal.any` would leak memory on the signal of the run with each request.
  const end = (): void => over.abort(run.reason);
  run.addEventListener('abort', end);
  const done = new AbortController();
  let isTimedOut = false;
  const endInTime = (): void => {
    isTimedOut = !done.signal.aborted;
    if (isTimedOut) over.abort();
  };
  void clock.sleep(timeoutMs, done.signal).then(endInTime);
  let answer: RawAnswer | null = null;
  let bytes: Buffer = Buffer.alloc(0);
  let fault: Exchange['fault'] = null;
  try {
    answer = await transport.send(request, { signal: over.signal });
    bytes = decodeBody(await readBody(answer.body), answer.headers['content-encoding']);
  } catch (error) {
    if (run.aborted && !isTimedOut) {
      const message = run.reason instanceof Stopped ? run.reason.cause : '';
      record?.(notSent(request, message, startedAt), bytes);
      throw run.reason;
    }
    fault = isTimedOut
      ? { kind: 'timeout', message: `no complete answer within ${timeoutMs} ms` }
      : faultOf(error);
  } finally {
    run.removeEventListener('abort', end);
    // A plain object, because an error would take a stack trace that nobody reads.
    done.abort(null);
  }
  const ms = Math.round((clock.now() - startedAt) * 10) / 10;
  const response = answer && bodies.keep(answer, bytes);
  const exchange = { request, response, fault, startedAt, ms };
  record?.(exchange, bytes);
  return exchange;
}
