import { isUtf8 } from 'node:buffer';
import { Agent, errors, request } from 'undici';
import { BodyTooLarge, decodeBody, readBody, UnknownCoding } from './body.ts';
import type { Exchange, ReceivedResponse, SentRequest, TransportFault } from './exchange.ts';
import { connectorPastInterim } from './interim.ts';
import { Pace, type PaceLimits } from './pace.ts';
import { isRefusedAsTooMany, type Retry, retryAfter } from './retry.ts';
import { Stopped } from './stopped.ts';

/** How one target is talked to. */
export interface ClientOptions extends PaceLimits {
  /** Milliseconds for one request as a whole, connecting and body included. */
  readonly timeoutMs: number;
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === '' && error.cause !== undefined ? codeOf(error.cause) : code;
}

function faultOf(error: unknown, timeoutMs: number): { kind: TransportFault; message: string } {
  const message = error instanceof Error && error.message !== '' ? error.message : codeOf(error);
  if (error instanceof BodyTooLarge) return { kind: 'too-large', message };
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { kind: 'timeout', message: `no complete answer within ${timeoutMs} ms` };
  }
  const code = codeOf(error);
  if (UNREACHABLE.has(code)) return { kind: 'unreachable', message: code === '' ? message : code };
  if (
    code.includes('CERT') ||
    code.startsWith('ERR_TLS') ||
    code.startsWith('ERR_SSL') ||
    code === 'EPROTO'
  ) {
    return { kind: 'unreachable', message: `TLS: ${message}` };
  }
  if (error instanceof errors.ConnectTimeoutError)
    return { kind: 'timeout', message: 'no connection in time' };
  if (
    code.startsWith('Z_') ||
    code.startsWith('ERR__ERROR') ||
    code.startsWith('ERR_BROTLI') ||
    error instanceof UnknownCoding
  ) {
    return { kind: 'undecodable', message: `the body cannot be decompressed (${message})` };
  }
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return /EOF|CLOSED/.test(`${code} ${message}`)
      ? { kind: 'broken', message: 'the connection ended inside the answer' }
      : { kind: 'malformed', message };
  }
  if (error instanceof errors.HeadersOverflowError)
    return { kind: 'malformed', message: 'the headers have no end' };
  if (code === 'ECONNRESET' || code === 'EPIPE' || error instanceof errors.SocketError) {
    return {
      kind: 'broken',
      message: code === 'ECONNRESET' ? 'the connection was reset' : 'the connection was closed',
    };
  }
  return { kind: 'broken', message };
}

/** Sends requests to one target: bounded in number, rate, time and size; repeated where a bad day explains the answer. */
export class Client {
  readonly pace: Pace;
  readonly #options: ClientOptions;
  readonly #agent: Agent;
  #retries = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.pace = new Pace(options);
    // The whole of a request is timed by a signal; undici's own timers fire late and let a slow drip pass.
    this.#agent = new Agent({
      connections: options.concurrency,
      pipelining: 1,
      // A Link header may repeat a long query several times.
      maxHeaderSize: 64 * 1024,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: connectorPastInterim(options.timeoutMs),
    });
  }

  /** Requests sent, repetitions included. */
  get requests(): number {
    return this.pace.sent;
  }

  /** How many of the requests were repetitions. */
  get retries(): number {
    return this.#retries;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /**
   * Sends a request, and again where {@link retryAfter} says so. Redirects are answers and are not followed.
   *
   * @param build makes the request of an attempt (from 1); one that creates something must differ from the last, since
   *   what became of that one is not known
   * @param onAttempt told of every attempt, the repeated ones included
   * @throws {Stopped} when the run is over
   */
  async send(
    build: (attempt: number) => SentRequest,
    onAttempt?: (exchange: Exchange) => void,
  ): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const { exchange, retry } = await this.pace.run(() => this.#attempt(build, attempt), attempt > 1);
      onAttempt?.(exchange);
      if (retry.kind === 'final') return exchange;
      this.#retries += 1;
      if (!retry.everybody) await this.pace.wait(retry.waitMs);
    }
  }

  /** One attempt; the pace hears of its answer before it lets the next request through. */
  async #attempt(
    build: (attempt: number) => SentRequest,
    attempt: number,
  ): Promise<{ exchange: Exchange; retry: Retry }> {
    const exchange = await this.#once(build(attempt));
    const isRefused = isRefusedAsTooMany(exchange);
    if (isRefused) this.pace.refused(exchange.startedAt);
    else if (exchange.fault === null) this.pace.wentWell();
    const retry: Retry =
      isRefused && this.pace.isInVain
        ? { kind: 'final' }
        : retryAfter(exchange, attempt, this.pace.remainingMs, Date.now());
    if (retry.kind === 'again' && retry.everybody) this.pace.pause(retry.waitMs);
    return { exchange, retry };
  }

  async #once(sent: SentRequest): Promise<Exchange> {
    const startedAt = performance.now();
    const timeout = AbortSignal.timeout(this.#options.timeoutMs);
    const done = (response: ReceivedResponse | null, fault: Exchange['fault']): Exchange => ({
      request: sent,
      response,
      fault,
      startedAt,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    });
    let head: Omit<ReceivedResponse, 'body' | 'utf8'> | null = null;
    try {
      const answer = await request(sent.url, {
        method: sent.method as 'GET',
        headers: sent.headers,
        body: sent.body,
        dispatcher: this.#agent,
        signal: AbortSignal.any([timeout, this.pace.signal]),
      });
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
      }
      head = { status: answer.statusCode, headers };
      const bytes = decodeBody(await readBody(answer.body), headers['content-encoding']);
      return done({ ...head, body: bytes.toString('utf8'), utf8: isUtf8(bytes) }, null);
    } catch (error) {
      if (this.pace.signal.aborted && !timeout.aborted) throw this.#stopReason(error);
      const partial = head === null ? null : { ...head, body: '', utf8: true };
      return done(partial, faultOf(timeout.aborted ? timeout.reason : error, this.#options.timeoutMs));
    }
  }

  #stopReason(error: unknown): unknown {
    return this.pace.signal.reason instanceof Stopped ? this.pace.signal.reason : error;
  }
}
