import type { Doubt } from '../client/doubt.ts';
import type { Query, RepositoryName, RequestSpec } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import { from, type RuleCase } from '../model/case.ts';
import { callersFor, type Origin, type Property, valuesOf } from '../model/generated.ts';
import { Judged } from '../model/judged.ts';
import type { ProfileName } from '../model/profile.ts';
import { without } from '../model/query.ts';
import type { Observation } from '../model/verdict.ts';
import { findLastPage } from '../snapshot/last-page.ts';
import { FULL_PAGE, pageQuery } from '../snapshot/snapshot.ts';
import { RuleRequests } from './rule-requests.ts';
/** How a listing becomes a case. */
export interface ListingCase {
  readonly by?: Caller;
  readonly repository?: RepositoryName;
  readonly anew?: boolean;
  /** Other parts of the case, beside its query and its caller. */
  readonly shown?: Readonly<Record<string, unknown>>;
  readonly depth?: ProfileName;
  /** Parameters beside the one that is tried. A case without them may show the same. */
  readonly around?: readonly string[];
}

/** The callers of a listing that the specification names. */
interface Askers {
  readonly inQuick?: 'base' | 'other' | 'both';
  /** The smallest profile in which all others ask. */
  readonly others?: ProfileName;
  /** The smallest profile in which the base caller asks again; in `thorough` once more. */
  readonly again?: ProfileName;
}

/** Returns a query with fewer of some parameters: with none, with one, without one. */
export function withLess(query: Query, around: readonly string[]): Query[] {
  const present = around.filter((name) => query[name] !== undefined);
  const leaving = (names: readonly string[]): Query => without(...names)(query);
  const each = present.length > 1 ? present : [];
  return [
    ...(present.length > 0 ? [leaving(present)] : []),
    ...each.map((kept) => leaving(present.filter((name) => name !== kept))),
    ...(each.length > 2 ? each.map((name) => leaving([name])) : []),
  ];
}

/** The trial of one rule: its pages, its cases and its notes. */
export class Trial extends RuleRequests {
  /** The cases that were judged so far. */
  readonly judged = new Judged();
  /** The basis of a pass, as a sentence, if that is worth saying. */
  note: string | null = null;
  #properties = 0;
  #observation: Observation | null = null;
  readonly #unmet: Doubt[] = [];

  /** A query for the list from its beginning on: it names page 1 where leaving `page` out means another one. */
  fromBeginning(query: Query): Query {
    return this.first.firstIsNamed && query['page'] === undefined ? { ...query, page: '1' } : query;
  }

  /** Pages that together show how many issues exist: of full size, and of almost full size if that is not honoured. */
  get pages(): readonly Query[] {
    const { snapshot, firstIsNamed } = this.first;
    const full = Array.from({ length: Math.max(2, snapshot.pages) }, (_, index) =>
      pageQuery(index + 1, firstIsNamed),
    );
    const isShort =
      snapshot.head.kind === 'list' && snapshot.head.records.length < FULL_PAGE && !snapshot.complete;
    return isShort ? [...full, ...[1, 2].map((number) => this.page(FULL_PAGE - 1, number))] : full;
  }

  /** The query of a page; the first one is named only where leaving `page` out means another one. */
  page(size: number, number: number): Query {
    const query = { per_page: String(size) };
    return number === 1 ? this.fromBeginning(query) : { ...query, page: String(number) };
  }

  /** The last page of a listing, at full size, that holds any results; found once a run. @throws {Stopped} */
  lastPage(query: Query, repository = this.bed.repository, by: Caller = this.base): Promise<number | null> {
    const name = `last page ${JSON.stringify([query, repository, by])}`;
    // One after the other: the last page of one listing is likely to be that of others.
    const chain = this.run.once(`last pages of ${JSON.stringify(repository)}`, () => ({
      found: Promise.resolve<number | null>(null),
    }));
    return this.run.once(name, () => {
      const before = chain.found;
      const found = before.then((near) =>
        findLastPage(
          (page) => this.ask(this.listing({ ...query, ...this.page(FULL_PAGE, page) }, by, repository)),
          near ?? undefined,
        ),
      );
      chain.found = found.catch(() => before);
      return found;
    });
  }

