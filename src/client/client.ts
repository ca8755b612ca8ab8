import { type Attempt, Attempts } from './attempts.ts';
import { type Clock, systemClock } from './clock.ts';
import {
  type Exchange,
  isRateLimited,
  isServerError,
  isSilent,
  type ReceivedResponse,
  type SentRequest,
  withheld,
} from './exchange.ts';
import type { Slot } from './lane.ts';
import { type GivenUp, LIMIT_PATIENCE_MS, OnlyLimits } from './only-limits.ts';
import { Outage } from './outage.ts';
import { Pace, type PaceLimits } from './pace.ts';
import { askedWaitMs, isRefusedAsTooMany, type Retry, retryAfter } from './retry.ts';
import type { Route } from './route.ts';
import { Stopped } from './stopped.ts';
import { httpTransport, type Transport } from './transport.ts';
import type { WaitCause } from './waits.ts';

export interface ClientOptions extends PaceLimits {
  readonly route?: Route;
  readonly transport?: Transport;
  readonly clock?: Clock;
  /**
   * Milliseconds to keep asking a target that answers only rate limits; default {@link LIMIT_PATIENCE_MS}.
   */
  readonly limitPatienceMs?: number;
  /** Builds the request that tests if the service is up, sent after a request got no answer. */
  readonly sign?: () => SentRequest;
}

export interface Sending {
  readonly onAttempt?: ((exchange: Exchange) => void) | undefined;
  /** True to go ahead of waiting requests, because others depend on the answer. */
  readonly first?: boolean | undefined;
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
 * Returns the name of the requests that share a rate limit with this one: those of one caller, reading or creating, on one
 * path. Until anything but a rate limit was answered, the limit covers the whole credential.
 */
function limitOf({ method, url, headers }: SentRequest, isLimitedOnly: boolean): string {
  const credential = headers['authorization'] ?? '';
  return isLimitedOnly ? credential : JSON.stringify([credential, method === 'POST', url.split('?', 1)[0]]);
}

const INVALID = 'invalid';
/** Attempts of an invalid credential that end in a rate limit before this counts as a lock-out. */
const INVALID_ATTEMPTS = 3;
/** Longest wait for the rate limit of invalid credentials. */
const INVALID_WAIT_MS = 120_000;

/** Shortest pause between requests to a target that has answered only rate limits. */
const ONLY_LIMITS_PAUSE_MS = 5000;
const FINAL: Retry = { kind: 'final' };

/** Maximum repetitions of a request that timed out because too many were in flight. */
const MAX_CROWDED_REPEATS = 3;

const causeOf = (exchange: Exchange): WaitCause => (isRateLimited(exchange) ? 'rateLimit' : 'backOff');

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
  readonly #onlyLimits: OnlyLimits;
  /** Callers whose rate limit outlasts the run, each with the answer that said so. */
  readonly #exhausted = new Map<string, ReceivedResponse>();
  #retries = 0;
  /** True after a repeated request got another answer than its first 500. */
  #isErratic = false;

