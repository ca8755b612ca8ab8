import type { RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/target-access.ts';
import type { Answer } from '../model/planned-request.ts';
import { isCreation, keyOf, queryText } from '../model/planned-request.ts';
import { areMostlyDifferent, isShuffled, type Keys } from './compare.ts';

/** Milliseconds in a second, in which Age is stated. */
const SECOND_MS = 1000;
/** Results at the head of a list that are this run's own, once it has created so many and the newest come first. */
const FIRST_RESULTS = 5;
/** Issues created last, of which a first page lacks all if it is older than they. */
const LAST_CREATED = 2;

/** Returns a text that is equal for equal requests, as they were sent: a run may leave out the recommended headers later on. */
const requestOf = ({ ask, exchange }: Answer): string =>
  `${keyOf(ask)} ${exchange.request.headers['accept'] ?? ''}`;

/**
 * Notes when equal requests are answered in two ways although nothing changed: an answer that comes back after another
 * one, or other orders of the same records. Soon after a write it may be age.
 */
export class Stability {
  /** How equal requests were answered in two ways, or why lists may be old; `null` if neither was seen. */
  unstableReason: string | null = null;
  /** Why the lists may be of another time; `null` if they are fresh. */
  staleReason: string | null = null;
  /** True once a listing showed a new record that this run did not create. */
  isWrittenByOthers = false;
  /** True once a listing stated an age, whatever it was. */
  isCached = false;
  /** True once a listing had some other records than before, though this run had created none. */
  isMoving = false;
  readonly #listedWithinMs: number;
  readonly #history = new Map<string, string[]>();
  /** When the run had last created something, as requests were answered last. */
  readonly #writtenAt = new Map<string, number>();
  /** The first record of the last first page. */
  #head: string | undefined;
  /** The first records of requests, as they were listed last. */
  readonly #heads = new Map<string, string>();
  readonly #known = new Set<string>();
  /** The repository that the list rules read. Where others write to another one is no matter. */
  readonly #repository: RepositoryName;
  /** States whose lists begin with new issues. An issue may be born in a state that only one of them shows. */
  readonly #newestFirst = new Set<string>();
  #isRefusedByTurns = false;
  /** True for requests that were listed last. */
  readonly #listed = new Map<string, boolean>();

  constructor(repository: RepositoryName, listedWithinMs: number) {
    this.#repository = repository;
    this.#listedWithinMs = listedWithinMs;
  }

  /** Why rules on contents are undecided; `null` if they are not. */
  get undecidedReason(): string | null {
    return this.unstableReason ?? this.staleReason;
  }

  /** True once one request was answered in two ways: listed and refused, or with records that come and go. */
  get isFlaky(): boolean {
    return this.unstableReason !== null || this.#isRefusedByTurns;
  }

  /** @param created keys of issues that this run created @param lastWriteAt when it last created one */
  hear(answer: Answer, keys: Keys | null, created: ReadonlySet<string>, lastWriteAt: number): void {
    const { ask, exchange, status, unsaid } = answer;
    if (isCreation(ask) || unsaid !== null || status === 0) return;
    this.#noteAge(answer);
    this.#noteOthers(answer, keys ?? [], created);
    this.#noteRefusal(requestOf(answer), status);
    const isOlder = this.#isOlder(answer, keys ?? [], created);
    if (exchange.startedAt - lastWriteAt < this.#listedWithinMs) return;
    const key = requestOf(answer);
    const seen = this.#history.get(key) ?? [];
    const now = `${status}\n${keys?.join('\n') ?? ''}`;
    const last = seen.at(-1);
    const writtenAt = this.#writtenAt.get(key);
    this.#writtenAt.set(key, lastWriteAt);
    const name = queryText(ask.query);
    if (last === now) {
      if (isOlder)
        this.unstableReason ??= `The listing ${name} lacks the last issues that this run created, which other listings show`;
      return;
    }
    this.#history.set(key, [...seen, now]);
    if (last === undefined) return;
    const earlier = last.split('\n').slice(1);
    const [shorter = [], longer = []] = [earlier, keys ?? []].toSorted((a, b) => a.length - b.length);
    this.isMoving ||= lastWriteAt === writtenAt && !areMostlyDifferent(shorter, longer);
    if (isShuffled(earlier, keys ?? []))
      this.unstableReason ??= `The listing ${name} comes in another order each time`;
    else if (seen.includes(now)) this.unstableReason ??= `The listing ${name} is given in two ways by turns`;
  }

  /** Records that are new, among others that the same request has shown, are somebody else's. */
  #noteOthers({ ask }: Answer, keys: Keys, created: ReadonlySet<string>): void {
    if (!sameRepository(ask.repository, this.#repository)) return;
    const key = keyOf(ask);
    const fresh = keys.filter((one) => !this.#known.has(one) && !created.has(one));
    const [before, [head]] = [this.#heads.get(key), keys];
    // On a later page that has moved a record may be new that a faulty page has hidden before.
    const isUnmoved = (ask.query['page'] ?? '1') === '1' || head === before;
    if (before !== undefined && isUnmoved)
      this.isWrittenByOthers ||= fresh.length > 0 && fresh.length < keys.length / 2;
    if (head !== undefined) this.#heads.set(key, head);
    // Behind a cache, equal requests show nothing new; new records above the head of other first pages do.
    const isFirst = Object.keys(ask.query).every((name) => name === 'per_page');
    const above = isFirst ? keys.indexOf(this.#head ?? '') : -1;
    this.isWrittenByOthers ||= above > 0 && keys.slice(0, above).every((one) => fresh.includes(one));
    if (isFirst) this.#head = head ?? this.#head;
    for (const one of keys) this.#known.add(one);
  }

  /** A request that is listed and refused by turns is so whatever was created in between. */
  #noteRefusal(key: string, status: number): void {
    if (status >= 500) return;
    const isListed = status < 300;
    this.#isRefusedByTurns ||= (this.#listed.get(key) ?? isListed) !== isListed;
    this.#listed.set(key, isListed);
  }

  #noteAge({ exchange }: Answer): void {
    const age = /^\d{1,9}$/.exec(exchange.response?.headers['age'] ?? '')?.[0];
    this.isCached ||= age !== undefined;
    const isOld = age !== undefined && Number(age) * SECOND_MS > this.#listedWithinMs;
    if (isOld)
      this.staleReason ??= `Lists come from a cache that is older than LISTED_WITHIN_MS (Age: ${age})`;
  }

  /** True if a first page lacks the last new issues, although first pages begin with new ones: it comes from a cache. */
  #isOlder({ ask: { query } }: Answer, keys: Keys, created: ReadonlySet<string>): boolean {
    const { page = '1', state = 'default', sort, direction } = query;
    const isOpen = state === 'default' || state === 'open';
    const isFirst = page === '1' && isOpen && sort === undefined && direction === undefined;
    if (keys.length < FIRST_RESULTS || !isFirst || created.size < FIRST_RESULTS) return false;
    if (keys.slice(0, FIRST_RESULTS).some((key) => created.has(key))) this.#newestFirst.add(state);
    return (
      this.#newestFirst.has(state) && ![...created].slice(-LAST_CREATED).some((key) => keys.includes(key))
    );
  }
}
