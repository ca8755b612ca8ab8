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

interface ServiceClock {
  /** Unix milliseconds. */
  readonly date: () => number;
  /** Resolves after the time; its timer does not keep the process alive. */
  readonly sleep: (ms: number) => Promise<void>;
}

export type Repository = ReturnType<typeof repositoryOf>;
export type World = ReturnType<typeof openWorld>;

function repositoryOf(
  { owner, name, readers }: { readonly owner: string; readonly name: string; readonly readers: Readers },
  takeId: () => number,
) {
  const issues: Issue[] = [];
  let lastNumber = 0;
  const nextNumber = (): number => {
    lastNumber += 1;
    return lastNumber;
  };
  /** Replaces `old` by other issues, or by none; does nothing if `old` is gone. */
  const replace = (old: Issue, ...others: readonly Issue[]): void => {
    const index = issues.lastIndexOf(old);
    if (index !== -1) issues.splice(index, 1, ...others);
  };
  return {
    owner,
    name,
    readers,
    isPrivate: readers !== 'everybody',
    /** Oldest first. */
    issues: issues as readonly Issue[],
    nextNumber,
    /** Returns a complete issue that is not yet in the repository. */
    prepare: ({ title, body, number = nextNumber() }: IssueDraft, user: Account, now: Date): Issue => {
      const at = now.toISOString().replace(/\.\d+Z$/, 'Z');
      return {
        id: takeId(),
        number,
        title,
        body,
        state: 'open',
        user,
        labels: [],
        comments: 0,
        created_at: at,
        updated_at: at,
        html_url: `https://issues.example/${owner}/${name}/issues/${number}`,
      };
    },
    insert: (issue: Issue): Issue => {
      lastNumber = Math.max(lastNumber, issue.number);
      issues.push(issue);
      return issue;
    },
    replace,
    remove: (issue: Issue): void => replace(issue),
  };
}

// Ids as in a shared table: large, ascending, with gaps, and unlike issue numbers.
const FIRST_ID = 1_840_000_117;
const ID_STEP = 37;

// Owner and repository names are case-insensitive, as on most trackers. No name contains a slash.
const pathOf = (owner: string, name: string): string => `${owner}/${name}`.toLowerCase();

/** Returns the state of one service. Nothing is shared between services. */
export function openWorld(accounts: ReadonlyMap<string, Account>, clock: ServiceClock) {
  const repositories = new Map<string, Repository>();
  let lastId = FIRST_ID;
  const takeId = (): number => {
    lastId += ID_STEP;
    return lastId;
  };
  return {
    accounts,
    clock,
    now: (): Date => new Date(clock.date()),
    get repositories(): Iterable<Repository> {
      return repositories.values();
    },
    add: (owner: string, name: string, readers: Readers): Repository => {
      const repository = repositoryOf({ owner, name, readers }, takeId);
      repositories.set(pathOf(owner, name), repository);
      return repository;
    },
    find: (owner: string, name: string): Repository | undefined => repositories.get(pathOf(owner, name)),
  };
}
