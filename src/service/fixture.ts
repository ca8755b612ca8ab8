import { type Account, openWorld, type Repository, type World } from './world.ts';

/** Names and tokens of the data of the bundled service. */
export const fixture = {
  owner: 'acme',
  repo: 'widgets',
  privateOwner: 'acme',
  privateRepo: 'vault',
  /** A token with access to both repositories. */
  token: 'reference-member-token-4c1b7e90',
  /** A valid token without access to the private repository. */
  outsiderToken: 'reference-outsider-token-d25f83a6',
};

const MEMBER: Account = { login: 'mona', id: 5101 };
const OUTSIDER: Account = { login: 'olaf', id: 6203 };

const FIRST_DAY = Date.parse('2023-03-01T08:00:00Z');
const MINUTE = 60_000;

// A list without `state` must visibly hide some closed issues, even on its first page.
const OPEN_PER_CLOSED = 12;
const MIN_CLOSED = 9;
const PULL_REQUEST_EVERY = 13;

/** Returns the data of a fresh service, with a number of open records in the public repository. */
export function buildWorld(clock: World['clock'], open = 137): World {
  const accounts = new Map([
    [fixture.token, MEMBER],
    [fixture.outsiderToken, OUTSIDER],
  ]);
  const world = openWorld(accounts, clock);
  const closed = Math.max(MIN_CLOSED, Math.floor(open / OPEN_PER_CLOSED));
  fill(world.add(fixture.owner, fixture.repo, 'everybody'), open, closed);
  fill(world.add(fixture.privateOwner, fixture.privateRepo, new Set([MEMBER.login])), 5, 1);
  // The same name under another owner, and other names under this owner, reveal a mix-up.
  fill(world.add('globex', fixture.repo, 'everybody'), 41, 3);
  fill(world.add('globex', 'gears', 'everybody'), 7, 1);
  fill(world.add(fixture.owner, 'sprockets', 'everybody'), 12, 2);
  return world;
}

function fill(repository: Repository, open: number, closed: number): void {
  const total = open + closed;
  // Bresenham's line spreads exactly `closed` closed issues evenly.
  const closedUpTo = (index: number) => Math.floor((index * closed + total / 2) / total);
  for (let index = 0; index < total; index += 1) {
    // Three records share a second, as after an import. Only a stable order tells them apart.
    const created = new Date(FIRST_DAY + Math.floor(index / 3) * 7 * MINUTE);
    const touched = new Date(created.getTime() + ((index * 7919) % 1009) * 11 * MINUTE);
    const draft = {
      title: `${SUBJECTS[index % SUBJECTS.length]} #${index + 1}`,
      body: index % 6 === 0 ? null : `Seen in build ${100 + (index % 40)}.\n\nSteps:\n1. open it\n2. wait`,
    };
    const issue = repository.prepare(draft, index % 4 === 0 ? OUTSIDER : MEMBER, created);
    const isPullRequest = index % PULL_REQUEST_EVERY === 5;
    repository.insert({
      ...issue,
      state: closedUpTo(index + 1) > closedUpTo(index) ? 'closed' : 'open',
      labels: index % 5 === 0 ? [{ name: 'bug' }] : [],
      comments: (index * 7) % 12,
      updated_at: touched.toISOString().replace('.000Z', 'Z'),
      ...(isPullRequest && { pull_request: { html_url: issue.html_url.replace('/issues/', '/pull/') } }),
    });
  }
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
