import { type Account, Repository, type RepositoryDescription } from './repository.ts';

// Ids as in a shared table: large, ascending, with gaps, and unlike issue numbers.
const FIRST_ID = 1_840_000_117;
const ID_STEP = 37;

/** The time source of a service. */
export interface ServiceClock {
  /** Unix milliseconds. */
  readonly date: () => number;
  /** Resolves after the time; its timer does not keep the process alive. */
  readonly sleep: (ms: number) => Promise<void>;
}

/** The state of one started service. Nothing is shared between services. */
export class World {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly clock: ServiceClock;
  readonly #repositories = new Map<string, Repository>();
  #ids = 0;

  constructor(accounts: ReadonlyMap<string, Account>, clock: ServiceClock) {
    this.accounts = accounts;
    this.clock = clock;
  }

  now(): Date {
    return new Date(this.clock.date());
  }

  get repositories(): Iterable<Repository> {
    return this.#repositories.values();
  }

  add(description: RepositoryDescription): Repository {
    const repository = new Repository(description, () => this.#takeId());
    this.#repositories.set(keyOf(description.owner, description.name), repository);
    return repository;
  }

  find(owner: string, name: string): Repository | undefined {
    return this.#repositories.get(keyOf(owner, name));
  }

  #takeId(): number {
    this.#ids += 1;
    return FIRST_ID + this.#ids * ID_STEP;
  }
}

// Owner and repository names are case-insensitive, as on most trackers. No name contains a slash.
function keyOf(owner: string, name: string): string {
  return `${owner}/${name}`.toLowerCase();
}
