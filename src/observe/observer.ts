import type { Cause } from '../client/doubt.ts';
import { type Exchange, endOf } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import {
  type Answer,
  type Answers,
  type Ask,
  type Caller,
  isCreation,
  keyOf,
  type Payload,
} from '../model/ask.ts';
import { type Nothing, nothing } from '../model/rule.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Run } from '../run/run.ts';

/** Ends an observation that cannot be made. */
export class NotMade extends Error {
  readonly nothing: Nothing;

  constructor(cause: Cause, why: string, blames?: readonly RuleId[]) {
    super(why);
    this.nothing = nothing(cause, why, blames);
  }
}

/** Returns what ends an observation that other writers disturbed, by a sentence without its end. */
export const disturbed = (what: string): NotMade =>
  new NotMade('unstable', `${what}; run again while nobody else writes.`);

/** Returns the status of an answer. The answer to HEAD has no body, so none broke off. */
export const statusOf = ({ status, exchange: { request, response } }: Answer): number =>
  request.method === 'HEAD' ? (response?.status ?? 0) : status;

/** Returns the results of some work, once all of it has ended: no request stays in flight if a part of it fails. */
export async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** What was seen of new issues. */
export interface Lookup {
  readonly looks: number;
  readonly listings: Answers;
  readonly isFound: boolean;
}

/** A new issue, and the values of `state` under which it is listed; `undefined` stands for the list without one. */
export interface NewIssue extends Lookup {
  readonly marker: string;
  readonly states: ReadonlySet<string | undefined>;
}

/** Answers beside the first one that must show an error, or chance explains it. */
const MORE_ERRORS = 2;

/** Asks for observations. Rows share equal listings, and nothing is sent in `quick`. */
export class Observer {
  readonly run: Run;
  readonly #newest = new Map<string, Promise<Answer>>();
  /** What was asked first, by key. */
  readonly #first = new Map<string, Promise<Answer>>();

  constructor(run: Run) {
    this.run = run;
  }

  /** A new issue and where it was found, which rows share. */
  newIssue: Promise<NewIssue> | null = null;

  /** Who asks. */
  get caller(): Caller {
    return this.run.listers[0] ?? this.run.first;
  }

  /** A listing that differs from the plain one. */
  listing({ query = {}, ...spec }: Partial<RequestSpec> = {}): Ask {
    const { repository = this.run.bed.repository } = spec;
    const single = Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    return {
      ...this.run.list(this.caller, Object.fromEntries(single), repository),
      observed: { spec: { ...spec, query } },
    };
  }

  /** A creation by TOKEN. */
  creation(payload: Payload, observed: Ask['observed'] = {}): Ask {
    return { ...this.run.post(this.run.first, payload), observed };
  }

  /** Sends a request now. @throws {NotMade} if none may be sent, or its answer says nothing @throws {Stopped} */
  async send(ask: Ask): Promise<Answer> {
    const { run } = this;
    if (!run.profile.observes)
      throw new NotMade('setting', 'Not asked with this profile; run again with PROFILE=standard.');
    if (run.member !== null && this.caller !== run.member)
      throw new NotMade(
        'access',
        'Not observed: TOKEN does not let its holder list, and few requests may go without one; check TOKEN, then run again.',
      );
    // All gating rules were tried, so requests that were reserved for confirmations are free.
    const answer = await run.send({ observed: {}, ...ask }, { confirming: true });
    if (answer.unsaid !== null) throw new NotMade(answer.unsaid.cause, answer.unsaid.reason);
    return answer;
  }

  /** Returns the newest answer to a listing. @throws {NotMade} @throws {Stopped} */
  async newest(ask: Ask): Promise<Answer> {
    const key = keyOf(ask);
    const answer = this.#newest.get(key) ?? this.send(ask);
    this.#newest.set(key, answer);
    if (!this.#first.has(key)) this.#first.set(key, answer);
    return answer;
  }

  /** Asks again, after all that rows have asked for by now, so that they share the answer. @throws {NotMade} @throws {Stopped} */
  async #again(ask: Ask): Promise<Answer> {
    await Promise.allSettled(this.#first.values());
    return this.send(ask);
  }

  /** Returns an answer that was asked for after another one had come. Rows share it. @throws {NotMade} @throws {Stopped} */
  async later(ask: Ask, than: Exchange): Promise<Answer> {
    const key = keyOf(ask);
    for (;;) {
      const known = this.#newest.get(key);
      const answer = await known;
      if (answer !== undefined && answer.exchange.startedAt >= endOf(than)) return answer;
      if (this.#newest.get(key) === known) this.#newest.set(key, this.#again(ask));
    }
  }

  /** Returns an answer that is no bad moment's: an error comes twice. @throws {NotMade} @throws {Stopped} */
  async seen(ask: Ask): Promise<Answer> {
    const answer = await (isCreation(ask) || ask.observed?.spec?.method !== undefined
      ? this.send(ask)
      : this.newest(ask));
    const first = statusOf(answer);
    if (first > 0 && first < 500) return answer;
    for (let more = MORE_ERRORS; more > 0; more -= 1) {
      const again = statusOf(await this.send(ask));
      if (again !== first)
        throw new NotMade(
          'unstable',
          `The same request was answered ${first} and then ${again} (0: not at all); run again when the service is stable.`,
        );
    }
    if (first === 0)
      throw new NotMade('unanswered', 'The request was not answered, nor when it was repeated.');
    return answer;
  }

  /** Returns the plain list; in `quick`, the first one of the run. @throws {NotMade} @throws {Stopped} */
  async plain(): Promise<Answer> {
    const { heard, profile } = this.run;
    const plain = profile.observes ? await this.seen(this.listing()) : heard.plain;
    if (plain?.list != null) return plain;
    throw new NotMade('other-rule', 'The plain list cannot be read, so nothing can be compared with it.', [
      'list.ok',
      'list.array',
    ]);
  }
}
