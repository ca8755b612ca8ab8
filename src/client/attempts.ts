import { isUtf8 } from 'node:buffer';
import { Bodies, decodeBody, readBody } from './body.ts';
import type { Clock } from './clock.ts';
import { type Exchange, type ExchangeFault, type SentRequest } from './exchange.ts';
import { faultOf } from './fault.ts';
import type { RawAnswer, Transport } from './transport.ts';

/** Sends each request once, with a limit of time and of body size. */
export class Attempts {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #run: AbortSignal;
  readonly #bodies = new Bodies();

  /** @param run ends what is in flight */
  constructor(transport: Transport, clock: Clock, timeoutMs: number, run: AbortSignal) {
    this.#run = run;
    this.#transport = transport;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  async send(request: SentRequest, onAttempt?: (exchange: Exchange) => void): Promise<Exchange> {
    const startedAt = this.#clock.now();
    const over = new AbortController();
    const run = this.#run;
    // `AbortSignal.any` would leak memory on the signal of the run with each request.
    const endWithRun = (): void => over.abort(run.reason);
    if (run.aborted) endWithRun();
    else run.addEventListener('abort', endWithRun);
    let isTimedOut = false;
    const stopTime = this.#clock.after(this.#timeoutMs, () => {
      isTimedOut = true;
      over.abort();
    });
    let answer: RawAnswer | null = null;
    let bytes: Buffer = Buffer.alloc(0);
    let fault: ExchangeFault | null = null;
    try {
      answer = await this.#transport.send(request, { signal: over.signal });
      bytes = decodeBody(await readBody(answer.body), answer.headers['content-encoding']);
    } catch (error) {
      if (run.aborted && !isTimedOut) throw run.reason;
      fault = isTimedOut
        ? { kind: 'timeout', message: `no complete answer within ${this.#timeoutMs} ms` }
        : faultOf(error);
    } finally {
      run.removeEventListener('abort', endWithRun);
      stopTime();
    }
    const ms = this.#clock.now() - startedAt;
    const response =
      answer === null
        ? null
        : {
            status: answer.status,
            headers: answer.headers,
            ...this.#bodies.keep(bytes),
            utf8: isUtf8(bytes),
          };
    const exchange = { request, response, fault, startedAt, ms: Math.round(ms * 10) / 10 };
    onAttempt?.(exchange);
    return exchange;
  }
}