  constructor(options: ClientOptions) {
    const { timeoutMs, clock = systemClock, route, transport, sign } = options;
    this.clock = clock;
    this.pace = new Pace(options, clock);
    this.#onlyLimits = new OnlyLimits(options.limitPatienceMs ?? LIMIT_PATIENCE_MS);
    this.#transport = transport ?? httpTransport(options.concurrency, timeoutMs, route);
    this.#attempts = new Attempts(this.pace, this.#transport, clock, timeoutMs);
    this.#outage =
      sign === undefined ? null : new Outage(this.pace, () => this.#attempts.send({ request: sign() }));
  }

  get requests(): number {
    return this.pace.sent;
  }

  /** The reason for giving up a target that answered only rate limits; `null` if it was not given up. */
  get givenUp(): GivenUp | null {
    return this.#onlyLimits.givenUp;
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
    { onAttempt, first = false, invalid = false, mayRepeat = () => true }: Sending = {},
  ): Promise<Exchange> {
    /** Attempts that timed out because too many requests were in flight. */
    let crowded = 0;
    let erred = false;
    /** The last error that was answered to this request. */
    let error: Exchange | null = null;
    for (let attempt = 1; ; attempt += 1) {
      const request = build(attempt);
      const caller = invalid ? INVALID : limitOf(request, !this.#onlyLimits.hasAnswered);
      const unsent = this.#withheld(request, caller);
      if (unsent !== null) return unsent;
      const once = request.method === 'POST';
      const { exchange, retry, isCrowded } = await this.pace.run(
        (slot) => this.#try({ request, onAttempt }, slot, caller, attempt - crowded),
        { first: first || attempt > 1, caller },
      );
      this.#isErratic ||= erred && exchange.fault === null && !isServerError(exchange);
      erred ||= exchange.response?.status === 500;
      const again = (): Promise<Exchange> => {
        this.#retries += 1;
        attempt += 1;
        return this.pace.run(() => this.#attempts.send({ request: build(attempt), onAttempt }));
      };
      // A timed-out POST may still be carried out once the service works off its queue, so it is not
      // repeated.
      const isWaiting = once && isCrowded;
      const answer = await this.#outage?.afterOutage(exchange, isWaiting ? null : again);
      if (answer !== undefined && answer !== exchange) return answer;
      const isAgain = isCrowded && !once && crowded < MAX_CROWDED_REPEATS;
      // Of a service that never answered anything else, an error says more than the silence after it.
      const isMute = isSilent(exchange) && this.#outage?.hasAnswered === false;
      if (retry.kind === 'final' && !isAgain) return isMute ? (error ?? exchange) : exchange;
      if (isServerError(exchange)) error = exchange;
      if (isServerError(exchange) && !mayRepeat()) return exchange;
      this.#retries += 1;
      if (isAgain) crowded += 1;
      else if (retry.kind === 'again') await this.pace.wait(retry.waitMs, causeOf(exchange));
    }
  }

  /** Makes one attempt. The pace learns of the answer before it lets the next request through. */
  async #try(
    attempt: Attempt,
    place: Slot,
    caller: string,
    number: number,
  ): Promise<{ exchange: Exchange; retry: Retry; isCrowded: boolean }> {
    const exchange = await this.#attempts.send(attempt);
    const { remainingMs } = this.pace;
    const due = retryAfter(exchange, number, remainingMs, this.clock.date(), this.#isErratic);
    const isRefused = isRefusedAsTooMany(exchange);
    if (isRefused) this.pace.refused(exchange.startedAt, causeOf(exchange));
    else if (exchange.fault === null) this.pace.wentWell();
    const isCrowded = exchange.fault?.kind === 'timeout' && this.pace.timedOut(place, exchange.startedAt);
    const isLockedOut =
      due.kind === 'limited' &&
      caller === INVALID &&
      (number >= INVALID_ATTEMPTS || due.waitMs > INVALID_WAIT_MS);
    const isInVain = isRefused && this.pace.isInVain && due.kind !== 'limited';
    const retry = this.#whileOnlyLimits(exchange, due) ?? (isLockedOut || isInVain ? FINAL : due);
    if (retry.kind === 'limited') this.pace.limit(caller, retry.waitMs);
    if (retry.kind === 'final' && isRefused && exchange.response !== null && exchange.response.status !== 503)
      this.#exhausted.set(caller, exchange.response);
    return { exchange, retry, isCrowded };
  }

  /**
   * Returns the retry for a target that has answered only rate limits so far; `null` for any other target.
   */
  #whileOnlyLimits(exchange: Exchange, due: Retry): Retry | null {
    const asked = askedWaitMs(exchange.response?.headers ?? {}, this.clock.date());
    const leftMs = this.#onlyLimits.note(exchange, asked, this.clock.now(), this.pace.remainingMs);
    if (this.givenUp !== null) return FINAL;
    if (leftMs === null) return null;
    const own = due.kind === 'limited' ? due.waitMs : Math.max(asked ?? 0, ONLY_LIMITS_PAUSE_MS);
    return { kind: 'limited', waitMs: Math.min(own, leftMs) };
  }

  #whyWithheld(caller: string): string | null {
    if (this.givenUp !== null)
      return `the service has answered nothing but rate limits (${this.givenUp.status})`;
    const response = this.#exhausted.get(caller);
    if (response === undefined) return null;
    const until = response.headers['retry-after'];
    const limit = `${response.status}${until === undefined ? '' : `, Retry-After: ${until}`}`;
    if (caller === INVALID) return `the service accepts no more requests with invalid credentials (${limit})`;
    return askedWaitMs(response.headers, this.clock.date()) === undefined
      ? `the service goes on limiting this caller (${limit}), and does not say for how long`
      : `its rate limit (${limit}) lasts longer than the run`;
  }

  /**
   * Returns a substitute answer, without sending, if the caller's rate limit outlasts the run or the target
   * was given up; else `null`.
   */
  #withheld(request: SentRequest, caller: string): Exchange | null {
    const message = this.#whyWithheld(caller);
    return message === null ? null : withheld(request, message, this.clock.now());
  }
}
