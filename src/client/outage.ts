import { type Exchange, endOf, isSilent, type SentRequest } from './exchange.ts';
import type { Pace } from './pace.ts';
import { Stopped } from './stopped.ts';

const PATIENCE_MS = 30_000;
/** Milliseconds between two probes: doubled each time, up to a second. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
/** Repetitions of a suspected request, each with nothing else in flight. */
const MAX_REPEATS = 2;
/** Times that the service must stop answering at the same request before it is called gone. */
const TIMES_GONE = MAX_REPEATS + 1;
/** Maximum number of suspected requests named in the message. */
const MAX_NAMED = 3;
const SHOWN_BODY = 120;

/** Returns a request's method, path and payload, as messages name it. */
function nameOf({ method, url, body }: SentRequest): string {
  const { pathname, search } = new URL(url);
  const payload =
    body === null ? '' : ` with payload ${body.length > SHOWN_BODY ? `${body.slice(0, SHOWN_BODY)}…` : body}`;
  return `${method} ${pathname}${search}${payload}`;
}

function silenceOf({ fault, response }: Exchange): string {
  const message = fault?.message ?? `${response?.status}`;
  return message === 'ECONNREFUSED' ? 'connection refused' : message;
}

/**
 * Detects a service that stops answering. Requests without an answer are suspects. Once the service is back,
 * they are repeated one at a time. A request at which it stops repeatedly is reported as the cause.
 */
export class Outage {
  readonly #pace: Pace;
  readonly #ask: () => Promise<Exchange>;
  #hasAnswered = false;
  /** Requests in flight when the first connection broke, and the time of that. */
  #suspects: SentRequest[] = [];
  #brokenAt: number | null = null;
  /** Times that the service was looked for, and the last of them that found it away. */
  #looks = 0;
  #lastAway = 0;

  /** True once anything but an error was answered. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** @param ask probes the service once, without waiting for a turn */
  constructor(pace: Pace, ask: () => Promise<Exchange>) {
    this.#pace = pace;
    this.#ask = ask;
  }

  /**
   * Returns the exchange itself, unless the service was away. Then it returns the outcome of repeating the
   * request after the service's return.
   * @param again repeats the request once; `null` if it must not be repeated
   * @throws {Stopped} if the service does not come back
   */
  async afterOutage(exchange: Exchange, again: (() => Promise<Exchange>) | null): Promise<Exchange> {
    if (!isSilent(exchange)) {
      // Neither an unreadable answer nor an error proves that a service is there.
      this.#hasAnswered ||= exchange.response !== null && exchange.response.status < 500;
      return exchange;
    }
    // If nothing was ever answered, there is no service that could have gone away.
    if (!this.#hasAnswered) return exchange;
    const looks = this.#suspect(exchange);
    // It goes first, since waiting requests would only meet the same silence.
    return this.#pace.alone(
      async () =>
        (await this.#wasAway(looks)) && again !== null ? this.#tryAlone(exchange, again) : exchange,
      { first: true },
    );
  }

  async #tryAlone(exchange: Exchange, again: () => Promise<Exchange>): Promise<Exchange> {
    for (let left = MAX_REPEATS; left > 0; left -= 1) {
      const answer = await again();
      if (!isSilent(answer) || !(await this.#wasAway(this.#suspect(answer)))) return answer;
    }
    return {
      ...exchange,
      fault: { kind: 'gone', message: `the service stopped answering after it, ${TIMES_GONE} times` },
    };
  }

  /** Records a request without an answer. @returns how often the service was looked for before */
  #suspect(exchange: Exchange): number {
    const isFirst = this.#brokenAt === null;
    this.#brokenAt ??= endOf(exchange);
    if (isFirst || exchange.startedAt < this.#brokenAt) this.#suspects.push(exchange.request);
    return this.#looks;
  }

  /**
   * Returns true if the service was away and has come back. One look serves all requests that failed before it.
   * @param before looks before the request failed
   * @throws {Stopped} if the service does not come back
   */
  async #wasAway(before: number): Promise<boolean> {
    if (this.#looks === before) {
      const first = await this.#pace.run(this.#ask);
      this.#looks += 1;
      if (!isThere(first)) {
        this.#lastAway = this.#looks;
        const end = this.#pace.waits.begin('outage');
        await this.#untilReturn(first).finally(end);
      }
      [this.#suspects, this.#brokenAt] = [[], null];
    }
    return this.#lastAway > before;
  }

  async #untilReturn(first: Exchange): Promise<void> {
    let last = first;
    const patience = Math.min(PATIENCE_MS, this.#pace.remainingMs / 2);
    for (
      let waited = 0, wait = FIRST_WAIT_MS;
      waited < patience;
      wait = Math.min(2 * wait, LONGEST_WAIT_MS)
    ) {
      await this.#pace.wait(wait);
      waited += wait + last.ms;
      last = await this.#pace.run(this.#ask);
      if (isThere(last)) return;
    }
    const names = [...new Set(this.#suspects.map(nameOf))];
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    const after = ((this.#brokenAt ?? last.startedAt) - this.#pace.startedAt) / 1000;
    const gone = new Stopped(
      'gone',
      `The service stopped answering after ${after.toFixed(1)} s (${silenceOf(last)}). In flight when the first connection broke: ${names.slice(0, MAX_NAMED).join(', ')}${more}. Is the service still running?`,
    );
    this.#pace.stop(gone);
    throw gone;
  }
}

/** True for any answer except silence and the gateway errors of a starting server. */
const isThere = (answer: Exchange): boolean =>
  !isSilent(answer) && answer.response !== null && ![502, 503, 504].includes(answer.response.status);
