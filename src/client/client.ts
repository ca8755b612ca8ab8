import { Attempts } from './attempts.ts';
import { type Clock, systemClock } from './clock.ts';
import {
  type Exchange,
  isRateLimited,
  isServerError,
  isSilent,
  type SentRequest,
  withheld,
} from './exchange.ts';
import { limitedCaller, RateLimits } from './limits.ts';
import { Outage } from './outage.ts';
import { Pace, type PaceLimits } from './pace.ts';
import { retryAfter } from './retry.ts';
import type { Route } from './route.ts';
import { Stopped } from './stopped.ts';
import { httpTransport, type Transport } from './transport.ts';

export interface ClientOptions extends PaceLimits {
  /** Milliseconds for a whole request, connecting and body included. */
  readonly timeoutMs: number;
  readonly route?: Route;
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** Milliseconds to keep asking a target that answers only rate limits. */
  readonly limitPatienceMs?: number;
  /** Builds the request that tests if the service is up, sent after a request got no answer. */
  readonly probe?: () => SentRequest;
}

export interface Sending {
  readonly onAttempt?: ((exchange: Exchange) => void) | undefined;
  /**
   * True if the credential is invalid. Services limit all invalid credentials together, so one wait serves
   * all of them. A lock-out is final.
   */
  readonly invalid?: boolean | undefined;
  /** False once a request may not be repeated after a server error. */
  readonly mayRepeat?: () => boolean;
}

/** Builds the request of an attempt, counted from 1. A creation must differ from the previous attempt. */
export type Build = (attempt: number) => SentRequest;

/**
 * Sends requests to one target, limited in number, rate, time and size. Repeats a request if a transient
 * failure explains the answer.
 */
export class Client {
  readonly pace: Pace;
  readonly clock: Clock;
  readonly #transport: Transport;
  readonly #attempts: Attempts;
  readonly #outage: Outage | null;
  readonly #limits: RateLimits;
  #retries = 0;
  /** True after a repeated request got another answer than its first 500. */
  #isErratic = false;

  constructor(options: ClientOptions) {
    const { timeoutMs, clock = systemClock, route, transport, probe } = options;
    this.clock = clock;
    this.pace = new Pace(options, clock);
    this.#limits = new RateLimits(options.limitPatienceMs);
    this.#transport = transport ?? httpTransport(options.concurrency, timeoutMs, route);
    this.#attempts = new Attempts(this.#transport, clock, timeoutMs, this.pace.signal);
    this.#outage = probe === undefined ? null : new Outage(this.pace, () => this.#attempts.send(probe()));
  }

  get requests(): number {
    return this.pace.sent;
  }

  get retries(): number {
    return this.#retries;
  }

  async close(): Promise<void> {
    this.pace.stop(new Stopped('interrupted'));
    await this.#transport.close();
  }

  /**
   * Sends a request and repeats it as {@link retryAfter} decides. Redirects are not followed.
   * @throws {Stopped} if the run is over
   */
  async send(
    build: Build,
    { onAttempt, invalid = false, mayRepeat = () => true }: Sending = {},
  ): Promise<Exchange> {
    /** The last error that was answered to this request. */
    let error: Exchange | null = null;
    for (let attempt = 1; ; attempt += 1) {
      const request = build(attempt);
      const caller = limitedCaller(request, invalid);
      const why = this.#limits.whyWithheld(caller);
      if (why !== null) return withheld(request, why, this.clock.now());
      const { exchange, waitMs } = await this.pace.run(
        async () => this.#learn(await this.#attempts.send(request, onAttempt), caller, attempt),
        { first: attempt > 1, caller },
      );
      this.#isErratic ||=
        error?.response?.status === 500 && exchange.fault === null && !isServerError(exchange);
      const again = (): Promise<Exchange> => {
        this.#retries += 1;
        attempt += 1;
        return this.pace.run(() => this.#attempts.send(build(attempt), onAttempt));
      };
      // A POST that timed out may be carried out later.
      const isQueued = exchange.fault?.kind === 'timeout' && request.method === 'POST';
      const answer = await this.#outage?.afterOutage(exchange, isQueued ? null : again);
      if (answer !== undefined && answer !== exchange) return answer;
      // If the service answered nothing but this error, the error says more than the silence that followed.
      const isMute = isSilent(exchange) && this.#outage?.hasAnswered === false;
      if (waitMs === null) return isMute ? (error ?? exchange) : exchange;
      if (isServerError(exchange)) {
        if (!mayRepeat()) return exchange;
        error = exchange;
      }
      this.#retries += 1;
      if (!isRateLimited(exchange)) await this.pace.wait(waitMs, 'backOff');
    }
  }

  /** Learns from an answer, before the pace lets the next request through. @returns if and when to send again */
  #learn(exchange: Exchange, caller: string, attempt: number) {
    const moment = { now: this.clock.now(), date: this.clock.date(), remainingMs: this.pace.remainingMs };
    const isLimited = isRateLimited(exchange);
    const isOverloaded = exchange.response?.status === 503;
    if (isLimited || isOverloaded) this.pace.refused(exchange.startedAt, isLimited ? 'rateLimit' : 'backOff');
    else if (exchange.fault === null) this.pace.wentWell();
    else if (exchange.fault.kind === 'timeout') this.pace.timedOut(exchange.startedAt);
    const due =
      isOverloaded && this.pace.isInVain ? null : retryAfter(exchange, attempt, moment, this.#isErratic);
    const waitMs = this.#limits.waitAfter(exchange, caller, attempt, due, moment);
    if (isLimited && waitMs !== null) this.pace.limit(caller, waitMs);
    return { exchange, waitMs };
  }
}
