import type { RepositoryName } from '../client/request.ts';
import { sameRepository } from '../client/target-access.ts';
import type { Keys } from '../listings/compare.ts';
import type { Answer, Caller } from '../model/planned-request.ts';

/** The open issues of the public repository that callers were shown. */
export class ListedIssues {
  readonly #repository: RepositoryName;
  /** Keys of open issues, by caller. */
  readonly #shown = new Map<Caller['kind'], Set<string>>();
  #isAnythingListed = false;

  constructor(repository: RepositoryName) {
    this.#repository = repository;
  }

  /** True once any listing showed a record. */
  get isAnythingListed(): boolean {
    return this.#isAnythingListed;
  }

  hear({ list }: Answer): void {
    this.#isAnythingListed ||= (list?.length ?? 0) > 0;
  }

  /** Notes the records of a listing, once they can be told apart. */
  note({ ask: { repository, query, caller } }: Answer, keys: Keys | null): void {
    if (!sameRepository(repository, this.#repository) || (query['state'] ?? 'open') !== 'open') return;
    const shown = this.#shown.get(caller.kind) ?? new Set();
    this.#shown.set(caller.kind, shown);
    for (const key of keys ?? []) shown.add(key);
  }

  /** Returns the open issues that a caller ever saw. */
  to = ({ kind }: Caller): readonly string[] => [...(this.#shown.get(kind) ?? [])];

  /** Returns the number of open issues that a caller ever saw; without a caller, the maximum of all callers. */
  count = (caller?: Caller): number =>
    caller === undefined
      ? Math.max(0, ...[...this.#shown.values()].map(({ size }) => size))
      : this.to(caller).length;
}
