import type { Premises } from '../../survey/callers.ts';
import { keyOf } from '../../survey/identity.ts';
import { SURVEY_PAGE_SIZE } from '../../survey/known.ts';
import { type ListAnswer, readListAnswer } from '../../survey/list-answer.ts';
import type { Credential, Query, Question } from '../../target/question.ts';
import { sameKeys } from '../judges.ts';
import type { Profile } from '../profile.ts';
import type { Bench } from '../settle.ts';
import type { Listing } from '../sight.ts';
import { LIKELY_STATES, type Whereabouts } from '../whereabouts.ts';

/** What reading lists needs of a run. */
export interface ReaderContext extends Pick<Bench, 'asker' | 'survey' | 'onAttempt'> {
  readonly premises: Premises;
  readonly profile: Profile;
  /** Who asks for lists: the caller that the survey settled on. */
  readonly credential: Credential;
}

/** One listing of the service, and what stands in it. */
export interface Placed {
  readonly place: Query;
  readonly listing: Listing;
}

/** Pages that are read at once, and the last page that is looked for. */
const AT_ONCE = 4;
const LAST_PAGE = 2 ** 20;
/** Refusals that say nothing of what was asked. */
const OF_THE_MOMENT: ReadonlySet<number> = new Set([408, 421, 425]);
/** Values that stand for several states. */
const SEVERAL: ReadonlySet<string> = new Set(['all', 'any']);
/** Pages of one listing that are read at most. */
const MOST = { quick: 5, standard: 30, thorough: 200 } as const;

/** Reads the lists of the public repository, now, as far as it is told to. */
export class ListReader {
  readonly #context: ReaderContext;
  readonly #whereabouts: Whereabouts;

  constructor(context: ReaderContext, whereabouts: Whereabouts) {
    this.#context = context;
    this.#whereabouts = whereabouts;
  }

  /**
   * Pages of a listing from one to another, some at once.
   * @param first the first of them, where it was read already
   */
  async pages(place: Query, from: number, to: number, first?: ListAnswer): Promise<Listing> {
    const { pages: known } = await this.#context.survey.known();
    const full = await this.#full();
    const pages: (readonly unknown[])[] = [];
    let start = from;
    // No more at first than the list is known to have, since most listings end there.
    for (let most = Math.max(2, known); start <= to; most = AT_ONCE) {
      const numbers = Array.from({ length: Math.min(most, to - start + 1) }, (_, index) => start + index);
      const answers = numbers.map((number) =>
        first !== undefined && number === from ? Promise.resolve(first) : this.#page(place, number),
      );
      for (const answer of await Promise.all(answers)) {
        // What a page beyond the end is answered with is not shown; but a refusal may mean anything else as well.
        if (answer.kind !== 'list') return { pages, ended: false };
        if (answer.records.length > 0) pages.push(answer.records);
        const least = from > 1 ? full : (pages[0]?.length ?? 0);
        if (answer.records.length === 0 || answer.records.length < least) return { pages, ended: true };
      }
      start += numbers.length;
    }
    return { pages, ended: false };
  }

