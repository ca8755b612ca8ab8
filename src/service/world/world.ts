import { type Account, Repository, type RepositoryDescription } from './repository.ts';

// Ids of a shared table: large, ascending, with gaps, and unlike the numbers of any one repository.
const FIRST_ID = 1_840_000_117;
const ID_STEP = 37;

/** The time that a service goes by. */
export interface ServiceClock {
  /** Milliseconds since 1970. */
  readonly date: () => number;
  /** Waiting alone keeps no process alive. */
  readonly sleep: (ms: number) => Promise<void>;
}

/** Everything one started service knows. Nothing in it is shared with another one. */
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

// Owners and repositories are the same in upper and in lower case, as on most trackers; no name holds a slash.
function keyOf(owner: string, name: string): string {
  return `${owner}/${name}`.toLowerCase();
}
