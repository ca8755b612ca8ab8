import { isUtf8 } from 'node:buffer';
import { decodeBody, readBody, roomForLarge } from './body.ts';
import { type Clock, systemClock } from './clock.ts';
import { Countdown } from './countdown.ts';
import {
  type Exchange,
  isRateLimited,
  keptHeaders,
  type ReceivedResponse,
  type SentRequest,
} from './exchange.ts';
import { faultOf } from './fault.ts';
import { LongBodies } from './long-body.ts';
import { Outage } from './outage.ts';
import { Pace, type PaceLimits, type Place } from './pace.ts';
import { isRefusedAsTooMany, type Retry, retryAfter } from './retry.ts';
import type { Route } from './route.ts';
import { Stopped } from './stopped.ts';
import { httpTransport, type RawAnswer, type Transport } from './transport.ts';
import { Turns } from './turns.ts';
import type { WaitCause } from './waits.ts';

/** How one target is talked to. */
export interface ClientOptions extends PaceLimits {
  /** How requests get there over the network; straight where not given. */
  readonly route?: Route;
  /** How requests get there if not over the network. */
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** What shows that the service is there: asked for where a request gets no answer at all. */
  readonly sign?: () => SentRequest;
}

/** What of a request is not in the request itself. */
export interface Sending {
  /** Told of every attempt, the repeated ones included. */
  readonly onAttempt?: ((exchange: Exchange) => void) | undefined;
  /** Whether to use a connection of its own. */
  readonly fresh?: boolean | undefined;
  /** Whether it goes before others that wait for their turn: what others will wait for. */
  readonly first?: boolean | undefined;
  /**
   * Where it has an invalid credential: whoever is limited for those is so for all of them, so that one wait serves them
   * all; and who was locked out is so for good.
   */
  readonly invalid?: boolean | undefined;
}

/** The request of an attempt, counted from 1; one that creates something differs from the last. */
export type Build = (attempt: number) => SentRequest;

/** The one caller that all invalid credentials count as. */
const INVALID = 'invalid';
/** Attempts of such a request that end in a rate limit, after which it is taken for a lock-out. */
const INVALID_ATTEMPTS = 3;
/** The longest wait that such a request is given. */
const INVALID_WAIT_MS = 120_000;

/** How often a request that timed out is sent again with fewer beside it, at most. */
const CROWDED = 3;

/** Who asks, as far as a service that limits its callers can tell. */
const callerOf = ({ headers }: SentRequest): string => headers['authorization'] ?? '';

/** Why something is not sent at once after an answer. */
const causeOf = (exchange: Exchange): WaitCause => (isRateLimited(exchange) ? 'rateLimit' : 'backOff');

/** Sends requests to one target: bounded in number, rate, time and size; repeated where a bad day explains the answer. */
export class Client {
  readonly pace: Pace;
  readonly clock: Clock;
  readonly #timeoutMs: number;
  readonly #transport: Transport;
  readonly #outage: Outage | null;
  readonly #bodies = new LongBodies();
  readonly #large = new Turns();
  #room: Buffer | null = null;
  /** Callers whose rate limit lasts longer than the run, each with the answer that said so. */
  readonly #exhausted = new Map<string, ReceivedResponse>();
  #retries = 0;

