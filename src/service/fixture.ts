import type { Account, Repository } from './world/repository.ts';
import { type ServiceClock, World } from './world/world.ts';

/** Names and sizes of the initial data of the bundled service. */
export const fixture = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'vault',
  memberToken: 'reference-member-token-4c1b7e90',
  outsiderToken: 'reference-outsider-token-d25f83a6',
  openIssues: 137,
} as const;

const MEMBER: Account = { login: 'mona', id: 5101 };
const OUTSIDER: Account = { login: 'olaf', id: 6203 };

const FIRST_DAY = Date.parse('2023-03-01T08:00:00Z');
const MINUTE = 60_000;

// A list without `state` must visibly hide some closed issues, even on its first page.
const OPEN_PER_CLOSED = 12;
const MIN_CLOSED = 9;
const PULL_REQUEST_EVERY = 13;

export interface WorldOptions {
  /** Number of open records (issues and pull requests) in the public repository. */
  readonly openIssues: number;
  readonly memberToken: string;
  readonly outsiderToken: string;
  readonly clock: ServiceClock;
}

/** Returns the data of a fresh service, determined by the options. */
export function buildWorld(options: WorldOptions): World {
  const accounts = new Map([
    [options.memberToken, MEMBER],
    [options.outsiderToken, OUTSIDER],
  ]);
  const world = new World(accounts, options.clock);
  const everybody = 'everybody';
  fill(world.add({ owner: fixture.owner, name: fixture.repo, readers: everybody }), options.openIssues);
  const members = new Set([MEMBER.login]);
  fill(world.add({ owner: fixture.privateOwner, name: fixture.privateRepo, readers: members }), 5, 1);
  // The same name under another owner, and other names under this owner, reveal a mix-up.
  fill(world.add({ owner: 'globex', name: fixture.repo, readers: everybody }), 41, 3);
  fill(world.add({ owner: 'globex', name: 'gears', readers: everybody }), 7, 1);
  fill(world.add({ owner: fixture.owner, name: 'sprockets', readers: everybody }), 12, 2);
  return world;
}

function fill(
  repository: Repository,
  open: number,
  closed: number = Math.max(MIN_CLOSED, Math.floor(open / OPEN_PER_CLOSED)),
): void {
  const total = open + closed;
  for (let index = 0; index < total; index += 1) {
    // Bresenham's line spreads exactly `closed` closed issues evenly.
    const before = Math.floor((index * closed + total / 2) / total);
    const after = Math.floor(((index + 1) * closed + total / 2) / total);
    insertRecord(repository, index, after > before ? 'closed' : 'open');
  }
}

function insertRecord(repository: Repository, index: number, state: 'open' | 'closed'): void {
  // Three records share a second, as after an import. Only a stable order tells them apart.
  const created = new Date(FIRST_DAY + Math.floor(index / 3) * 7 * MINUTE);
  const draft = { title: `${SUBJECTS[index % SUBJECTS.length]} #${index + 1}`, body: bodyOf(index) };
  const issue = repository.prepare(draft, index % 4 === 0 ? OUTSIDER : MEMBER, created);
  const touched = new Date(created.getTime() + ((index * 7919) % 1009) * 11 * MINUTE);
  const isPullRequest = index % PULL_REQUEST_EVERY === 5;
  repository.insert({
    ...issue,
    state,
    labels: index % 5 === 0 ? [{ name: 'bug' }] : [],
    comments: (index * 7) % 12,
    updated_at: touched.toISOString().replace('.000Z', 'Z'),
    ...(isPullRequest && { pull_request: { html_url: issue.html_url.replace('/issues/', '/pull/') } }),
  });
}

const SUBJECTS = [
  'Crash when the list is empty',
  'Typo on the settings page',
  'Überschrift wird abgeschnitten',
  'Add an option for dark mode',
  'Search finds "quoted words" twice',
  'Slow start on Windows',
  '検索結果が表示されない',
] as const;

function bodyOf(index: number): string | null {
  if (index % 6 === 0) return null;
  return `Seen in build ${100 + (index % 40)}.\n\nSteps:\n1. open it\n2. wait`;
}
