import { nameOf, type RepositoryName } from '../client/request.ts';
import type { Keys } from '../listings/compare.ts';

/** Results of full listings, which later listings of the same run use. */
export class LongLists {
  /** Repositories whose list under `state=all` was seen to hold all open issues. */
  readonly #wholeInAll = new Set<string>();
  /** The last pages of 100 of long lists. */
  readonly #ends = new Map<string, number>();

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
