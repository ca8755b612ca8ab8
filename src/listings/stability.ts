import { endOf } from '../client/exchange.ts';
import { nameOf, type RepositoryName, sameRepository } from '../client/request.ts';
import { type InconclusiveFinding, inconclusiveFinding } from '../model/finding.ts';
import type { Answer, PlannedRequest } from '../model/planned-request.ts';
import {
  DEFAULT_PAGE,
  isCreation,
  isUsualFirstPage,
  keyOf,
  queryText,
  sizeOf,
} from '../model/planned-request.ts';
import { areIdentical, areMostlyDifferent, distance, isShuffled, type Keys } from './compare.ts';

/** Milliseconds in a second, in which Age is stated. */
const SECOND_MS = 1000;
/** Results at the head of a list that this run created, if it has created so many and new issues come first. */
const FIRST_RESULTS = 5;
/** Latest creations. A stale first page lacks all of them. */
const LAST_CREATED = 2;

/** The keys of issues that a run created, and the time of the last creation. */
interface Created {
  /** Keys of listed issues. */
  readonly created: ReadonlySet<string>;
  /** Keys of the records in answers to creations. A listing may not show the marker. */
  readonly answered: ReadonlySet<string>;
  readonly lastWriteAt: number;
  /** True while a creation is in flight. */
  readonly isCreating: boolean;
}

/** Returns a text that is equal for equal requests, as they were sent: a run may leave out the recommended headers later on. */
const requestOf = ({ ask, exchange }: Answer): string =>
  `${keyOf(ask)} ${exchange.request.headers['accept'] ?? ''}`;

/** True for a first page without a sort, of a size within the range. What goes beyond it is under test. */
const isPlainFirstPage = (ask: PlannedRequest): boolean =>
  isUsualFirstPage(ask) &&
  ask.query['sort'] === undefined &&
  (ask.query['per_page'] ?? String(DEFAULT_PAGE)) === String(sizeOf(ask.query));

/** A sign that the lists are not at rest. */
type Sign =
  /** Lists may be older than a new issue may take to be listed. */
  | 'stale'
  /** A listing stated an age, whatever it was. */
  | 'cached'
  /** A listing had some other records than before, though this run had created none. */
  | 'moving'
  /** A listing showed a new record that this run did not create. */
  | 'written by others';

/**
 * Detects a flaky service: equal requests get two answers although nothing changed. Either an earlier answer comes back, or
 * the same records come in other orders. Soon after a write, lag may explain it.
 */
export class Stability {
  #flakyReason: string | null = null;
  #staleReason: string | null = null;
  /** The times at which signs were seen last. */
  readonly #signs = new Map<Sign, number>();
  #heardAt = 0;
  #mostMoved = 0;
  readonly #listedWithinMs: number;
  readonly #history = new Map<string, string[]>();
  /** Time of the last creation before the last answer to each request. */
  readonly #writtenAt = new Map<string, number>();
  /** Records that were the first of a first page, without a sort or with an unknown one, with the sizes of these pages. */
  readonly #everFirst = { unsorted: new Map<string, Set<number>>(), sorted: new Map<string, Set<number>>() };
  /** The first records of requests, as they were listed last. */
  readonly #heads = new Map<string, string>();
  readonly #known = new Set<string>();
  /** The repository that the list rules read. Other clients' writes to other repositories do not matter. */
  readonly #repository: RepositoryName;
  /** The records that each request listed last, and the time of the last creation before that. */
  readonly #last = new Map<string, { readonly keys: Keys; readonly lastWriteAt: number }>();
  /** Callers, states and defaults whose lists begin with new issues. Not every list shows them to every caller. */
  readonly #newestFirst = new Set<string>();
  /** The issues of whole lists beside new ones, by caller. A list of these alone is a copy from before the run. */
  readonly #withoutNew = new Set<string>();
  #isSometimesRefused = false;
  /** True for requests that were listed last. */
  readonly #listed = new Map<string, boolean>();

  constructor(repository: RepositoryName, listedWithinMs: number) {
    this.#repository = repository;
    this.#listedWithinMs = listedWithinMs;
  }

