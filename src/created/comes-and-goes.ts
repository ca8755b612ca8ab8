import { type Exchange, endOf } from '../client/exchange.ts';
import type { Query } from '../client/request.ts';
import type { CaseResult } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { SIGHTINGS_TO_ACCUSE } from '../engine/tuning.ts';
import { shows } from '../engine/violation.ts';
import { keysOf, listingOf } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { type Located, pagesWith, shownTo } from './census.ts';
import { nowhereSeen, ONE_BY_ONE } from './fates.ts';
import { timesShown } from './own-records.ts';
import { Reader } from './reading.ts';
import type { Sent } from './writer.ts';

/** Readings that show whether an issue stays, beside the one that has shown it: a few at first, and all of them once one has not shown it. */
const READINGS = { few: 3, all: 24 } as const;

/** The listing whose first page shows an issue: of every state where there is one, since whoever closes it leaves it there. */
function listingWith({ census }: Located, sent: Sent): Query | undefined {
  const pages = pagesWith(census, sent);
  const queries = census.reads
    .filter(({ answers: [first] }) => first !== undefined && pages.includes(first))
    .map(({ query }) => query);
  return queries.find(({ state }) => state === 'all') ?? queries[0];
}

/** One reading of the first page. */
interface Reading {
  readonly isShown: boolean;
  readonly page: Exchange;
  /** The results that this run has not created, by their keys. */
  readonly others: readonly string[];
}

/** Readings of a page; what is no list of issues says nothing of any. */
async function readings(t: Trial, query: Query, sent: Sent, times: number): Promise<Reading[]> {
  const all: Reading[] = [];
  for (let left = times; left > 0; left -= 1) {
    const { answers } = await new Reader(t, t.bed.written).listing(query, 'first');
    const [page] = answers;
    const listing = page === undefined ? null : listingOf(page);
    if (page === undefined || listing?.kind !== 'list' || !t.run.stored.explainsAnswer(page)) continue;
    const shown = shownTo(t, answers);
    const others = keysOf(page, t.first.identity).filter((key) => shown.keys.get(key)?.isMarked !== true);
    all.push({ isShown: timesShown(shown, sent.marker) > 0, page, others });
  }
  return all;
}

/** Whether all readings are of one list, but for what this run has created: what is displaced is not gone. */
function areOfOneList(all: readonly Reading[]): boolean {
  const [first, ...more] = all;
  return (
    first !== undefined &&
    more.every(({ others }) => {
      const length = Math.min(others.length, first.others.length);
      return length > 0 && sameKeys(others.slice(0, length), first.others.slice(0, length));
    })
  );
}

/** What an issue shows that is gone and back again and again; `null` where it is not. */
function goneAndBack(t: Trial, sent: Sent, all: readonly Reading[]): CaseResult | null {
  if (!areOfOneList(all)) return null;
  const turns = all.filter((reading, index) => index > 0 && reading.isShown !== all[index - 1]?.isShown);
  const [back, gone] = [true, false].map((isShown) => turns.filter((turn) => turn.isShown === isShown));
  const times = Math.min(back?.length ?? 0, gone?.length ?? 0);
  if (times < SIGHTINGS_TO_ACCUSE) return null;
  const pages = [back?.at(-1)?.page, gone?.at(-1)?.page].flatMap((page) => page ?? []);
  return {
    kind: 'violated',
    violation: {
      kind: 'lost',
      expected: `an accepted issue in the list from then on, ${t.run.settings.listedWithinMs} ms (LISTED_WITHIN_MS) after it was created at the latest`,
      actual: `gone and back ${times} times in ${all.length} readings of the same page`,
      records: nowhereSeen([sent]),
      ...shows({ context: pages, answers: [sent.exchange] }),
      counterexample: ONE_BY_ONE,
      reproduced: { seen: times, tries: all.length },
    },
  };
}

/**
 * Whether an issue that was listed is gone and back again and again: where each of several machines has a memory of its own,
 * some of them never list it. @throws {Stopped}
 */
export async function judgeComingAndGoing(
  t: Trial,
  located: Located,
  accepted: readonly Sent[],
): Promise<CaseResult | null> {
  const newest = accepted.at(-1);
  const query = newest === undefined ? undefined : listingWith(located, newest);
  if (t.profile === 'quick' || t.first.identity.kind === 'none') return null;
  if (newest === undefined || query === undefined) return null;
  const few = await readings(t, query, newest, READINGS.few);
  if (few.every(({ isShown }) => isShown)) return null;
  const { target, settings, clock } = t.run;
  return target.alone(async () => {
    await target.wait(endOf(newest.exchange) + settings.listedWithinMs - clock.now());
    return goneAndBack(t, newest, await readings(t, query, newest, READINGS.all));
  });
}
