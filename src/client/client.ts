import { Bodies } from './body.ts';
import { type Clock, systemClock } from './clock.ts';
import {
  asksToWait,
  type Exchange,
  isRateLimited,
  isServerError,
  isSilent,
  notSent,
  type SentRequest,
} from './exchange.ts';
import { Outage } from './outage.ts';
import type { Credential } from './request.ts';
import { RateLimits, retryAfter } from './retry.ts';
import type { Route } from './route.ts';
import { interrupted } from './stopped.ts';
import { Throttle, type ThrottleLimits } from './throttle.ts';
import { type SendDependencies, transmit } from './transmit.ts';
import { httpTransport } from './transport.ts';

type Validity = Credential['validity'];

/** Maximum requests of some credentials, and how many of them are reserved for confirmations. */
export type Quotas = Readonly<Partial<Record<Validity, { readonly most: number; readonly kept: number }>>>;

/** Times that a request must get 503 alone, before overload is excluded. A limit may let in the probe by chance. */
const TIMES_ALONE = 2;
/** Retries of requests of one credential with a quota. */
const MOST_REPEATED = 4;

interface ClientOptions
  extends ThrottleLimits,
    Partial<Pick<SendDependencies, 'transport' | 'clock' | 'recorder' | 'playback'>> {
  /** Milliseconds for a whole request, connecting and body included. */
  readonly timeoutMs: number;
  /** Ends the run: from its abortion on, nothing is sent. */
  readonly signal?: AbortSignal | undefined;
  readonly route?: Route;
  readonly quotas?: Quotas;
  /** Milliseconds to keep asking a target that answers only rate limits; default: a minute. */
  readonly limitPatienceMs?: number;
  /** Builds the request that tests if the service is up, sent after a request got no answer. */
  readonly probe?: () => SentRequest;
}

interface Sending {
  /** The standing of its credential. */
  readonly as?: Validity;
  /** True to confirm a finding. A part of every quota is reserved for that. */
  readonly confirming?: boolean | undefined;
  readonly onTransmission?: ((exchange: Exchange) => void) | undefined;
}

/**
 * Sends requests to one target, limited in number, rate, time and size. Repeats a request if a transient
 * failure explains the answer.
 */
export class Client {
  readonly throttle: Throttle;
  readonly limitPatienceMs: number;
  readonly #clock: Clock;
  readonly #dependencies: SendDependencies;
  readonly #outage: Outage | null;
  readonly #limits: RateLimits;
  readonly #quotas: Quotas;
  /** Requests by standing, those of them that were not sent to confirm, and those that were repetitions. */
  readonly #sent = { none: 0, invalid: 0, valid: 0 };
  readonly #tried = { none: 0, invalid: 0, valid: 0 };
  readonly #repeated = { none: 0, invalid: 0, valid: 0 };
  #hasAnsweredWhole = false;
  #last: Exchange | null = null;
  /** True after a repeated request got another answer than its first 500. */
  #isErratic = false;
  #wasLimited = false;
  /** True once a request got 503 even alone. */
  #hasErrorsOf503 = false;

