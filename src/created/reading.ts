import type { Exchange } from '../client/exchange.ts';
import type { Query, RepositoryName } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import type { Trial } from '../run/trial.ts';
import { keysOf, listingOf, resultsIn } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { markedIn } from './own-records.ts';
import { writerOf } from './writer.ts';

const recordsIn = (answers: readonly Exchange[]): number =>
  answers.reduce((sum, answer) => sum + resultsIn(answer), 0);

/** Pages of one listing: the first ones, and the last ones of a long list. */
export interface Read {
  /** Holds the `state` that was asked for; empty for the plain list. */
  readonly query: Query;
  readonly answers: readonly Exchange[];
  /** True if it was read to its end, which a page that is not full shows. */
  readonly whole: boolean;
  /** The answer that was no list, if the reading ended with one. */
  readonly stoppedBy: Exchange | null;
}

/** Likely values of `state`: neither they nor the first state of an issue are shown (section 3). */
const STATES = [
  'all',
  'closed',
  'any',
  'new',
  'pending',
  'draft',
  'triage',
  'todo',
  'unconfirmed',
  'backlog',
  'done',
  'archived',
] as const;
const SEVERAL: ReadonlySet<string> = new Set(['all', 'any']);
/** Number of these values that are tried. */
const STATES_TRIED = { quick: 1, standard: STATES.length, thorough: STATES.length };
/** True if a run in which nothing may be accepted has requests for the end of more than the plain list. */
const HAS_ROOM = { quick: false, standard: true, thorough: true } as const;
const PAGES_AT_ONCE = 4;
/** Pages of one listing that are read at most, from its beginning. */
const PAGES_READ = { quick: 20, standard: 120, thorough: 400 } as const;
/** Records of one listing that are read at most: a service may give the whole list on each page. */
const RECORDS_READ = 50_000;
/** Pages with which a reading begins: they hold all of most lists. */
const FIRST_PAGES = 2;

/** Values of `state` in a repository, by what earlier readings showed. */
interface Learned {
  /** Values that the service refuses. */
  readonly idle: Set<string>;
  /** Values that showed records which the plain list has not. */
  readonly telling: Set<string>;
}

/** Listings that are read: the plain one, or also that of each `state` that shows something else. */
export type Where = 'plain list' | 'every state';

/** Pages of a listing that are read: the first, the first two, those and the last ones, or all that the profile allows. */
export type Depth = 'first' | 'beginning' | 'ends' | 'whole';

/** Reads the listings of one repository, now: as the base caller, or those of the private one as the member. */
export class Reader {
  readonly #t: Trial;
  readonly #repository: RepositoryName;
  readonly #caller: Caller;
  readonly #learned: Learned;

