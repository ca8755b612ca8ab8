import { nameOf, type RepositoryName, sameRepository } from '../client/request.ts';
import type { Keys } from '../listings/compare.ts';
import type { Answer, Caller } from '../model/planned-request.ts';

/** The open issues of the public repository that callers were shown, and what full listings showed of lists. */
export class ListedIssues {
  readonly #repository: RepositoryName;
  /** Keys of open issues, by caller. */
  readonly #shown = new Map<Caller['kind'], Set<string>>();
  /** Keys of the issues in any state that were listed before the run created one. */
  readonly old = new Set<string>();
  #isAnythingListed = false;
  /** Repositories whose list under `state=all` was seen to hold all open issues. */
  readonly #wholeInAll = new Set<string>();
  /** The last pages of 100 of long lists. */
  readonly #ends = new Map<string, number>();

  constructor(repository: RepositoryName) {
    this.#repository = repository;
  }

  /** True once any listing showed a record. */
  get isAnythingListed(): boolean {
    return this.#isAnythingListed;
  }

  /** Notes a listing. @param keys those of its records, once they can be told apart */
  note({ ask: { repository, query, caller }, list }: Answer, keys: Keys | null, isOld: boolean): void {
    this.#isAnythingListed ||= (list?.length ?? 0) > 0;
    if (isOld) for (const key of keys ?? []) this.old.add(key);
    if (!sameRepository(repository, this.#repository) || (query['state'] ?? 'open') !== 'open') return;
    const shown = this.#shown.get(caller.kind) ?? new Set();
    this.#shown.set(caller.kind, shown);
    for (const key of keys ?? []) shown.add(key);
  }

  to = ({ kind }: Caller): readonly string[] => [...(this.#shown.get(kind) ?? [])];

  /** Returns the number of open issues that a caller ever saw; without a caller, the maximum of all callers. */
  count = (caller?: Caller): number =>
    caller === undefined
      ? Math.max(0, ...[...this.#shown.values()].map(({ size }) => size))
      : this.to(caller).length;

  /**
   * Notes that `state=all` holds all open issues of a repository, if these listings show it. Returns true if they do.
   * @param open keys of listings of open issues; `null` if they cannot be told apart
   */
  noteWhole(repository: RepositoryName, all: ReadonlySet<string>, open: readonly (Keys | null)[]): boolean {
    const isWhole = all.size > 0 && open.every((keys) => keys?.every((key) => all.has(key)));
    if (isWhole) this.#wholeInAll.add(nameOf(repository));
    return isWhole;
  }

  isWholeInAll = (repository: RepositoryName): boolean => this.#wholeInAll.has(nameOf(repository));

  noteEnd(repository: RepositoryName, state: string | undefined, page: number): void {
    this.#ends.set(`${nameOf(repository)} ${state}`, page);
  }

  endOf = (repository: RepositoryName, state: string | undefined): number | undefined =>
    this.#ends.get(`${nameOf(repository)} ${state}`);
}
