import type { Asker, OnAttempt } from '../target/asker.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Query, Question, RepositoryName } from '../target/question.ts';
import { type Caller, credentialOf, type Premises } from './callers.ts';
import type { Identity } from './identity.ts';
import { Known, SURVEY_PAGE_SIZE } from './known.ts';
import { type Distinction, type Look, lookAt, pageQuery } from './look.ts';

/** Pages that are read where a service gives fewer than the maximum to a page, to see how many issues exist. */
const MAX_PAGES = 5;
const ENOUGH = 131;
/** How often the beginning of the list is read anew where its pages do not fit together. */
const MENDINGS = { moved: 2, broken: 3 } as const;

/** What is found out about a target before anything is tried, in a handful of requests. */
export class Survey {
  /** By whom list rules ask: the member where TOKEN is set and let in. */
  readonly base: Caller;
  /** Whether a made-up repository is answered otherwise than the configured one, each time it is asked for. */
  readonly distinction: Distinction;
  /** The second answer for the plain list, which rules may judge as well; `null` where that is not the beginning. */
  readonly plainAgain: Exchange | null;
  readonly #asker: Asker;
  readonly #premises: Premises;
  /** By what the order of the list is seen; alike records do not keep that from being seen. */
  readonly #identity: Identity;
  readonly #firstIsNamed: boolean;
  readonly #known = new Map<Caller, Promise<Known>>();
  #plain: Exchange;
  #atFirst: Known;
  #moves = 0;

  private constructor(asker: Asker, premises: Premises, look: Look) {
    this.#asker = asker;
    this.#premises = premises;
    this.base = look.caller;
    this.distinction = look.distinction;
    this.plainAgain = look.firstIsNamed ? null : look.plainAgain;
    this.#identity = look.identity;
    this.#firstIsNamed = look.firstIsNamed;
    this.#plain = look.plain;
    this.#atFirst = new Known(look.pages, look.identity);
    this.#known.set(look.caller, Promise.resolve(this.#atFirst));
  }

  /**
   * Looks at the target.
   * @param madeUp a repository that surely does not exist
   * @throws {Unusable} where there is nothing to check; the message is for people
   */
  static async take(
    asker: Asker,
    premises: Premises,
    baseUrl: string,
    madeUp: RepositoryName,
  ): Promise<Survey> {
    const look = await lookAt(asker, premises, baseUrl, madeUp);
    const survey = new Survey(asker, premises, look);
    await survey.#settleBeginning(look.caller);
    survey.#atFirst = await survey.known();
    return survey;
  }

  /** How an issue is told from all others; none where some of those that were read are alike. */
  get identity(): Identity {
    return this.#identity.kind === 'record' && this.#identity.repeats === true
      ? { kind: 'none', why: 'Some records of the list are alike in everything that stays the same.' }
      : this.#identity;
  }

  /** Whether a made-up repository is answered otherwise than the configured one; without that nothing is shown. */
  get distinguished(): boolean {
    return this.distinction === 'told';
  }

  /** A query for the list from its beginning on: it names page 1 where leaving `page` out means another one. */
  fromBeginning(query: Query): Query {
    return this.#firstIsNamed && query['page'] === undefined ? { ...query, page: '1' } : query;
  }

  /** The plain listing, without parameters, as last looked at. */
  get plain(): Exchange {
    return this.#plain;
  }

  /** The list as it was when the run began. */
  get atFirst(): Known {
    return this.#atFirst;
  }

  /** Whether issues can be told apart. */
  get isDistinct(): boolean {
    return this.identity.kind !== 'none';
  }

  /** How often the list was seen to move during the run: other people are at work on the target. */
  get moves(): number {
    return this.#moves;
  }

  noteMove(): void {
    this.#moves += 1;
  }

  /** The list as last read, by a caller. @throws {Stopped} */
  known(caller: Caller = this.base): Promise<Known> {
    const earlier = this.#known.get(caller);
    if (earlier !== undefined) return earlier;
    const reading = this.#read(caller, 2, (question) => this.#asker.ask(question));
    this.#known.set(caller, reading);
    return reading;
  }

  /** Takes in how the list is now that this run has written to it. @throws {Stopped} */
  async lookAgain(): Promise<void> {
    const { pages } = await this.known();
    this.#asker.forget();
    this.#known.clear();
    const as = credentialOf(this.base, this.#premises);
    const reading = this.#read(this.base, Math.max(2, pages), (question) => this.#asker.ask(question));
    this.#known.set(this.base, reading);
    const plain = this.#asker.ask({ repository: this.#premises.repository, as, query: {} });
    [this.#plain] = await Promise.all([plain, reading]);
  }

  /**
   * Reads the list again, now, as far as a comparison reaches; what was read becomes what is known.
   * @throws {Stopped}
   */
  async reread(caller: Caller, reach: number, onAttempt?: OnAttempt): Promise<Known> {
    const before = await this.known(caller);
    const read = (pages: number) =>
      this.#read(caller, pages, (question) => this.#asker.send(() => question, onAttempt));
    const firstPage = before.head.kind === 'list' ? before.head.records.length : 0;
    if (before.pages > 0 && reach <= firstPage) {
      const reading = await read(1);
      if (reading.sameAs(before)) return reading;
    }
    let reading = await read(Math.max(2, before.pages));
    for (let round = 0; round < 2 && reading.pages < before.pages && !reading.complete; round += 1) {
      // Pages that overlap were read while the list moved.
      reading = await read(before.pages);
    }
    this.#known.set(caller, Promise.resolve(reading));
    return reading;
  }

  async #read(caller: Caller, pages: number, ask: (question: Question) => Promise<Exchange>): Promise<Known> {
    const as = credentialOf(caller, this.#premises);
    const questions = Array.from({ length: pages }, (_, index) => ({
      repository: this.#premises.repository,
      as,
      query: pageQuery(index + 1, this.#firstIsNamed),
    }));
    return new Known(await Promise.all(questions.map(ask)), this.#identity);
  }

  /** Mends a first reading that the list moved under, and reads on where pages are smaller than asked for. */
  async #settleBeginning(caller: Caller): Promise<void> {
    let known = await this.known(caller);
    const isWhole = () => known.complete || known.pages >= 2 || (known.pages === 0 && !known.isBroken);
    for (
      let round = 0;
      !isWhole() && round < (known.isBroken ? MENDINGS.broken : MENDINGS.moved);
      round += 1
    ) {
      known = await this.#read(caller, 2, (question) => this.#asker.send(() => question));
      this.#known.set(caller, Promise.resolve(known));
    }
    const size = known.head.kind === 'list' ? known.head.records.length : 0;
    if (size === 0 || size >= SURVEY_PAGE_SIZE || known.complete || known.pages < 2) return;
    for (let pages = 3; pages <= MAX_PAGES && known.keys.length < ENOUGH && !known.complete; pages += 1) {
      known = await this.#read(caller, pages, (question) => this.#asker.ask(question));
      if (known.pages < pages) break;
    }
    this.#known.set(caller, Promise.resolve(known));
  }
}