  constructor(
    t: Trial,
    repository: RepositoryName,
    caller: Caller = repository === t.bed.privateRepository ? 'member' : t.base,
  ) {
    this.#t = t;
    this.#repository = repository;
    this.#caller = caller;
    this.#learned = t.run.once(`listings of ${repository.owner}/${repository.repo}`, () => ({
      idle: new Set(),
      telling: new Set(),
    }));
  }

  /** Reads the plain list, and those of likely values of `state` that show something else. @throws {Stopped} */
  async everything(depth: Depth, where: Where): Promise<Read[]> {
    if (where === 'plain list') return [await this.listing({}, depth)];
    const { profile, run } = this.#t;
    const states = STATES.slice(0, STATES_TRIED[profile]).filter((state) => !this.#learned.idle.has(state));
    const [plain, ...begun] = await Promise.all([
      this.listing({}, depth),
      ...states.map(async (state) => ({ state, pages: await this.#begin(state) })),
    ]);
    const hasRoom = HAS_ROOM[profile] || run.settings.writes === 'all';
    const ofStates: Depth = depth === 'ends' && !hasRoom ? 'beginning' : depth;
    const known = new Set<string>();
    const note = ({ answers }: Read): void => {
      for (const answer of answers) for (const key of this.#keys(answer)) known.add(key);
    };
    note(plain);
    const all = [plain];
    // Values for several states show most of what those for one do.
    for (const isSeveral of [true, false]) {
      const telling = begun.filter(
        ({ state, pages: [first] }) =>
          SEVERAL.has(state) === isSeveral && this.#isTelling(state, first, known),
      );
      const reads = await Promise.all(
        telling.map(({ state, pages }) => this.listing({ state }, ofStates, pages)),
      );
      for (const read of reads) note(read);
      all.push(...reads);
    }
    return all;
  }

  /** Reads the first page of a listing, and the next one with it if it is likely to go on. */
  async #begin(state: string): Promise<[Exchange, ...Exchange[]]> {
    const { written } = this.#t.first;
    const isLong = this.#repository === this.#t.bed.written && (written?.keys.length ?? 0) >= FULL_PAGE;
    return isLong && SEVERAL.has(state)
      ? Promise.all([this.#page({ state }, 1), this.#page({ state }, 2)])
      : [await this.#page({ state }, 1)];
  }

  /** Reads one listing. @param begun its first pages, if they were read already */
  async listing(query: Query, depth: Depth, begun: readonly Exchange[] = []): Promise<Read> {
    const most = depth === 'whole' ? PAGES_READ[this.#t.profile] : depth === 'first' ? 1 : FIRST_PAGES;
    const answers: Exchange[] = [];
    let from = 1;
    for (let count = FIRST_PAGES; from <= most && recordsIn(answers) < RECORDS_READ; count = PAGES_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(count, most - from + 1) }, (_, index) => from + index);
      const pages = await Promise.all(
        numbers.map(async (number) => begun[number - 1] ?? this.#page(query, number)),
      );
      for (const page of pages) {
        // A refusal may mean the end of the list, or anything else.
        if (listingOf(page).kind !== 'list') return { query, answers, whole: false, stoppedBy: page };
        const length = resultsIn(page);
        if (length > 0) answers.push(page);
        const size = answers[0] === undefined ? 0 : resultsIn(answers[0]);
        // If pages are too small, one that is smaller still need not be the last.
        if (length === 0 || (size >= FULL_PAGE && length < FULL_PAGE)) {
          const whole = length === 0 || this.#isNew(page, answers.slice(0, -1));
          return { query, answers, whole, stoppedBy: null };
        }
      }
      from += numbers.length;
    }
    if (depth === 'first' || depth === 'beginning') return { query, answers, whole: false, stoppedBy: null };
    const { from: endsFrom, pages } = await this.#end(query, from - 1);
    const size = answers[0] === undefined ? 0 : resultsIn(answers[0]);
    const isLast = (page: Exchange): boolean => listingOf(page).kind === 'list' && resultsIn(page) < size;
    answers.push(...pages.filter((page) => resultsIn(page) > 0));
    // The first pages and the last ones may meet.
    return { query, answers, whole: endsFrom === from && pages.some(isLast), stoppedBy: null };
  }

  /** Reads the last pages, since the oldest issue may come first: the last two, and one that came since. */
  async #end(query: Query, after: number): Promise<{ from: number; pages: readonly Exchange[] }> {
    const last = await this.#t.lastPage(query, this.#repository, this.#caller);
    if (last === null) return { from: 0, pages: [] };
    const numbers = [last - 1, last, last + 1].filter((number) => number > after);
    return {
      from: numbers[0] ?? 0,
      pages: await Promise.all(numbers.map((number) => this.#page(query, number))),
    };
  }

  /** True if a value of `state` shows anything beyond the plain list, or did so once. */
  #isTelling(state: string, first: Exchange, known: ReadonlySet<string>): boolean {
    const { idle, telling } = this.#learned;
    if (listingOf(first).kind !== 'list') {
      idle.add(state);
      return false;
    }
    if (telling.has(state)) return true;
    // A value for several states may show others further on.
    const mayShow = SEVERAL.has(state) && resultsIn(first) >= FULL_PAGE;
    const isNew = mayShow || this.#keys(first).some((key) => !known.has(key));
    if (isNew) telling.add(state);
    return isNew;
  }

  /** True if a page shows anything that the pages before it have not: a short page of known records ends no list. */
  #isNew(page: Exchange, before: readonly Exchange[]): boolean {
    if (this.#t.first.identity.kind === 'none') return true;
    const known = new Set(before.flatMap((each) => this.#keys(each)));
    return known.size === 0 || this.#keys(page).some((key) => !known.has(key));
  }

  /** Returns the keys of the records of a page; if they cannot be told apart, their number. */
  #keys(answer: Exchange): readonly string[] {
    const { identity } = this.#t.first;
    return identity.kind === 'none' ? [`${resultsIn(answer)} records`] : keysOf(answer, identity);
  }

  async #page(query: Query, page: number): Promise<Exchange> {
    // The default of `page` is not shown (section 8).
    const asked = { ...query, per_page: String(FULL_PAGE), page: String(page) };
    // Other rules wait for what is found.
    const answer = await this.#t.send(() => this.#t.listing(asked, this.#caller, this.#repository), {
      first: true,
    });
    markedIn(answer, writerOf(this.#t));
    return answer;
  }
}
