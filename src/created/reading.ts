import type { Exchange } from '../client/exchange.ts';
import type { Query, RepositoryName } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import type { Trial } from '../engine/trial.ts';
import { keysOf, listingOf, resultsIn } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { markedIn } from './own-records.ts';
import { writerOf } from './writer.ts';

const recordsIn = (answers: readonly Exchange[]): number =>
  answers.reduce((sum, answer) => sum + resultsIn(answer), 0);

/** Some pages of one listing: those from its beginning, and from its end where it is long. */
export interface Read {
  /** The values of `state` with which it was listed; none for the plain list. */
  readonly query: Query;
  readonly answers: readonly Exchange[];
  /** Whether the listing was read from its beginning to its end, which a page shows that is not full. */
  readonly whole: boolean;
  /** How many records it holds, by its last page where it was not read whole; `null` where that is not known. */
  readonly total: number | null;
  /** The answer that was no list, with which the reading ended; `null` where it ended with the listing, or was long enough. */
  readonly stoppedBy: Exchange | null;
}

/**
 * Values of `state` under which an issue may stand: which state a new one starts in is not shown (section 3), nor are the
 * values. Those that stand for several states come first.
 */
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
/** How many of them are tried. */
const TRIED = { quick: 1, standard: STATES.length, thorough: STATES.length };
/** Whether a run in which nothing may be accepted has room for the end of more than the plain list. */
const HAS_ROOM = { quick: false, standard: true, thorough: true } as const;
/** Pages that are read at once. */
const AT_ONCE = 4;
/** Pages of one listing that are read at most from its beginning. */
const MOST = { quick: 20, standard: 120, thorough: 400 } as const;
/** Records of one listing that are read at most: more than so many pages may hold, and fewer than those of a service that gives the whole list on each of them. */
const MOST_RECORDS = 50_000;
/** Pages with which a reading begins, which hold all of most lists. */
const BEGINNING = 2;

/** What was learned of the values of `state` of a repository, for those that read its listings again. */
interface Learned {
  /** Those that the service refuses, or takes no notice of. */
  readonly idle: Set<string>;
  /** Those that have shown records which the plain list has not. */
  readonly telling: Set<string>;
}

/** Which listings are read: the plain one, or also those of every value of `state` that shows something else. */
export type Where = 'plain list' | 'every state';

/**
 * How far listings are read: the first page of the plain one; of each its first pages; its last ones too, where it is long;
 * all of it, as far as the profile allows.
 */
export type Depth = 'first' | 'beginning' | 'ends' | 'whole';