  constructor(options: ClientOptions) {
    const { timeoutMs, signal, clock = systemClock, route, probe, quotas = {} } = options;
    const { transport = httpTransport(options.concurrency, timeoutMs, route) } = options;
    this.#clock = clock;
    this.throttle = new Throttle(options, clock);
    this.limitPatienceMs = options.limitPatienceMs ?? 60_000;
    this.#limits = new RateLimits(this.limitPatienceMs);
    this.#quotas = quotas;
    const run = this.throttle.signal;
    this.#dependencies = { ...options, transport, clock, bodies: new Bodies(), run };
    const interrupt = (): void => this.throttle.stop(interrupted());
    signal?.addEventListener('abort', interrupt, { signal: run });
    if (signal?.aborted === true) interrupt();
    this.#outage =
      probe === undefined ? null : new Outage(this.throttle, () => transmit(probe(), this.#dependencies));
  }

  get requests(): number {
    return this.throttle.sent;
  }

  /** True once the service gave a complete answer that was neither a rate limit nor an error. */
  get hasAnsweredWhole(): boolean {
    return this.#hasAnsweredWhole;
  }

  /** The last answer, or the transport error instead. */
  get last(): Exchange | null {
    return this.#last;
  }

  get retries(): number {
    return this.#repeated.none + this.#repeated.invalid + this.#repeated.valid;
  }

  async close(): Promise<void> {
    this.throttle.stop(interrupted());
    const { transport, recorder } = this.#dependencies;
    await transport.close().finally(() => recorder?.close());
  }

  /** Returns how many more requests of a standing may be sent. Without `confirming`, the reserved ones are excluded. */
  left(validity: Validity, confirming = false): number {
    const { most, kept } = this.#quotas[validity] ?? { most: Number.POSITIVE_INFINITY, kept: 0 };
    const left = most - this.#sent[validity];
    // Confirmations do not use up what is left for others.
    return confirming ? left : Math.min(left, most - kept - this.#tried[validity]);
  }

  /**
   * Sends a request and repeats it as {@link retryAfter} decides. Redirects are not followed.
   * @param build builds the request of an attempt. A creation must differ from the previous attempt.
   * @throws {Stopped} if the run is over
   */
  async send(build: () => SentRequest, sending: Sending = {}): Promise<Exchange> {
    const { as = 'valid' } = sending;
    const hasQuota = this.#quotas[as] !== undefined;
    let times = 0;
    const next = (isAlone = false) => {
      times += 1;
      return this.#sendOnce(build(), times, { ...sending, isAlone });
    };
    const nextAlone = async () => (await next(true)).exchange;
    let answered: Exchange | null = null;
    for (;;) {
      const { exchange, waitMs } = await next();
      const { fault, request } = exchange;
      if (fault?.kind === 'not-sent') return answered ?? exchange;
      const isDown = isUnavailable(exchange) ? this.throttle.adaptive.isInVain : isGatewayError(exchange);
      if ((isSilent(exchange) || (isDown && waitMs === null)) && this.#hasAnsweredWhole) {
        // A POST that timed out, or that a gateway passed on, may still be carried out.
        const isPending = fault?.kind === 'timeout' || isGatewayError(exchange);
        const isFinal = isPending && request.method === 'POST';
        const answer = await this.#outage?.repeat(exchange, isFinal ? null : nextAlone);
        if (answer !== undefined && answer !== exchange) return answer;
      }
      this.#isErratic ||= answered?.response?.status === 500 && isWell(exchange);
      if (!isSilent(exchange)) answered = exchange;
      // A 503 that asks for no wait, of a service that does not refuse everything.
      const mayBeAnError =
        isUnavailable(exchange) && !asksToWait(exchange) && !this.throttle.adaptive.isInVain;
      if (waitMs === null && mayBeAnError && !hasQuota) return this.#againAlone(exchange, nextAlone);
      // If the service answered only an error, the error says more than the later silence.
      if (waitMs === null) return this.#hasAnsweredWhole ? exchange : (answered ?? exchange);
      // Repetitions must not use up what is reserved for confirmations.
      if (isServerError(exchange) && hasQuota && this.#repeated[as] >= MOST_REPEATED) return exchange;
      if (!isRateLimited(exchange)) await this.throttle.holdUp(this.throttle.wait(waitMs));
    }
  }

  /**
   * Sends a request alone that got 503 each time. If it gets 503 again while the plain list is well, a 503 is no overload.
   * From then on, one attempt alone shows if the service is overloaded after all.
   */
  async #againAlone(exchange: Exchange, again: () => Promise<Exchange>): Promise<Exchange> {
    const tried = await this.#outage?.sendBetweenProbes(again, this.#hasErrorsOf503 ? 1 : TIMES_ALONE);
    if (tried?.last.fault !== null) return exchange;
    const { last, isWell } = tried;
    const isSame = isUnavailable(last);
    if (!isSame && this.#hasErrorsOf503) this.throttle.refused(exchange.startedAt);
    if (isSame && isWell && !this.#hasErrorsOf503 && !this.#wasLimited) this.throttle.adaptive.reset();
    this.#hasErrorsOf503 = isSame && (this.#hasErrorsOf503 || isWell);
    return last;
  }

  async #sendOnce(
    request: SentRequest,
    times: number,
    { as = 'valid', confirming = false, onTransmission, isAlone }: Sending & { readonly isAlone: boolean },
  ) {
    const caller = RateLimits.callerOf(request, as === 'invalid');
    const why =
      this.left(as, confirming) < 1
        ? `the limit of ${this.#quotas[as]?.most} requests with ${as === 'none' ? 'no' : `an ${as}`} credential is reached; run with PROFILE=thorough`
        : this.#limits.whyWithheld(caller, this.#clock.now(), this.throttle.adaptive.workingRate);
    if (why !== null) return { exchange: notSent(request, why, this.#clock.now()), waitMs: null };
    const count = (by: 1 | -1): void => {
      this.#sent[as] += by;
      if (!confirming && times === 1) this.#tried[as] += by;
      if (times > 1) this.#repeated[as] += by;
    };
    count(1);
    let isSent = false;
    const sending = this.throttle.run(
      async () => {
        isSent = true;
        const exchange = await transmit(request, this.#dependencies);
        onTransmission?.(exchange);
        return this.#learn(exchange, caller, times);
      },
      isAlone ? { isAlone } : { caller },
    );
    return sending.finally(() => {
      if (!isSent) count(-1);
    });
  }

  /** Notes an answer before the next request is sent. @returns it, and the wait before a further attempt, if one is due */
  #learn(exchange: Exchange, caller: string, times: number) {
    const moment = {
      times,
      now: this.#clock.now(),
      date: this.#clock.date(),
      remainingMs: this.throttle.remainingMs,
      isErratic: this.#isErratic,
      isFirst: !this.#hasAnsweredWhole,
    };
    const isLimited = isRateLimited(exchange);
    this.#wasLimited ||= isLimited;
    const isOverloaded = isUnavailable(exchange) && (!this.#hasErrorsOf503 || asksToWait(exchange));
    this.#hasAnsweredWhole ||= isWell(exchange) && !isLimited;
    this.#last = exchange;
    if (isLimited || isOverloaded) this.throttle.refused(exchange.startedAt);
    else if (exchange.fault === null) this.throttle.adaptive.wentWell();
    else if (exchange.fault.kind === 'timeout') this.throttle.timedOut(exchange.startedAt);
    if (exchange.response === null || !isLimited) {
      this.#limits.wentWell(caller);
      const isFinal = isOverloaded ? this.throttle.adaptive.isInVain : isUnavailable(exchange) && times > 1;
      return { exchange, waitMs: isFinal ? null : retryAfter(exchange, moment) };
    }
    const waitMs = this.#limits.waitAfter(exchange.response, caller, moment);
    if (waitMs !== null) this.throttle.limit(caller, waitMs);
    return { exchange, waitMs };
  }
}

const isUnavailable = ({ response }: Exchange): boolean => response?.status === 503;

const isGatewayError = ({ response }: Exchange): boolean => [502, 504].includes(response?.status ?? 0);

const isWell = ({ response, fault }: Exchange): boolean =>
  fault === null && response !== null && response.status < 500;
