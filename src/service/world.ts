/** The holder of a valid token. */
export interface Account {
  readonly login: string;
  readonly id: number;
}

/** An issue or pull request as stored. It is immutable. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly state: 'open' | 'closed';
  readonly user: Account;
  readonly labels: readonly { readonly name: string }[];
  readonly comments: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly html_url: string;
  readonly pull_request?: { readonly html_url: string };
}

/** The fields of an issue that its creator sets. */
export type IssueDraft = Pick<Issue, 'title' | 'body'> & Partial<Pick<Issue, 'number'>>;

/** The logins that may read a repository; `everybody` if it is public. */
type Readers = ReadonlySet<string> | 'everybody';

/** The issues of one repository, oldest first. */
export class Repository {
  readonly owner: string;
  readonly name: string;
  readonly readers: Readers;
  readonly #issues: Issue[] = [];
  readonly #takeId: () => number;
  #lastNumber = 0;

  constructor(
    { owner, name, readers }: Pick<Repository, 'owner' | 'name' | 'readers'>,
    takeId: () => number,
  ) {
    this.owner = owner;
    this.name = name;
    this.readers = readers;
    this.#takeId = takeId;
  }

  get isPrivate(): boolean {
    return this.readers !== 'everybody';
  }

  get issues(): readonly Issue[] {
    return this.#issues;
  }

  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** Returns a complete issue that is not yet in the repository. */
  prepare(draft: IssueDraft, user: Account, now: Date): Issue {
    const number = draft.number ?? this.nextNumber();
    const at = now.toISOString().replace(/\.\d+Z$/, 'Z');
    return {
      id: this.#takeId(),
      number,
      title: draft.title,
      body: draft.body,
      state: 'open',
      user,
      labels: [],
      comments: 0,
      created_at: at,
      updated_at: at,
      html_url: `https://issues.example/${this.owner}/${this.name}/issues/${number}`,
    };
  }

  insert(issue: Issue): Issue {
    this.#lastNumber = Math.max(this.#lastNumber, issue.number);
    this.#issues.push(issue);
    return issue;
  }

  /** Replaces `old` by other issues, or by none; does nothing if `old` is gone. */
  replace(old: Issue, ...others: readonly Issue[]): void {
    const index = this.#issues.lastIndexOf(old);
    if (index !== -1) this.#issues.splice(index, 1, ...others);
  }

  remove(issue: Issue): void {
    this.replace(issue);
  }
}

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
  #lastId = FIRST_ID;

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

  add(owner: string, name: string, readers: Readers): Repository {
    const repository = new Repository({ owner, name, readers }, () => {
      this.#lastId += ID_STEP;
      return this.#lastId;
    });
    this.#repositories.set(pathOf(owner, name), repository);
    return repository;
  }

  find(owner: string, name: string): Repository | undefined {
    return this.#repositories.get(pathOf(owner, name));
  }
}

// Owner and repository names are case-insensitive, as on most trackers. No name contains a slash.
const pathOf = (owner: string, name: string): string => `${owner}/${name}`.toLowerCase();
