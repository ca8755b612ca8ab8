import type { Asker, OnAttempt } from '../target/asker.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Query, Question, RepositoryName } from '../target/question.ts';
import { type Caller, credentialOf, type Premises } from './callers.ts';
import { complaintOf } from './complaint.ts';
import { findIdentity, type Identity } from './identity.ts';
import { Known, SURVEY_PAGE_SIZE } from './known.ts';
import { readListAnswer } from './list-answer.ts';
import { Unusable } from './unusable.ts';

/** Pages that are read where a service gives fewer than the maximum to a page, to see how many issues exist. */
const MAX_PAGES = 5;
const ENOUGH = 131;

const pageQuery = (page: number): Query =>
  page === 1
    ? { per_page: String(SURVEY_PAGE_SIZE) }
    : { per_page: String(SURVEY_PAGE_SIZE), page: String(page) };

/** What is found out about a target before anything is tried, in a handful of requests. */
export class Survey {
  /** By whom list rules ask: the member where TOKEN is set and let in. */
  readonly base: Caller;
  readonly identity: Identity;
  /** Whether a made-up repository is answered otherwise than the configured one; without that nothing is shown. */
  readonly distinguished: boolean;
  readonly #asker: Asker;
  readonly #premises: Premises;
  readonly #known = new Map<Caller, Promise<Known>>();
  #plain: Exchange;
  #atFirst: Known;
  #moves = 0;

  private constructor(
    asker: Asker,
    premises: Premises,
    found: { base: Caller; identity: Identity; plain: Exchange; distinguished: boolean; known: Known },
  ) {
    this.#asker = asker;
    this.#premises = premises;
    this.base = found.base;
    this.identity = found.identity;
    this.#plain = found.plain;
    this.distinguished = found.distinguished;
    this.#atFirst = found.known;
    this.#known.set(found.base, Promise.resolve(found.known));
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
    const look = async (caller: Caller) => {
      const as = credentialOf(caller, premises);
      const list = (query: Query) => asker.ask({ repository: premises.repository, as, query });
      const [plain, unknown, ...pages] = await Promise.all([
        list({}),
        asker.ask({ repository: madeUp, as }),
        list(pageQuery(1)),
        list(pageQuery(2)),
      ]);
      const usable = [plain, ...pages].some((exchange) => readListAnswer(exchange).kind === 'list');
      return { caller, plain, unknown, pages, usable };
    };
    const first = await look(premises.token === undefined ? 'anonymous' : 'member');
    const sight =
      first.usable || first.caller === 'anonymous' || first.plain.response === null
        ? first
        : await look('anonymous');

    // Where the recommended headers are refused, the list shows without them: then that is what is wrong.
    const listsWithoutHeaders = async (): Promise<boolean> => {
      if (sight.plain.response === null) return false;
      const as = credentialOf(first.caller, premises);
      const bare = await asker.ask({ repository: premises.repository, as, bare: true });
      return readListAnswer(bare).kind === 'list';
    };
    const unknownStatus = sight.unknown.response?.status;
    const plainStatus = sight.plain.response?.status ?? 0;
    // A listing that is answered in a wrong way is still one, if a repository that does not exist has none.
    const shown =
      plainStatus >= 200 && plainStatus < 300 && unknownStatus !== undefined && unknownStatus !== plainStatus;
    if (!sight.usable && !shown && !(await listsWithoutHeaders())) {
      throw new Unusable(
        complaintOf(first.plain, premises.repository, baseUrl, premises.token !== undefined),
      );
    }

    const records = (exchange: Exchange): readonly unknown[] => {
      const read = readListAnswer(exchange);
      return read.kind === 'list' ? read.records : [];
    };
    const usablePages = sight.pages.map(records);
    const overlapping = usablePages.filter((page) => page.length > 0);
    const [head = []] = overlapping;
    let identity = findIdentity(overlapping, records(sight.plain));
    if (identity.kind !== 'field' && head.length > 0) {
      // The plain list, or page 2, may be what is broken: look at the first page alone, read again.
      const again = await asker.send(() => ({
        repository: premises.repository,
        as: credentialOf(sight.caller, premises),
        query: pageQuery(1),
      }));
      const alone = findIdentity([head], records(again));
      if (alone.kind === 'field' || identity.kind === 'none') identity = alone;
    }
    const distinguished =
      sight.unknown.response?.status !== undefined &&
      (sight.unknown.response.status !== sight.plain.response?.status ||
        (head.length > 0 && records(sight.unknown).length === 0));
    const survey = new Survey(asker, premises, {
      base: sight.caller,
      identity,
      plain: sight.plain,
      distinguished,
      known: new Known(sight.pages, identity),
    });
    await survey.#settleBeginning(sight.caller);
    survey.#atFirst = await survey.known();
    return survey;
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
      query: pageQuery(index + 1),
    }));
    return new Known(await Promise.all(questions.map(ask)), this.identity);
  }

  /** Mends a first reading that the list moved under, and reads on where pages are smaller than asked for. */
  async #settleBeginning(caller: Caller): Promise<void> {
    let known = await this.known(caller);
    for (
      let round = 0;
      round < 2 && known.pages < 2 && !known.complete && known.keys.length > 0;
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