/** Reads the listings of one repository, now, by the base caller unless another one is named; the private ones by the member. */
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

  /**
   * Every listing that the service has of the repository: the plain one, and those of likely values of `state` that show
   * something else.
   * @throws {Stopped}
   */
  async everything(depth: Depth, where: Where): Promise<Read[]> {
    if (where === 'plain list') return [await this.listing({}, depth)];
    const { profile, run } = this.#t;
    const states = STATES.slice(0, TRIED[profile]).filter((state) => !this.#learned.idle.has(state));
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
    // What stands for several states shows most of what single ones do.
    for (const isSeveral of [true, false]) {
      const telling = begun.filter(
        ({ state, pages: [first] }) =>
          SEVERAL.has(state) === isSeveral && this.#isTelling(state, first, plain, known),
      );
      const reads = await Promise.all(
        telling.map(({ state, pages }) => this.listing({ state }, ofStates, pages)),
      );
      for (const read of reads) note(read);
      all.push(...reads);
    }
    return all;
  }

  /** The first page of a listing, and where it is likely to go on, the next one with it. */
  async #begin(state: string): Promise<[Exchange, ...Exchange[]]> {
    const { written } = this.#t.first;
    const isLong = this.#repository === this.#t.bed.written && (written?.keys.length ?? 0) >= FULL_PAGE;
    return isLong && SEVERAL.has(state)
      ? Promise.all([this.#page({ state }, 1), this.#page({ state }, 2)])
      : [await this.#page({ state }, 1)];
  }

  /** One listing. @param begun its first pages, where they were read already */
  async listing(query: Query, depth: Depth, begun: readonly Exchange[] = []): Promise<Read> {
    const most = depth === 'whole' ? MOST[this.#t.profile] : depth === 'first' ? 1 : BEGINNING;
    const answers: Exchange[] = [];
    let from = 1;
    for (let count = BEGINNING; from <= most && recordsIn(answers) < MOST_RECORDS; count = AT_ONCE) {
      const numbers = Array.from({ length: Math.min(count, most - from + 1) }, (_, index) => from + index);
      const pages = await Promise.all(
        numbers.map(async (number) => begun[number - 1] ?? this.#page(query, number)),
      );
      for (const page of pages) {
        // What a page beyond the end is answered with is not shown; but a refusal may mean anything else as well.
        if (listingOf(page).kind !== 'list')
          return { query, answers, whole: false, total: null, stoppedBy: page };
        const length = resultsIn(page);
        if (length > 0) answers.push(page);
        const size = answers[0] === undefined ? 0 : resultsIn(answers[0]);
        // Where pages hold less than they should, one that holds still less need not be the last.
        if (length === 0 || (size >= FULL_PAGE && length < FULL_PAGE)) {
          const whole = length === 0 || this.#isNew(page, answers.slice(0, -1));
          return { query, answers, whole, total: whole ? recordsIn(answers) : null, stoppedBy: null };
        }
      }
      from += numbers.length;
    }
    if (depth === 'first' || depth === 'beginning')
      return { query, answers, whole: false, total: null, stoppedBy: null };
    const read = from - 1;
    const { from: endsFrom, pages } = await this.#end(query, read);
    const size = answers[0] === undefined ? 0 : resultsIn(answers[0]);
    const isLast = (page: Exchange): boolean => listingOf(page).kind === 'list' && resultsIn(page) < size;
    const end = pages.filter((page) => resultsIn(page) > 0);
    answers.push(...end);
    // The pages from the beginning and those to the end may meet.
    const whole = endsFrom === read + 1 && pages.some(isLast);
    const isKnown = size === FULL_PAGE && end.length > 0 && pages.some(isLast);
    const total = whole ? recordsIn(answers) : isKnown ? (endsFrom - 1) * FULL_PAGE + recordsIn(end) : null;
    return { query, answers, whole, total, stoppedBy: null };
  }

  /** The last pages, where the oldest may come first: from the one before the last on, and one that came since. */
  async #end(query: Query, after: number): Promise<{ from: number; pages: readonly Exchange[] }> {
    const last = await this.#t.lastPage(query, this.#repository, this.#caller);
    if (last === null) return { from: 0, pages: [] };
    const numbers = [last - 1, last, last + 1].filter((number) => number > after);
    return {
      from: numbers[0] ?? 0,
      pages: await Promise.all(numbers.map((number) => this.#page(query, number))),
    };
  }

  /** Whether a value of `state` shows anything beyond the plain list; what did so once is read ever after. */
  #isTelling(state: string, first: Exchange, plain: Read, known: ReadonlySet<string>): boolean {
    const { idle, telling } = this.#learned;
    if (listingOf(first).kind !== 'list') {
      idle.add(state);
      return false;
    }
    if (telling.has(state)) return true;
    // A value that stands for one state, and gives just the open issues, is one that the service does not know.
    if (!SEVERAL.has(state) && this.#isLike(first, plain)) {
      idle.add(state);
      return false;
    }
    // What stands for several states may show others further on.
    const mayShow = SEVERAL.has(state) && resultsIn(first) >= FULL_PAGE;
    const isNew = mayShow || this.#keys(first).some((key) => !known.has(key));
    if (isNew) telling.add(state);
    return isNew;
  }

  /** Whether a page is how the plain list begins, but for what came between the two. */
  #isLike(first: Exchange, plain: Read): boolean {
    const keys = this.#keys(first);
    const open = plain.answers.flatMap((answer) => this.#keys(answer));
    const known = new Set(open);
    const shared = keys.filter((key) => known.has(key));
    return 2 * shared.length > keys.length && sameKeys(shared, open.slice(0, shared.length));
  }

  /** True if a page shows anything that the pages before it have not: a short page of known records ends no list. */
  #isNew(page: Exchange, before: readonly Exchange[]): boolean {
    if (this.#t.first.identity.kind === 'none') return true;
    const known = new Set(before.flatMap((each) => this.#keys(each)));
    return known.size === 0 || this.#keys(page).some((key) => !known.has(key));
  }

  /** What tells the records of a page; where they cannot be told apart, how many there are. */
  #keys(answer: Exchange): readonly string[] {
    const { identity } = this.#t.first;
    return identity.kind === 'none' ? [`${resultsIn(answer)} records`] : keysOf(answer, identity);
  }

  async #page(query: Query, page: number): Promise<Exchange> {
    // Which page is given where none is asked for is not shown (section 8).
    const asked = { ...query, per_page: String(FULL_PAGE), page: String(page) };
    // Others wait for what is found, and it is to be known of as early a moment as can be.
    const answer = await this.#t.send(() => this.#t.listing(asked, this.#caller, this.#repository), {
      first: true,
    });
    markedIn(answer, writerOf(this.#t));
    return answer;
  }
}
