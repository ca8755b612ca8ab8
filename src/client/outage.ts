import { type Exchange, endOf, isSilent, type SentRequest } from './exchange.ts';
import type { Pace, Place } from './pace.ts';
import { Stopped } from './stopped.ts';

/** How long a service that went away is waited for. */
const PATIENCE_MS = 30_000;
/** Between two looks whether it is back: twice as long each time, up to a second. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
/** How often a request at which it went away is sent again, each time with nothing else in flight. */
const TRIES = 2;
/** Requests with one and the same content at which a service has stopped answering before it is said that it is gone. */
export const TIMES_GONE = TRIES + 1;
/** So many times as long as a request may take there is no answer at all before nothing else is sent meanwhile. */
const SILENT = 4;
/** Of the requests at which it may have gone away, so many are named. */
const NAMED = 3;
const SHOWN_BODY = 120;

/** A request as a sentence names it. */
function nameOf({ method, url, body }: SentRequest): string {
  const { pathname, search } = new URL(url);
  const payload =
    body === null ? '' : ` with payload ${body.length > SHOWN_BODY ? `${body.slice(0, SHOWN_BODY)}…` : body}`;
  return `${method} ${pathname}${search}${payload}`;
}

/** How a service shows that it is not there. */
function silenceOf({ fault, response }: Exchange): string {
  const message = fault?.message ?? `${response?.status}`;
  return message === 'ECONNREFUSED' ? 'connection refused' : message;
}

/** What those have in common at whose requests the service went away: one look at it, and their turns. */
interface Round {
  look: Promise<boolean> | null;
  /** Whether the look goes before those that wait for their turn. */
  isUrgent: boolean;
  turn: Promise<unknown>;
}

/**
 * A service that stops answering. The requests that got no answer then are the suspects: once the service is back they
 * are sent one at a time, and where it goes away at the same one again and again, that is the one at which it does.
 */
export class Outage {
  readonly #pace: Pace;
  readonly #ask: (place: Place) => Promise<Exchange>;
  #hasAnswered = false;
  /** Those in flight when the first connection broke, and when that was. */
  #suspects: SentRequest[] = [];
  #brokenAt: number | null = null;
  readonly #others: Round = { look: null, isUrgent: false, turn: Promise.resolve() };
  /** Of whoever has the target to itself: it cannot wait for others, who wait for it. */
  readonly #alone: Round = { look: null, isUrgent: false, turn: Promise.resolve() };

  /** @param ask asks for what shows that the service is there, once, outside of any turn */
  constructor(pace: Pace, ask: (place: Place) => Promise<Exchange>) {
    this.#pace = pace;
    this.#ask = ask;
  }

  /**
   * What to make of an answer: itself, unless there was none because the service went away; then what came of sending the
   * request again once it was back.
   * @param again sends the request once more, and nothing more than once; `null` where that may not be
   * @throws {Stopped} where the service does not come back
   */
  async afterOutage(exchange: Exchange, again: (() => Promise<Exchange>) | null): Promise<Exchange> {
    if (!isSilent(exchange)) {
      // What cannot be understood is no sign of a service that could go away.
      this.#hasAnswered ||= exchange.response !== null;
      return exchange;
    }
    // Where nothing was ever answered, there is no service that could have gone away.
    if (!this.#hasAnswered || !(await this.#wasAway(exchange)) || again === null) return exchange;
    const round = this.#round;
    const turn = round.turn.then(() => this.#pace.alone(() => this.#tryAlone(exchange, again)));
    round.turn = turn.catch(() => undefined);
    return turn;
  }

  async #tryAlone(exchange: Exchange, again: () => Promise<Exchange>): Promise<Exchange> {
    for (let left = TRIES; left > 0; left -= 1) {
      const answer = await again();
      if (!isSilent(answer) || !(await this.#wasAway(answer))) return answer;
    }
    return {
      ...exchange,
      fault: { kind: 'gone', message: `the service stopped answering after it, ${TIMES_GONE} times` },
    };
  }

  /**
   * Whether the service is away, or was until it came back just now. Looked at once for all that ask meanwhile; before those
   * that wait for their turn, where nothing was answered for so long that they would only draw out the run.
   */
  #wasAway(exchange: Exchange): Promise<boolean> {
    const { request, fault, startedAt, ms } = exchange;
    const isFirst = this.#brokenAt === null;
    this.#brokenAt ??= endOf(exchange);
    if (isFirst || startedAt < this.#brokenAt) this.#suspects.push(request);
    const round = this.#round;
    const isUrgent = fault?.kind === 'timeout' && this.#pace.load.lastAt < startedAt - SILENT * ms;
    if (round.look !== null && (round.isUrgent || !isUrgent)) return round.look;
    const look = this.#pace
      .alone(() => this.#awaitReturn(), { first: isUrgent })
      .finally(() => {
        if (round.look !== look) return;
        round.look = null;
        [this.#suspects, this.#brokenAt] = [[], null];
      });
    [round.look, round.isUrgent] = [look, isUrgent];
    return look;
  }

  get #round(): Round {
    return this.#pace.isAlone ? this.#alone : this.#others;
  }

  async #awaitReturn(): Promise<boolean> {
    let last = await this.#pace.run(this.#ask);
    if (isThere(last)) return false;
    const patience = Math.min(PATIENCE_MS, this.#pace.remainingMs / 2);
    for (
      let waited = 0, wait = FIRST_WAIT_MS;
      waited < patience;
      wait = Math.min(2 * wait, LONGEST_WAIT_MS)
    ) {
      const from = last.startedAt;
      await this.#pace.wait(wait);
      waited += wait + last.ms;
      last = await this.#pace.run(this.#ask);
      this.#pace.waits.add('outage', from, endOf(last));
      if (isThere(last)) return true;
    }
    const names = [...new Set(this.#suspects.map(nameOf))];
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
    const after = ((this.#brokenAt ?? last.startedAt) - this.#pace.startedAt) / 1000;
    const gone = new Stopped(
      'gone',
      `The service stopped answering after ${after.toFixed(1)} s (${silenceOf(last)}). In flight when the first connection broke: ${names.slice(0, NAMED).join(', ')}${more}. Is the service still running?`,
    );
    this.#pace.stop(gone);
    throw gone;
  }
}

/** Anything but silence and what a server that is just starting says. */
const isThere = (answer: Exchange): boolean =>
  !isSilent(answer) && answer.response !== null && ![502, 503, 504].includes(answer.response.status);
