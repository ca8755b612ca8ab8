import { describeExchange, type Exchange, endOf, isSilent, type SentRequest } from './exchange.ts';
import { Stopped } from './stopped.ts';
import type { Throttle } from './throttle.ts';

const PATIENCE_MS = 30_000;
/** Milliseconds between two probes: doubled each time, up to a second. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
/** Times that the service must stop answering at the same request before it is called gone. */
const TIMES_GONE = 3;
/** Probes in a row that show that a service is back: so many the first time, and so many more each further time. */
const PROBES_BACK = 3;
/** Milliseconds without requests before the last repetition. A limit that cuts connections has then forgotten earlier ones. */
const REST_MS = 5000;
/** Maximum number of requests that the message names. */
const MAX_NAMED = 3;
const SHOWN_BODY = 120;

/** Returns a request's method, path and payload, as messages name it. */
function nameOf({ method, url, body }: SentRequest): string {
  const { pathname, search } = new URL(url);
  const payload =
    body === null ? '' : ` with payload ${body.length > SHOWN_BODY ? `${body.slice(0, SHOWN_BODY)}…` : body}`;
  return `${method} ${pathname}${search}${payload}`;
}

/** True for any answer except silence and the gateway errors of a starting server. A gap of a recording shows no outage. */
const isThere = (answer: Exchange): boolean =>
  answer.fault?.kind === 'not-recorded' ||
  (!isSilent(answer) && answer.response !== null && ![502, 503, 504].includes(answer.response.status));

/**
 * Detects a service that stops answering. Once it is back, requests without an answer are repeated one at a
 * time. A request at which it stops repeatedly is reported as the cause.
 */
export class Outage {
  readonly #throttle: Throttle;
  readonly #probe: () => Promise<Exchange>;
  /** Requests without an answer since the service last answered. */
  #failed: Exchange[] = [];
  /** Time of the last probe, and if the service was away. */
  #lastProbe = { startedAt: Number.NEGATIVE_INFINITY, wasAway: false };

  /** @param ask probes the service once, without waiting for a turn */
  constructor(throttle: Throttle, ask: () => Promise<Exchange>) {
    this.#throttle = throttle;
    this.#probe = () => throttle.run(ask, { isAlone: true });
  }

  /**
   * Returns the exchange itself, unless the service was away. Then it returns the outcome of repeating the
   * request after the service's return.
   * @param exchange one without an answer, of a service that has answered before
   * @param again repeats the request once; `null` if it must not be repeated
   * @throws {Stopped} if the service does not come back
   */
  repeat(exchange: Exchange, again: (() => Promise<Exchange>) | null): Promise<Exchange> {
    this.#failed.push(exchange);
    return this.#throttle.alone(async () => {
      let last = exchange;
      for (let times = 1; times <= TIMES_GONE; times += 1) {
        if (times > 1) this.#failed.push(last);
        if (!(await this.#wasAway(last, times)) || again === null) return last;
        if (times < TIMES_GONE) last = await again();
        if (!isSilent(last)) return last;
      }
      const message = `the service stopped answering after it, ${TIMES_GONE} times`;
      return { ...exchange, fault: { kind: 'gone', message } };
    });
  }

  /**
   * Sends a request again, alone, and the probe after each time, as long as only the probe gets no 503.
   * @param most times that it is sent
   * @returns its last answer, and true if the service answered every probe
   */
  sendBetweenProbes(
    again: () => Promise<Exchange>,
    most: number,
  ): Promise<{ last: Exchange; isWell: boolean }> {
    return this.#throttle.alone(async () => {
      for (let times = 1; ; times += 1) {
        const last = await again();
        const isWell = isThere(await this.#probe());
        if (last.response?.status !== 503 || !isWell || times === most) return { last, isWell };
      }
    });
  }

  /**
   * Returns true if the service was away after a request and has come back. One probe serves all requests that
   * were sent before it.
   * @throws {Stopped} if the service does not come back
   */
  async #wasAway({ startedAt }: Exchange, times: number): Promise<boolean> {
    if (startedAt <= this.#lastProbe.startedAt) return this.#lastProbe.wasAway;
    const first = await this.#probe();
    const wasAway = !isThere(first);
    this.#lastProbe = { startedAt: first.startedAt, wasAway };
    if (wasAway) await this.#throttle.holdUp(this.#untilReturn(first, times), endOf(first));
    this.#failed = [];
    return wasAway;
  }

  /** Waits until the service is back. @param times how often it was away after the request in question */
  async #untilReturn(first: Exchange, times: number): Promise<void> {
    let last = first;
    let back = 0;
    const until = endOf(first) + Math.min(PATIENCE_MS, this.#throttle.remainingMs / 2);
    for (let wait = FIRST_WAIT_MS; endOf(last) < until; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      if (back === 0) await this.#throttle.wait(wait);
      last = await this.#probe();
      back = isThere(last) ? back + 1 : 0;
      if (back < times * PROBES_BACK) continue;
      if (times === TIMES_GONE - 1) await this.#throttle.wait(REST_MS);
      return;
    }
    const brokenAt = Math.min(...this.#failed.map(endOf));
    const inFlight = this.#failed.filter(({ startedAt }) => startedAt <= brokenAt);
    const names = [...new Set(inFlight.map(({ request }) => nameOf(request)))].slice(0, MAX_NAMED);
    const after = (brokenAt - this.#throttle.startedAt) / 1000;
    const gone = new Stopped(
      'unanswered',
      `The service stopped answering after ${after.toFixed(1)} s (${describeExchange(last)}). In flight at that time: ${names.join(', ')}. Is the service still running?`,
    );
    this.#throttle.stop(gone);
    throw gone;
  }
}