  constructor(options: ClientOptions) {
    const { timeoutMs, clock = systemClock, route, transport, sign } = options;
    this.#timeoutMs = timeoutMs;
    this.clock = clock;
    this.pace = new Pace(options, clock);
    this.#transport = transport ?? httpTransport(options.concurrency, timeoutMs, route);
    this.#outage =
      sign === undefined ? null : new Outage(this.pace, (place) => this.#attempt(sign(), false, place));
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
    this.pace.stop(new Stopped('interrupted'));
    await this.#transport.close();
  }

  /**
   * Sends a request, and again where {@link retryAfter} says so. Redirects are answers and are not followed.
   * @throws {Stopped} when the run is over
   */
  async send(
    build: Build,
    { onAttempt, fresh = false, first = false, invalid = false }: Sending = {},
  ): Promise<Exchange> {
    /** Attempts that timed out because of what was in flight beside them. */
    let crowded = 0;
    for (let attempt = 1; ; attempt += 1) {
      const request = build(attempt);
      const caller = invalid ? INVALID : callerOf(request);
      const withheld = this.#withheld(request, caller);
      if (withheld !== null) return withheld;
      const once = request.method === 'POST';
      const { exchange, retry, place } = await this.pace.run(
        (own) => this.#try(request, caller, attempt - crowded, fresh, own),
        { first: first || attempt > 1, caller, once },
      );
      onAttempt?.(exchange);
      const again = async (): Promise<Exchange> => {
        this.#retries += 1;
        attempt += 1;
        const another = await this.pace.run((own) => this.#attempt(build(attempt), fresh, own));
        onAttempt?.(another);
        return another;
      };
      // What has to wait for others is carried out all the same.
      const isWaiting = once && this.#wasCrowded(exchange, place);
      const answer = await this.#outage?.afterOutage(exchange, isWaiting ? null : again);
      if (answer !== undefined && answer !== exchange) return answer;
      const isCrowded = !once && crowded < CROWDED && this.#wasCrowded(exchange, place);
      if (retry.kind === 'final' && !isCrowded) return exchange;
      this.#retries += 1;
      if (isCrowded) crowded += 1;
      else if (retry.kind === 'again') await this.pace.wait(retry.waitMs, causeOf(exchange));
    }
  }

  /** One attempt; the pace hears of its answer before it lets the next request through. */
  async #try(
    request: SentRequest,
    caller: string,
    attempt: number,
    fresh: boolean,
    place: Place,
  ): Promise<{ exchange: Exchange; retry: Retry; place: Place }> {
    const exchange = await this.#attempt(request, fresh, place);
    const isRefused = isRefusedAsTooMany(exchange);
    if (isRefused) this.pace.refused(exchange.startedAt, causeOf(exchange));
    else if (exchange.fault === null) this.pace.wentWell();
    else this.#wasCrowded(exchange, place);
    const due = retryAfter(exchange, attempt, this.pace.remainingMs, this.clock.date());
    const isLockedOut =
      due.kind === 'limited' &&
      caller === INVALID &&
      (attempt >= INVALID_ATTEMPTS || due.waitMs > INVALID_WAIT_MS);
    const isInVain = isRefused && this.pace.isInVain && due.kind !== 'limited';
    const retry: Retry = isLockedOut || isInVain ? { kind: 'final' } : due;
    if (retry.kind === 'limited') this.pace.limit(caller, retry.waitMs);
    if (retry.kind === 'final' && isRefused && exchange.response !== null && exchange.response.status !== 503)
      this.#exhausted.set(caller, exchange.response);
    return { exchange, retry, place };
  }

  /** Whether a request had no answer in time beside so many others, and there are fewer now. */
  #wasCrowded({ fault, startedAt }: Exchange, place: Place): boolean {
    return fault?.kind === 'timeout' && this.pace.load.timedOut(place, startedAt);
  }

  /** The answer that is known beforehand, of a caller whose limit is used up for longer than the run has time. */
  #withheld(request: SentRequest, caller: string): Exchange | null {
    const response = this.#exhausted.get(caller);
    if (response === undefined) return null;
    const until = response.headers['retry-after'];
    const limit = `${response.status}${until === undefined ? '' : `, Retry-After: ${until}`}`;
    const message =
      caller === INVALID
        ? `the service accepts no more requests with invalid credentials (${limit})`
        : `its rate limit (${limit}) lasts longer than the run`;
    return {
      request,
      response: null,
      fault: { kind: 'withheld', message },
      startedAt: this.clock.now(),
      ms: 0,
    };
  }

  async #attempt(request: SentRequest, fresh: boolean, place: Place): Promise<Exchange> {
    const startedAt = this.clock.now();
    const over = new AbortController();
    const run = this.pace.signal;
    // `AbortSignal.any` would leave something behind on the signal of the run with each request.
    const endWithRun = (): void => over.abort(run.reason);
    if (run.aborted) endWithRun();
    else run.addEventListener('abort', endWithRun);
    let isTimedOut = false;
    const time = new Countdown(this.clock, this.#timeoutMs, () => {
      isTimedOut = true;
      over.abort();
    });
    const done = (response: ReceivedResponse | null, fault: Exchange['fault']): Exchange => ({
      request,
      response,
      fault,
      startedAt,
      ms: Math.round((this.clock.now() - startedAt - time.waitedMs) * 10) / 10,
    });
    let answer: RawAnswer | null = null;
    let endTurn = (): void => undefined;
    try {
      const { signal } = over;
      answer = await this.#transport.send(request, { signal, fresh });
      const { status, headers } = answer;
      const read = await readBody(answer.body, async () => {
        // How long others take is no matter of this answer.
        endTurn = await time.during(() => this.#large.take(signal));
        this.#room ??= roomForLarge();
        return this.#room;
      });
      const bytes = decodeBody(read, headers['content-encoding']);
      const at = this.clock.now();
      this.pace.load.answered({ ...place, ms: at - startedAt - time.waitedMs, at });
      const kept = this.#bodies.keep(bytes.toString('utf8'), bytes);
      return done({ status, headers: keptHeaders(headers), ...kept, utf8: isUtf8(bytes) }, null);
    } catch (error) {
      if (run.aborted && !isTimedOut) throw run.reason;
      const partial =
        answer === null
          ? null
          : { status: answer.status, headers: keptHeaders(answer.headers), body: '', utf8: true };
      return done(
        partial,
        isTimedOut
          ? { kind: 'timeout', message: `no complete answer within ${this.#timeoutMs} ms` }
          : faultOf(error),
      );
    } finally {
      run.removeEventListener('abort', endWithRun);
      time.stop();
      endTurn();
    }
  }
}
