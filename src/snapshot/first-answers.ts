import { type Exchange, isServerError } from '../client/exchange.ts';
import type { Query, RepositoryName, RequestSpec } from '../client/request.ts';
import type { Target } from '../client/target.ts';
import { type Caller, callersOf, credentialOf, type TestBed } from '../client/test-bed.ts';
import { listingOf, sampleOf } from './listing.ts';
import { pageQuery } from './snapshot.ts';

/** The documented example of a page (section 4.1): results 6 to 10. Rules request it as well. */
const EXAMPLE: Query = { per_page: '5', page: '2' };

/** Attempts at a first request while it is answered with 5xx. */
const MAX_ATTEMPTS = 3;

/** First answers to one caller. */
export interface FirstAnswers {
  readonly caller: Caller;
  readonly plain: Exchange;
  readonly unknown: Exchange;
  /** The answer to the documented example of a page. */
  readonly example: Exchange;
  readonly pages: readonly Exchange[];
}

/** True if an answer shows a list. */
export const isUsable = ({ plain, pages }: FirstAnswers): boolean =>
  [plain, ...pages].some((exchange) => listingOf(exchange).kind === 'list');

/** The first requests of a run. */
export class FirstRequests {
  readonly #target: Target;
  readonly #bed: TestBed;
  readonly #madeUp: RepositoryName;
  readonly #samples = new Map<Exchange, readonly unknown[]>();

  /** @param madeUp a repository that does not exist */
  constructor(target: Target, bed: TestBed, madeUp: RepositoryName) {
    this.#target = target;
    this.#bed = bed;
    this.#madeUp = madeUp;
  }

  /** Returns the request for a list, by default that of the public repository. */
  list(caller: Caller, query: Query = {}, of: RepositoryName = this.#bed.repository): RequestSpec {
    return { repository: of, as: credentialOf(caller, this.#bed), query };
  }

  /** Asks for a list, and keeps its first records. */
  ask(caller: Caller, query: Query = {}): Promise<Exchange> {
    return this.#sampled(this.#steadily(this.list(caller, query)));
  }

  /** Returns the first records of an answer, taken when it came because large answers are soon released. */
  recordsOf(exchange: Exchange): readonly unknown[] {
    return this.#samples.get(exchange) ?? [];
  }

  async answersTo(caller: Caller): Promise<FirstAnswers> {
    const [plain, unknown, example, first, second] = await Promise.all([
      this.ask(caller),
      this.#sampled(this.#steadily(this.#unknown(caller))),
      this.ask(caller, EXAMPLE),
      this.ask(caller, pageQuery(1)),
      this.ask(caller, pageQuery(2)),
      // Requested before this run writes, so that the answer may be cached. Rules request it as well.
      this.#target.ask(this.list(caller, { state: 'open', ...pageQuery(1) })),
    ]);
    return { caller, plain, unknown, example, pages: [first, second] };
  }

  /** Returns the answer to each caller's plain list. */
  async plainLists(): Promise<Map<Caller, Exchange>> {
    const asked = callersOf(this.#bed).map(
      async (caller) => [caller, await this.#steadily(this.list(caller))] as const,
    );
    return new Map(await Promise.all(asked));
  }

  /** True if the list appears without the recommended headers. Then the refusal of those headers is the defect. */
  async isListedBare(caller: Caller): Promise<boolean> {
    return listingOf(await this.#target.ask({ ...this.list(caller), bare: true })).kind === 'list';
  }

  /**
   * Sends the first two requests again. The order matters: a server that alternates between two answers now gives each
   * request the other one.
   */
  async repeat(caller: Caller): Promise<{ readonly unknown: Exchange; readonly plain: Exchange }> {
    const [unknown, plain] = await Promise.all([
      this.#target.send(() => this.#unknown(caller)),
      this.#sampled(this.#target.send(() => this.list(caller))),
    ]);
    return { unknown, plain };
  }

  #unknown(caller: Caller): RequestSpec {
    return { repository: this.#madeUp, as: credentialOf(caller, this.#bed) };
  }

  /** Everything rests on these answers, so a 5xx is asked again: it may be chance. */
  async #steadily(spec: RequestSpec): Promise<Exchange> {
    let answer = await this.#target.ask(spec);
    for (let left = MAX_ATTEMPTS; left > 1 && isServerError(answer); left -= 1)
      answer = await this.#target.askInsteadOf(answer, spec);
    return answer;
  }

  async #sampled(asking: Promise<Exchange>): Promise<Exchange> {
    const exchange = await asking;
    this.#samples.set(exchange, sampleOf(exchange));
    return exchange;
  }
}
