import type { Exchange } from '../target/exchange.ts';
import { areSurelyOne, type Identity, isName, keyOf } from './identity.ts';
import { type ListAnswer, readListAnswer } from './list-answer.ts';

/** The page size at which the survey reads: the documented maximum (section 8). */
export const SURVEY_PAGE_SIZE = 100;

/** A part of the list, as it ought to be answered. */
export type Slice =
  | { readonly kind: 'known'; readonly keys: readonly string[] }
  /** The survey did not read that far. */
  | { readonly kind: 'unknown' };

interface Reading {
  /** Keys of the results from the first on, in the order of the list. */
  readonly keys: readonly string[];
  /** Whether the list ends with them. */
  readonly complete: boolean;
  /** How many pages were taken for it. */
  readonly pages: number;
}

/** Issues with the same title on two pages that are not thought to be one issue on both. */
const FEW_ALIKE = 2;

/**
 * Whether a page repeats itself, or what came before it: then it tells nothing of the list, since `page` may be ignored.
 * Keys that are no names may be there more than once; then it takes many that are to be found once on either side.
 */
function repeats(page: readonly string[], before: readonly string[], identity: Identity): boolean {
  const seen = new Set(before);
  if (isName(identity) || identity.kind === 'none')
    return new Set(page).size < page.length || page.some((key) => seen.has(key));
  const [counts, earlier] = [countsOf(page), countsOf(before)];
  const again = page.filter((key) => counts.get(key) === 1 && earlier.get(key) === 1).length;
  return again > 0 && (again > Math.max(FEW_ALIKE, page.length / 10) || again >= page.length / 2);
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Puts pages together, as far as they follow one another. */
function join(answers: readonly ListAnswer[], identity: Identity): Reading {
  const [head] = answers;
  const size = head?.kind === 'list' ? head.records.length : 0;
  const keys: string[] = [];
  let pages = 0;
  for (const answer of answers) {
    if (answer.kind !== 'list') {
      // What a page beyond the end is answered with is not shown; after a short page it is the end.
      return {
        keys,
        pages,
        complete: answer.kind === 'status' && pages > 0 && keys.length < SURVEY_PAGE_SIZE,
      };
    }
    const page = answer.records.map((record) => keyOf(record, identity));
    if (repeats(page, keys, identity)) break;
    keys.push(...page);
    pages += 1;
    if (page.length === 0 || page.length < size) return { keys, pages, complete: true };
  }
  return { keys, pages, complete: false };
}

/** What is known of one list from its first pages, read at one time. */
export class Known {
  readonly exchanges: readonly Exchange[];
  /** What the first page was answered with. */
  readonly head: ListAnswer;
  readonly identity: Identity;
  readonly #answers: readonly ListAnswer[];
  readonly #reading: Reading;
  #reach = 0;

  /** @param exchanges the answers for page 1, 2, … at one page size */
  constructor(exchanges: readonly Exchange[], identity: Identity, reading?: Reading) {
    const answers = exchanges.map(readListAnswer);
    this.#answers = answers;
    this.exchanges = exchanges;
    this.identity = identity;
    this.head = answers[0] ?? { kind: 'undecidable', reason: 'The list was not read.' };
    this.#reading = reading ?? join(answers, identity);
  }

  get keys(): readonly string[] {
    return this.#reading.keys;
  }

  /** How many issues there are at least; those of the first page only where they cannot be told apart. */
  get count(): number {
    if (this.distinct) return this.keys.length;
    return this.head.kind === 'list' ? this.head.records.length : 0;
  }

  get complete(): boolean {
    return this.#reading.complete;
  }

  get pages(): number {
    return this.#reading.pages;
  }

  /** The same list with an account of its own of how far it is looked at. */
  watched(): Known {
    return new Known(this.exchanges, this.identity, this.#reading);
  }

  /** Whether issues can be told apart, so that an order can be seen at all. */
  get distinct(): boolean {
    return this.identity.kind !== 'none';
  }

  /** Whether no two issues have the same key, so that what is seen twice is one issue seen twice. */
  get named(): boolean {
    return isName(this.identity);
  }

  /** Whether the first page shows an issue twice, so that nothing can be put together. */
  get isBroken(): boolean {
    return this.distinct && this.head.kind === 'list' && this.head.records.length > 0 && this.pages === 0;
  }

  /** How many of the first results were asked for, of this account. */
  get reach(): number {
    return this.#reach;
  }

  /** Results from + 1 to `to` of the list, fewer where it ends before. */
  slice(from: number, to: number): Slice {
    this.#reach = Math.max(this.#reach, to);
    return to <= this.keys.length || this.complete
      ? { kind: 'known', keys: this.keys.slice(from, to) }
      : { kind: 'unknown' };
  }

  /**
   * Whether the order of some results can be told from any other one. Where keys are no names, some that are alike could
   * have changed places, or another part of the list could look the same.
   */
  shows(from: number, to: number): boolean {
    if (this.named) return true;
    const keys = this.keys.slice(from, to);
    const places = this.keys.filter((_, at) => keys.every((key, index) => this.keys[at + index] === key));
    const fewest = Math.min(keys.length, Math.max(2, Math.ceil(keys.length / 4)));
    return places.length === 1 && new Set(keys).size >= fewest;
  }

  /** The key of an issue that surely stands twice among some records. */
  repeated(records: readonly unknown[]): string | undefined {
    const seen = new Map<string, unknown>();
    for (const record of records) {
      const key = keyOf(record, this.identity);
      if (seen.has(key) && areSurelyOne(seen.get(key), record, this.identity)) return key;
      seen.set(key, record);
    }
    return undefined;
  }

  /** Keys of the records that surely stand among the first results of the list as well. */
  standingBefore(records: readonly unknown[], from: number): string[] {
    const before = new Map<string, unknown>();
    const read = this.#answers.slice(0, this.pages);
    for (const record of read
      .flatMap((answer) => (answer.kind === 'list' ? answer.records : []))
      .slice(0, from))
      before.set(keyOf(record, this.identity), record);
    return records.flatMap((record) => {
      const key = keyOf(record, this.identity);
      return before.has(key) && areSurelyOne(before.get(key), record, this.identity) ? [key] : [];
    });
  }

  /** Keys of an answer's records. */
  keysOf(records: readonly unknown[]): string[] {
    return records.map((record) => keyOf(record, this.identity));
  }

  /** Whether another reading of the same list shows the same results, as far as both go. */
  sameAs(other: Known): boolean {
    const length = Math.min(this.keys.length, other.keys.length);
    if (
      this.pages === other.pages &&
      (this.keys.length !== other.keys.length || this.complete !== other.complete)
    )
      return false;
    return (
      this.head.kind === other.head.kind &&
      this.keys.slice(0, length).every((key, index) => key === other.keys[index])
    );
  }
}
