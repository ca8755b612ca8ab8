import { beforeEach } from '../../proof/changes/decisions.ts';
import type { ProfileName } from '../../src/model/profile.ts';
import type { Change } from '../../src/service/behaviour.ts';
import type { Account, Issue, Repository } from '../../src/service/world.ts';
import { tryService } from '../support/try-service.ts';

/** What a service holds on a night, and how it is checked. */
export interface Night {
  /** Open issues of earlier runs; they are the newest. */
  readonly created: number;
  readonly closed: 1 | 3 | 40;
  /** Where the closed issues stand among those that were there before the first run. */
  readonly place: 'oldest' | 'middle' | 'newest';
  readonly profile: Extract<ProfileName, 'quick' | 'standard'>;
}

/** Issues that an earlier run leaves in the public repository, for each one that it leaves in the private one. */
const CREATED_BY_A_RUN = 34;
const FIRST_NIGHT = Date.parse('2026-01-01T03:17:00Z');
const SECOND = 1000;
const MONA: Account = { login: 'mona', id: 5101 };

/** Titles that a run creates. */
const TITLES: readonly ((marker: string) => string)[] = [
  (marker) => `Conformance check ${marker}`,
  (marker) => `Überprüfung 検査 ${marker}`,
  (marker) => `Conformance check ${marker}`,
  (marker) => marker.padStart(255, 'long '),
  () => 'null',
  (marker) => `  title ${marker} 😀 <b>bold</b>  `,
];

const sentBy = (run: number, nth: number): string =>
  `ic-${run.toString(16).padStart(10, 'a')}-${nth.toString(36).padStart(4, '0')}`;

/** Stores issues as earlier runs left them. */
function leave(repository: Repository, count: number, runOf: (nth: number) => number): void {
  for (let nth = 0; nth < count; nth += 1) {
    const run = runOf(nth);
    const marker = sentBy(run, nth);
    const title = TITLES[nth % TITLES.length]?.(marker) ?? marker;
    const at = new Date(
      FIRST_NIGHT + run * 86_400 * SECOND + Math.floor((nth % CREATED_BY_A_RUN) / 3) * SECOND,
    );
    const body = nth % 4 === 1 ? null : `Created by a check, ${marker}.`;
    repository.insert(repository.prepare({ title, body }, MONA, at));
  }
}

/** Stores issues anew, of which some are closed, in their order. */
function close(repository: Repository, closed: number, place: Night['place']): void {
  const all = [...repository.issues];
  const first = { oldest: 0, middle: Math.floor((all.length - closed) / 2), newest: all.length - closed }[
    place
  ];
  for (const [at, issue] of all.entries()) {
    const state = at >= first && at < first + closed ? 'closed' : 'open';
    repository.replace(issue, { ...issue, state } satisfies Issue);
  }
}

/** Makes the data of the bundled service those of a night. */
const atNight = ({ created, closed, place }: Night): Change =>
  beforeEach(({ ordinal, world }) => {
    if (ordinal > 1) return;
    const [, vault] = world.repositories;
    const widgets = world.find('acme', 'widgets');
    if (widgets === undefined || vault === undefined) throw new Error('The data have no such repository.');
    close(widgets, closed, place);
    leave(widgets, created, (nth) => Math.floor(nth / CREATED_BY_A_RUN));
    leave(vault, Math.ceil(created / CREATED_BY_A_RUN), (nth) => nth);
  });

const UNSEEN = 'not seen';

/** Checks a healthy service on a night. @returns the result of each rule, an observation by its value */
async function resultsOn(night: Night): Promise<ReadonlyMap<string, string>> {
  const { tried, unusable } = await tryService({ changes: [atNight(night)], profile: night.profile });
  if (unusable !== null) throw new Error(unusable);
  return new Map(
    tried.map(({ rule: { id, level }, verdict }) => {
      if (verdict.verdict === 'observed') return [id, verdict.observation.value];
      if (level === 'observed') return [id, UNSEEN];
      return [id, 'reason' in verdict ? `${verdict.verdict}, ${verdict.reason}` : verdict.verdict];
    }),
  );
}

export const nameOfNight = ({ created, closed, place, profile }: Night): string =>
  `${created} created, ${closed} closed are the ${place} (${profile})`;

/** Numbers of issues that earlier runs left. */
const CREATED: readonly number[] = [...Array.from({ length: 321 }, (_, k) => k), 500, 1000, 11_680];

/** Every night of a year, ordered by the issues that earlier runs left. */
export const year: readonly Night[] = CREATED.flatMap((created) =>
  ([1, 3, 40] as const).flatMap((closed) =>
    (['oldest', 'middle', 'newest'] as const).flatMap((place) =>
      (['quick', 'standard'] as const).map((profile): Night => ({ created, closed, place, profile })),
    ),
  ),
);

/** Returns a function that checks nights, and remembers the first one of each kind. */
export function calendar() {
  const firsts = new Map<string, Promise<ReadonlyMap<string, string>>>();
  /** Returns the rules that do not pass, and what is observed otherwise than on the same night before any run. */
  return async (night: Night): Promise<readonly string[]> => {
    const before = { ...night, created: 0 };
    const key = nameOfNight(before);
    const first = firsts.get(key) ?? resultsOn(before);
    firsts.set(key, first);
    const later = await resultsOn(night);
    return [...(await first)].flatMap(([id, was]) => {
      const is = later.get(id) ?? UNSEEN;
      const due = id.startsWith('observed.') ? was : 'pass';
      return was === UNSEEN || is === due ? [] : [`${id}: ${was} → ${is}`];
    });
  };
}
