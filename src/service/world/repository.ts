/** The holder of a valid token. */
export interface Account {
  readonly login: string;
  readonly id: number;
}

/** An issue or pull request as stored. It is immutable, so that its rendering can be cached. */
export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly state: 'open' | 'closed';
  readonly user: { readonly login: string; readonly id: number };
  readonly labels: readonly { readonly name: string }[];
  readonly comments: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly html_url: string;
  readonly pull_request?: { readonly html_url: string };
}

/** The fields of an issue that its creator sets. */
export interface IssueDraft {
  readonly title: string;
  readonly body: string | null;
}

export interface RepositoryDescription {
  readonly owner: string;
  readonly name: string;
  /** The logins that may read the repository; `everybody` if it is public. */
  readonly readers: ReadonlySet<string> | 'everybody';
}

/** The issues of one repository, oldest first, with cached arrangements. */
export class Repository {
  readonly owner: string;
  readonly name: string;
  readonly readers: ReadonlySet<string> | 'everybody';
  readonly #issues: Issue[] = [];
  readonly #takeId: () => number;
  readonly #arrangements = new Map<object, Map<string, readonly Issue[]>>();
  #lastNumber = 0;

  constructor(description: RepositoryDescription, takeId: () => number) {
    this.owner = description.owner;
    this.name = description.name;
    this.readers = description.readers;
    this.#takeId = takeId;
  }

  get isPrivate(): boolean {
    return this.readers !== 'everybody';
  }

  get issues(): readonly Issue[] {
    return this.#issues;
  }

  /**
   * Returns a cached arrangement until the next write, since sorting 100,000 issues per request is expensive.
   */
  arranged(
    key: string,
    arrange: (issues: readonly Issue[]) => readonly Issue[],
    /** Owner of the cache entries, for a service with several behaviours. */
    by: object = this,
  ): readonly Issue[] {
    const known = this.#arrangements.get(by) ?? new Map<string, readonly Issue[]>();
    this.#arrangements.set(by, known);
    const made = known.get(key) ?? arrange(this.#issues);
    known.set(key, made);
    return made;
  }

  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** Returns a complete issue that is not yet in the repository. */
  prepare(draft: IssueDraft, author: Account, now: Date, number: number = this.nextNumber()): Issue {
    const at = now.toISOString().replace(/\.\d+Z$/, 'Z');
    return {
      id: this.#takeId(),
      number,
      title: draft.title,
      body: draft.body,
      state: 'open',
      user: { login: author.login, id: author.id },
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
    this.#arrangements.clear();
    return issue;
  }

  /** Replaces `old` by another issue; does nothing if `old` is gone. */
  replace(old: Issue, issue: Issue): void {
    const index = this.#issues.lastIndexOf(old);
    if (index === -1) return;
    this.#issues[index] = issue;
    this.#arrangements.clear();
  }

  remove(issue: Issue): void {
    const index = this.#issues.lastIndexOf(issue);
    if (index === -1) return;
    this.#issues.splice(index, 1);
    this.#arrangements.clear();
  }
}