  /** A listing from its beginning, as far as the profile lets it be read. */
  whole(place: Query, first?: ListAnswer): Promise<Listing> {
    return this.pages(place, 1, MOST[this.#context.profile.name], first);
  }

  /** The last page and the one after it, for a service that lists the oldest first; found by doubling and halving. */
  async tail(place: Query): Promise<Listing> {
    const { tails } = this.#whereabouts;
    const name = JSON.stringify(place);
    const tail = tails.get(name) ?? (await this.#lastPage(place));
    tails.set(name, tail);
    const last = await this.pages(place, tail, tail);
    const full = last.pages[0]?.length === SURVEY_PAGE_SIZE;
    if (!full) return { ...last, ended: true };
    // The list may have grown beyond it.
    const next = await this.pages(place, tail + 1, tail + 1);
    if (next.pages.length > 0) tails.set(name, tail + 1);
    return { pages: [...last.pages, ...next.pages], ended: next.ended };
  }

  /**
   * Every listing that the service has, one after the other: the plain one, its end too where it is long, and those of
   * likely values of `state` that show something else.
   * @param again whether to look also where nothing else stood the last time
   */
  async *everything(again: boolean): AsyncGenerator<Placed> {
    const plain = await this.whole({});
    yield { place: {}, listing: plain };
    if (!plain.ended) yield { place: {}, listing: { ...(await this.tail({})), ended: false } };
    const known = new Set(this.#contents(plain));
    const { refusedStates, states } = this.#whereabouts;
    for (const state of LIKELY_STATES) {
      if (refusedStates.has(state) || (!again && states.get(state) === 'idle')) continue;
      const first = await this.#page({ state }, 1);
      if (first.kind === 'status' && first.status >= 400 && !OF_THE_MOMENT.has(first.status)) {
        refusedStates.add(state);
        continue;
      }
      if (this.#isIgnored(state, first, plain)) {
        refusedStates.add(state);
        continue;
      }
      const listing = await this.#state(state, first, known);
      // What told something once is read ever after: what it shows may have moved beyond its first page.
      if (listing !== null) states.set(state, 'telling');
      else if (!states.has(state)) states.set(state, 'idle');
      if (listing === null) continue;
      for (const content of this.#contents(listing)) known.add(content);
      yield { place: { state }, listing };
    }
  }

  /** A value that stands for one state, and gives just the open issues, is one that the service does not know. */
  #isIgnored(state: string, first: ListAnswer, plain: Listing): boolean {
    const [beginning = []] = plain.pages;
    if (SEVERAL.has(state) || !this.#context.survey.isDistinct || beginning.length === 0) return false;
    const contents = (records: readonly unknown[]) => this.#contents({ pages: [records], ended: true });
    return first.kind === 'list' && sameKeys(contents(first.records), contents(beginning));
  }

  /** The list of a state; `null` where the service does not know the state, or it is a part of what was read. */
  async #state(state: string, first: ListAnswer, known: ReadonlySet<string>): Promise<Listing | null> {
    if (first.kind !== 'list') return { pages: [], ended: false };
    const isNew = (listing: Listing) => this.#contents(listing).some((content) => !known.has(content));
    const { isDistinct } = this.#context.survey;
    const beginning: Listing = { pages: [first.records], ended: first.records.length < (await this.#full()) };
    // Records that cannot be told apart are told from others by how many there are.
    const wasTelling = this.#whereabouts.states.get(state) === 'telling';
    if (isDistinct && !wasTelling && !isNew(beginning)) return null;
    const listing = beginning.ended ? beginning : await this.whole({ state }, first);
    return isDistinct || wasTelling || isNew(listing) ? listing : null;
  }

  /** What tells the contents of a listing from those of another one. */
  #contents({ pages }: Listing): string[] {
    const { identity } = this.#context.survey;
    const records = pages.flat();
    return identity.kind === 'none'
      ? [`${records.length} records`]
      : records.map((record) => keyOf(record, identity));
  }

  /** How many results the service puts on a full page, as far as is known. */
  async #full(): Promise<number> {
    const { head, complete, pages } = await this.#context.survey.known();
    const isFull = head.kind === 'list' && head.records.length > 0 && !(complete && pages <= 1);
    return isFull ? head.records.length : SURVEY_PAGE_SIZE;
  }

  async #lastPage(place: Query): Promise<number> {
    const holds = async (page: number): Promise<boolean> => {
      const answer = await this.#page(place, page);
      return answer.kind === 'list' && answer.records.length > 0;
    };
    let low = (await this.#context.survey.known()).pages;
    let high = 2 * Math.max(1, low);
    while (high < LAST_PAGE && (await holds(high))) {
      low = high;
      high *= 2;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (await holds(middle)) low = middle;
      else high = middle;
    }
    return Math.max(1, low);
  }

  async #page(place: Query, page: number): Promise<ListAnswer> {
    const { asker, premises, credential, onAttempt } = this.#context;
    // Which page is given where none is asked for is not shown (section 8).
    const query = { ...place, per_page: String(SURVEY_PAGE_SIZE), page: String(page) };
    const question: Question = { repository: premises.repository, as: credential, query };
    return readListAnswer(await asker.send(() => question, onAttempt));
  }
}