  /** The finding on contents while lists are flaky or stale, whatever they show; `null` if they are neither. */
  get inconclusive(): InconclusiveFinding | null {
    if (this.#flakyReason !== null)
      return inconclusiveFinding('unstable', `${this.#flakyReason}.`, ['list.page.partition']);
    return this.#staleReason === null ? null : inconclusiveFinding('unstable', `${this.#staleReason}.`);
  }

  /** True if the list seems to be at rest: no copy of a cache, and no other client. */
  get isQuiet(): boolean {
    return this.inconclusive === null && this.#signs.size === 0;
  }

  /** True once equal requests got two answers: a list and a refusal, or changing records. */
  get isFlaky(): boolean {
    return this.#flakyReason !== null || this.#isSometimesRefused;
  }

  /** Records that came, went or moved between two answers to one request, at most: 0 if lists are at rest. */
  get mostMoved(): number {
    return this.#mostMoved;
  }

  shows = (sign: Sign): boolean => this.#signs.has(sign);

  /** Returns the time of the last answer that showed a sign. */
  shownAt = (sign: Sign): number => this.#signs.get(sign) ?? -Infinity;

  /** Notes an answer. */
  hear(answer: Answer, keys: Keys | null, { created, answered, lastWriteAt, isCreating }: Created): void {
    const { ask, exchange, status, unsaid } = answer;
    if (isCreation(ask) || unsaid !== null || status === 0) return;
    this.#heardAt = endOf(exchange);
    this.#noteAge(answer);
    // Any new record may be that of a creation in flight.
    if (isCreating) for (const one of keys ?? []) this.#known.add(one);
    else this.#noteOthers(answer, keys ?? [], new Set([...created, ...answered]));
    this.#noteRefusal(requestOf(answer), status);
    const isOlder = this.#isOlder(answer, keys ?? [], created);
    // Records that have no names yet would count as none.
    const isUnnamed = answer.list !== null && keys === null;
    if (keys !== null && !isCreating) this.#noteMoves(answer, keys, { created, lastWriteAt });
    if (isUnnamed || exchange.startedAt - lastWriteAt < this.#listedWithinMs) return;
    const key = requestOf(answer);
    const seen = this.#history.get(key) ?? [];
    const now = `${status}\n${keys?.join('\n') ?? ''}`;
    const last = seen.at(-1);
    const writtenAt = this.#writtenAt.get(key);
    this.#writtenAt.set(key, lastWriteAt);
    const name = this.#nameOf(answer);
    if (last === now) {
      if (isOlder)
        this.#flakyReason ??= `${name} lacks the last issues that this run created and other listings have shown: it is stale, or they are closed or gone`;
      return;
    }
    this.#history.set(key, [...seen, now]);
    if (last === undefined) return;
    const earlier = last.split('\n').slice(1);
    if (lastWriteAt === writtenAt && isShuffled(earlier, keys ?? []))
      this.#flakyReason ??= `${name} came in another order`;
    else if (seen.includes(now)) this.#flakyReason ??= `${name} alternates between two answers`;
  }

  #nameOf({ ask: { query, repository } }: Answer): string {
    const where = sameRepository(repository, this.#repository) ? '' : ` of ${nameOf(repository)}`;
    return `${Object.keys(query).length === 0 ? 'The plain list' : `The listing ${queryText(query)}`}${where}`;
  }

  /** Detects that records came or went between two creations of this run. Its own, listed late, may push others off a page. */
  #noteMoves(
    answer: Answer,
    keys: Keys,
    { created, lastWriteAt }: Pick<Created, 'created' | 'lastWriteAt'>,
  ): void {
    const before = this.#last.get(requestOf(answer));
    this.#last.set(requestOf(answer), { keys, lastWriteAt });
    const [were = [], are] = [before?.keys ?? [], keys].map((all) => all.filter((one) => !created.has(one)));
    // Nobody closes so many at once, and lag does not explain it.
    if (keys.length === 0 && were.length > LAST_CREATED && isPlainFirstPage(answer.ask))
      this.#flakyReason ??= `${this.#nameOf(answer)} was empty, though it held ${were.length} older issues before`;
    if (before?.lastWriteAt !== lastWriteAt) return;
    const [shorter = [], longer = []] = [were, are ?? []].toSorted((a, b) => a.length - b.length);
    const isPushedOff =
      before.keys.length === keys.length && areIdentical([shorter, longer.slice(0, shorter.length)]);
    const isSame = areIdentical([shorter, longer]) || isPushedOff;
    if (isSame || areMostlyDifferent(shorter, longer)) return;
    this.#signs.set('moving', this.#heardAt);
    this.#mostMoved = Math.max(this.#mostMoved, distance(shorter, longer));
  }

  /** Detects another client: new records, among records that the same request has shown, are not this run's. */
  #noteOthers({ ask }: Answer, keys: Keys, created: ReadonlySet<string>): void {
    if (!sameRepository(ask.repository, this.#repository)) return;
    const key = keyOf(ask);
    const fresh = keys.filter((one) => !this.#known.has(one) && !created.has(one));
    const [before, [head]] = [this.#heads.get(key), keys];
    // On a later page that has moved, a new record may be one that a faulty page hid before.
    const isUnmoved = (ask.query['page'] ?? '1') === '1' || head === before;
    if (before !== undefined && isUnmoved && fresh.length > 0 && fresh.length < keys.length / 2)
      this.#signs.set('written by others', this.#heardAt);
    if (head !== undefined) this.#heads.set(key, head);
    // Behind a cache, equal requests show nothing new; new records above an earlier head of other first pages do.
    if (isUsualFirstPage(ask)) {
      const heads = ask.query['sort'] === undefined ? this.#everFirst.unsorted : this.#everFirst.sorted;
      const next = keys.find((one) => !fresh.includes(one));
      if (next !== undefined && next !== head && heads.has(next))
        this.#signs.set('written by others', this.#heardAt);
      if (head !== undefined) heads.set(head, (heads.get(head) ?? new Set()).add(sizeOf(ask.query)));
    }
    for (const one of keys) this.#known.add(one);
  }

  /** Detects a request that is sometimes listed and sometimes refused. Creations do not explain that. */
  #noteRefusal(key: string, status: number): void {
    if (status >= 500) return;
    const isListed = status < 300;
    this.#isSometimesRefused ||= (this.#listed.get(key) ?? isListed) !== isListed;
    this.#listed.set(key, isListed);
  }

  #noteAge({ exchange }: Answer): void {
    const age = /^\d{1,9}$/.exec(exchange.response?.headers['age'] ?? '')?.[0];
    if (age !== undefined) this.#signs.set('cached', this.#heardAt);
    const isOld = Number(age) > 0 && Number(age) * SECOND_MS >= this.#listedWithinMs;
    if (!isOld) return;
    this.#signs.set('stale', this.#heardAt);
    this.#staleReason ??= `Lists come from a cache that may be older than LISTED_WITHIN_MS (Age: ${age}). Set LISTED_WITHIN_MS above the lifetime of the cache`;
  }

  /** True if a first page is stale: it is a whole list from before the run, or lacks the last new issues, with which first pages begin. */
  #isOlder({ ask }: Answer, keys: Keys, created: ReadonlySet<string>): boolean {
    if (!isPlainFirstPage(ask) || keys.length === 0) return false;
    const { page, per_page: size = DEFAULT_PAGE, state = 'default' } = ask.query;
    const caller = ask.caller.kind;
    // A page that is not full should hold every issue.
    const isWhole = keys.length < Number(size);
    const hasNew = keys.some((key) => created.has(key));
    const others = `${caller} ${keys.filter((key) => !created.has(key)).join(' ')}`;
    if (isWhole && !hasNew && this.#withoutNew.has(others)) return true;
    if (hasNew && isWhole) this.#withoutNew.add(others);
    const isEnough = isWhole || keys.length >= FIRST_RESULTS;
    if (!isEnough || created.size < FIRST_RESULTS) return false;
    // The default page may be another one.
    const list = `${caller} ${state} ${page === undefined}`;
    const latest = [...created].slice(-LAST_CREATED);
    // One of many new issues may be among the first by chance.
    if (latest.every((key) => keys.slice(0, FIRST_RESULTS).includes(key))) this.#newestFirst.add(list);
    const [head = ''] = keys;
    // A full page that begins with another record than all other sizes has another order.
    const isUsual =
      isWhole ||
      created.has(head) ||
      [...(this.#everFirst.unsorted.get(head) ?? [])].some((one) => one !== sizeOf(ask.query));
    return (
      isUsual &&
      !this.shows('written by others') &&
      this.#newestFirst.has(list) &&
      !latest.some((key) => keys.includes(key))
    );
  }
}
