import type { Exchange } from '../target/exchange.ts';
import { type Identity, keyOf } from './identity.ts';
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
    const seen = new Set(keys);
    // A page that repeats itself or what came before it tells nothing of the list: page may be ignored.
    if (new Set(page).size < page.length || page.some((key) => seen.has(key))) break;
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
  readonly #reading: Reading;
  #reach = 0;

  /** @param exchanges the answers for page 1, 2, … at one page size */
  constructor(exchanges: readonly Exchange[], identity: Identity, reading?: Reading) {
    const answers = exchanges.map(readListAnswer);
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
