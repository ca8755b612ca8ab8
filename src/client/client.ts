import { type Attempt, Attempts } from './attempts.ts';
import { type Clock, systemClock } from './clock.ts';
import {
  type Exchange,
  isRateLimited,
  isServerError,
  type ReceivedResponse,
  type SentRequest,
} from './exchange.ts';
import { Limited } from './limited.ts';
import { type GivenUp, LIMIT_PATIENCE_MS, OnlyLimits } from './only-limits.ts';
import { Outage } from './outage.ts';
import { Pace, type PaceLimits, type Place } from './pace.ts';
import { askedWaitMs, isRefusedAsTooMany, type Retry, retryAfter } from './retry.ts';
import type { Route } from './route.ts';
import { Stopped } from './stopped.ts';
import { httpTransport, type Transport } from './transport.ts';
import type { WaitCause } from './waits.ts';

/** How one target is talked to. */
export interface ClientOptions extends PaceLimits {
  /** How requests get there over the network; straight where not given. */
  readonly route?: Route;
  /** How requests get there if not over the network. */
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** For how long a target is asked that answers nothing but rate limits; a minute if not given. */
  readonly limitPatienceMs?: number;
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

/** Between two requests to a target that answers nothing but rate limits, once they are several. */
const ONLY_LIMITS_PAUSE_MS = 5000;
const FINAL: Retry = { kind: 'final' };

/** How often a request that timed out is sent again with fewer beside it, at most. */
const CROWDED = 3;

/** Why something is not sent at once after an answer. */
const causeOf = (exchange: Exchange): WaitCause => (isRateLimited(exchange) ? 'rateLimit' : 'backOff');

const asIs = (exchange: Exchange): Exchange => exchange;

/** Sends requests to one target: bounded in number, rate, time and size; repeated where a bad day explains the answer. */
export class Client {
  readonly pace: Pace;
  readonly clock: Clock;
  readonly #transport: Transport;
  readonly #attempts: Attempts;
  readonly #outage: Outage | null;
  readonly #onlyLimits: OnlyLimits;
  readonly #limited = new Limited();
  /** Callers whose rate limit lasts longer than the run, each with the answer that said so. */
  readonly #exhausted = new Map<string, ReceivedResponse>();
  #retries = 0;
  /** Whether a 500 came by chance: the same request was answered otherwise when it was sent again. */
  #isErratic = false;

  constructor(options: ClientOptions) {
    const { timeoutMs, clock = systemClock, route, transport, sign } = options;
    this.clock = clock;
    this.pace = new Pace(options, clock);
    this.#onlyLimits = new OnlyLimits(options.limitPatienceMs ?? LIMIT_PATIENCE_MS);
    this.#transport = transport ?? httpTransport(options.concurrency, timeoutMs, route);
    this.#attempts = new Attempts(this.pace, this.#transport, clock, timeoutMs);
    this.#outage =
      sign === undefined
        ? null
        : new Outage(this.pace, (place) =>
            this.#attempts.send({ request: sign(), fresh: false, place }, asIs),
          );
  }

  /** Requests sent, repetitions included. */
  get requests(): number {
    return this.pace.sent;
  }

  /** Why the target was given up that answered nothing but rate limits; `null` if it was not. */
  get givenUp(): GivenUp | null {
    return this.#onlyLimits.givenUp;
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
    let erred = false;
    for (let attempt = 1; ; attempt += 1) {
      const request = build(attempt);
      const caller = invalid ? INVALID : this.#limited.nameOf(request, !this.#onlyLimits.hasAnswered);
      const withheld = this.#withheld(request, caller);
      if (withheld !== null) return withheld;
      const once = request.method === 'POST';
      const { exchange, retry, place } = await this.pace.run(
        (own) => this.#try({ request, fresh, place: own, onAttempt }, caller, attempt - crowded),
        { first: first || attempt > 1, caller, once },
      );
      this.#isErratic ||= erred && exchange.fault === null && !isServerError(exchange);
      erred ||= exchange.response?.status === 500;
      const again = (): Promise<Exchange> => {
        this.#retries += 1;
        attempt += 1;
        return this.pace.run((own) =>
          this.#attempts.send({ request: build(attempt), fresh, place: own, onAttempt }, asIs),
        );
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
    attempt: Attempt,
    caller: string,
    number: number,
  ): Promise<{ exchange: Exchange; retry: Retry; place: Place }> {
    const { place } = attempt;
    const { exchange, due } = await this.#attempts.send(attempt, (one) => ({
      exchange: one,
      due: retryAfter(one, number, this.pace.remainingMs, this.clock.date(), this.#isErratic),
    }));
    const isRefused = isRefusedAsTooMany(exchange);
    if (isRefused) this.pace.refused(exchange.startedAt, causeOf(exchange));
    else if (exchange.fault === null) {
      this.pace.wentWell();
      this.#limited.answered(attempt.request);
    } else this.#wasCrowded(exchange, place);
    const isLockedOut =
      due.kind === 'limited' &&
      caller === INVALID &&
      (number >= INVALID_ATTEMPTS || due.waitMs > INVALID_WAIT_MS);
    const isInVain = isRefused && this.pace.isInVain && due.kind !== 'limited';
    const retry = this.#whileOnlyLimits(exchange, due) ?? (isLockedOut || isInVain ? FINAL : due);
    if (retry.kind === 'limited') this.pace.limit(this.#limitOf(attempt, caller), retry.waitMs);
    if (retry.kind === 'final' && isRefused && exchange.response !== null && exchange.response.status !== 503)
      this.#exhausted.set(this.#limitOf(attempt, caller), exchange.response);
    return { exchange, retry, place };
  }

  /** By what is known who is limited now, once one more of their requests was. */
  #limitOf({ request }: Attempt, caller: string): string {
    return caller === INVALID ? caller : this.#limited.limited(request, !this.#onlyLimits.hasAnswered);
  }

  /** What to do after an answer of a target that has answered nothing but rate limits so far; `null` if it is another one. */
  #whileOnlyLimits(exchange: Exchange, due: Retry): Retry | null {
    const asked = askedWaitMs(exchange.response?.headers ?? {}, this.clock.date());
    const leftMs = this.#onlyLimits.note(exchange, asked, this.clock.now(), this.pace.remainingMs);
    if (this.givenUp !== null) return FINAL;
    if (leftMs === null) return null;
    const own = due.kind === 'limited' ? due.waitMs : Math.max(asked ?? 0, ONLY_LIMITS_PAUSE_MS);
    return { kind: 'limited', waitMs: Math.min(own, leftMs) };
  }

  /** Whether a request had no answer in time beside so many others, and there are fewer now. */
  #wasCrowded({ fault, startedAt }: Exchange, place: Place): boolean {
    return fault?.kind === 'timeout' && this.pace.load.timedOut(place, startedAt);
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

  /** The answer that is known beforehand, of a caller whose limit is used up for longer than the run has time. */
  #withheld(request: SentRequest, caller: string): Exchange | null {
    const message = this.#whyWithheld(caller);
    if (message === null) return null;
    return {
      request,
      response: null,
      fault: { kind: 'withheld', message },
      startedAt: this.clock.now(),
      ms: 0,
    };
  }
}