  listing(query: Query = {}, by: Caller = this.base, repository = this.bed.repository): RequestSpec {
    return { repository, as: this.as(by), query };
  }

  /** The listing of the public repository as a case. */
  list(query: Query, how: ListingCase = {}): RuleCase {
    const { by = this.base, repository, anew, shown = {}, depth = 'quick', around = [] } = how;
    const who = by === this.base ? {} : { asked: by };
    return {
      depth,
      shown: { ...query, ...shown, ...who },
      caller: by,
      query,
      asks: [this.listing(query, by, repository)],
      ...(anew === undefined ? {} : { anew }),
      smaller: () => withLess(query, around).map((less) => this.list(less, how)),
    };
  }

  /**
   * Returns cases of a listing that the specification names, for everybody who may list. The base caller asks more than
   * once, since a service may fail intermittently. In `quick` the base caller asks, or another one instead, or both.
   */
  everyCaller(query: Query, askers: Askers = {}): RuleCase[] {
    const { inQuick = 'base', others: depth = 'standard', again = depth } = askers;
    const [base = this.base, ...others] = this.listers.filter((caller) => caller !== 'outsider');
    const other: RuleCase = { ...this.list(query, { by: others[0] ?? base }), until: 'quick' };
    return [
      this.list(query, { by: base, depth: inQuick === 'other' ? 'standard' : 'quick' }),
      ...(inQuick === 'base' ? [] : [other]),
      ...others.map((by) => this.list(query, { by, depth })),
      this.list(query, { by: base, anew: true, depth: again }),
      this.list(query, { by: base, anew: true, depth: 'thorough' }),
    ];
  }

  /** A case by somebody without a credential, beside those of the base caller: while there is room for such requests. */
  byStrangers(make: (by: Caller) => RuleCase): RuleCase[] {
    const isAnother = this.base !== 'anonymous' && this.listers.includes('anonymous');
    return isAnother ? from('standard', [{ ...make('anonymous'), spare: true }]) : [];
  }

  /**
   * Returns cases of generated values, after the examples of the specification. The seed draws the callers. The base
   * caller asks for examples; in `thorough` they are asked for without a credential too.
   * @param callers who may ask, the base caller first; by default everybody who may list
   */
  generated<T>(
    property: Property<T>,
    make: (value: T, by: Caller) => RuleCase,
    callers: readonly Caller[] = this.listers,
  ): RuleCase[] {
    const place = this.#properties;
    this.#properties += 1;
    const { values, seed = this.ownSeed, parts } = property as Property<unknown> & Property<T>;
    const [base = 'anonymous'] = callers;
    const others = callers.filter((caller) => caller === 'anonymous' && caller !== base);
    return valuesOf(property, this.profile, seed).flatMap(({ value, at }) => {
      const by = at === null ? [base, ...others] : callersFor(at, seed, callers);
      return by.flatMap((caller, nth) => {
        const again = (other: unknown): RuleCase => make(other as T, caller);
        const made = { property: place, value, values, at, seed, make: again };
        const origin: Origin = parts === undefined ? made : { ...made, parts };
        return from(nth === 0 ? 'quick' : 'thorough', [{ ...make(value, caller), origin }]);
      });
    });
  }

  /** Notes why nothing can be observed, or shown. */
  unmet(doubt: Doubt): void {
    this.#unmet.push(doubt);
  }

  get doubts(): readonly Doubt[] {
    return this.#unmet;
  }

  /** Writes down what was observed: a short stable value, and a sentence. */
  observe(value: string, note: string): void {
    this.#observation = { value, note };
  }

  get observation(): Observation | null {
    return this.#observation;
  }
}
