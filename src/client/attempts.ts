import { isUtf8 } from 'node:buffer';
import { BodyTooLarge, decodeBody, readBody } from './body.ts';
import type { Clock } from './clock.ts';
import { type Exchange, keptHeaders, type ReceivedResponse, type SentRequest } from './exchange.ts';
import { faultOf } from './fault.ts';
import { soundElements } from './json.ts';
import { cutBody, LongBodies } from './long-body.ts';
import type { Pace } from './pace.ts';
import type { RawAnswer, Transport } from './transport.ts';

export interface Attempt {
  readonly request: SentRequest;
  readonly onAttempt?: ((exchange: Exchange) => void) | undefined;
}

/**
 * Returns the part of an incomplete answer that is kept. A JSON array that exceeds the size limit is no
 * transport fault: the elements of its beginning are counted.
 */
function partOf({ status, headers }: RawAnswer, error: unknown): ReceivedResponse {
  const beginning = error instanceof BodyTooLarge ? error.beginning : NOTHING;
  const elements = soundElements(beginning.toString('utf8'));
  return {
    status,
    headers: keptHeaders(headers),
    ...(elements > 0 ? cutBody(beginning, elements) : { body: '' }),
    utf8: true,
  };
}

const NOTHING = Buffer.alloc(0);

/** Sends each request once, with a limit of time and of body size. */
export class Attempts {
  readonly #pace: Pace;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #bodies = new LongBodies();

  constructor(pace: Pace, transport: Transport, clock: Clock, timeoutMs: number) {
    this.#pace = pace;
    this.#transport = transport;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  async send({ request, onAttempt }: Attempt): Promise<Exchange> {
    const startedAt = this.#clock.now();
    const over = new AbortController();
    const run = this.#pace.signal;
    // `AbortSignal.any` would leak memory on the signal of the run with each request.
    const endWithRun = (): void => over.abort(run.reason);
    if (run.aborted) endWithRun();
    else run.addEventListener('abort', endWithRun);
    let isTimedOut = false;
    const stopTime = this.#clock.after(this.#timeoutMs, () => {
      isTimedOut = true;
      over.abort();
    });
    const done = (
      response: ReceivedResponse | null,
      fault: Exchange['fault'],
      endedAt = this.#clock.now(),
    ): Exchange => ({
      request,
      response,
      fault,
      startedAt,
      ms: Math.round((endedAt - startedAt) * 10) / 10,
    });
    const receive = async (): Promise<Exchange> => {
      let answer: RawAnswer | null = null;
      try {
        answer = await this.#transport.send(request, { signal: over.signal });
        const { status, headers } = answer;
        const bytes = decodeBody(await readBody(answer.body), headers['content-encoding']);
        const endedAt = this.#clock.now();
        this.#pace.answered(endedAt - startedAt);
        const body = this.#bodies.keep(bytes);
        const response = { status, headers: keptHeaders(headers), ...body, utf8: isUtf8(bytes) };
        return done(response, null, endedAt);
      } catch (error) {
        if (run.aborted && !isTimedOut) throw run.reason;
        const part = answer === null ? null : partOf(answer, error);
        if (isTimedOut)
          return done(part, { kind: 'timeout', message: `no complete answer within ${this.#timeoutMs} ms` });
        return done(part, part?.long === undefined ? faultOf(error) : null);
      }
    };
    try {
      const exchange = await receive();
      stopTime();
      onAttempt?.(exchange);
      return exchange;
    } finally {
      run.removeEventListener('abort', endWithRun);
      stopTime();
    }
  }
}
