import type { Overview } from '../finder.ts';
import type { Sight } from '../sight.ts';
import type { Trial } from '../trial.ts';
import type { Write } from '../writer.ts';
import { acceptedOf } from './accepted-writes.ts';
import { type Arrivals, arrivalsBetween } from './arrivals.ts';
import { type Broken, type CreatedCase, unfitness } from './created-case.ts';
import { countOf, describeCounts, endOf, lookFor } from './look-for.ts';

/** What one try shows, with all that the service lists seen before it and after it. */
export type Round =
  /** Every issue was found; by counting new records where they do not show their titles. */
  | { readonly kind: 'held'; readonly byCount: boolean }
  | { readonly kind: 'undecided'; readonly reason: string }
  | Broken;

/** When new records are counted, as parts of the time that an issue may take to be listed. */
const LOOKS = { quick: [0, 1], standard: [0, 1 / 4, 1], thorough: [0, 1 / 8, 1 / 4, 1 / 2, 1] } as const;

const undecided = (reason: string): Round => ({ kind: 'undecided', reason });
export const TOO_LONG =
  'A created issue was not seen, but the list is too long to be read whole; PROFILE=thorough or a smaller repository decides it.';
const ALIKE =
  'A created issue was not seen, but the records of the list cannot be told apart and show no titles; a listing that shows more decides it.';
const OTHERS =
  'New records came that do not show whose they are, and not as many as were created; a list that rests, or one that shows titles, decides it.';
export const UNSEEN =
  'No accepted issue was found in the list, so it cannot be said how often one stands there; mending create.listed decides it.';
export const ELSEWHERE =
  'A created issue is named by the records of others and has none of its own that shows its title, so it cannot be said whether it is listed; a listing that shows titles decides it.';

/** How long what was accepted a moment ago may still be listed, and could not be told from what comes next. */
function unsettledMs({ writer, context: { finder, listedWithinMs } }: Trial): number {
  if (finder.titlesShown) return 0;
  const ends = writer.writes.filter(({ outcome }) => outcome !== 'refused').map(endOf);
  return listedWithinMs - (performance.now() - Math.max(Number.NEGATIVE_INFINITY, ...ends));
}

/** All that is listed before a try; what was read last, if nothing was sent since. */
async function listedBefore(t: Trial): Promise<Overview> {
  const { asker, finder } = t.context;
  const unsettled = unsettledMs(t);
  if (unsettled <= 0 && finder.lastOverview !== null) return finder.lastOverview;
  await asker.wait(unsettled);
  return finder.overview([], true);
}

interface Seen {
  readonly before: Overview;
  readonly after: Overview;
  readonly arrived: Arrivals;
}

function compare(t: Trial, before: Overview, after: Overview): Arrivals {
  const { survey, finder } = t.context;
  return arrivalsBetween(before, after, {
    identity: survey.identity,
    markerOf: (record) => finder.markerOf(record),
  });
}

const markersOf = (writes: readonly Write[]): string[] => writes.map(({ marker }) => marker);
const missingOf = (sight: Sight, markers: readonly string[]): string[] =>
  markers.filter((marker) => countOf(sight, marker) === 0);

/** Looks at all that the service lists until every issue is accounted for or has had its time. */
async function watch(t: Trial, before: Overview, writes: readonly Write[]): Promise<Seen> {
  const { asker, finder, listedWithinMs, profile } = t.context;
  const markers = markersOf(writes);
  const from = Math.max(...writes.map(endOf));
  const looks = LOOKS[profile.name];
  for (const [index, part] of looks.entries()) {
    const isLast = index === looks.length - 1;
    // Where their time is over already, one look will do.
    if (!isLast && performance.now() >= from + listedWithinMs) continue;
    await asker.wait(from + part * listedWithinMs - performance.now());
    const after = await finder.overview(markers, isLast);
    const seen = { before, after, arrived: compare(t, before, after) };
    if (isLast || missingOf(after.sight, markers).length <= seen.arrived.unmarked) return seen;
  }
  throw new RangeError('there is no last look');
}

/** Whether nothing more comes, and nothing goes, once this run creates nothing. */
async function rests(t: Trial, seen: Seen): Promise<boolean> {
  const later = await t.context.finder.overview([], false);
  const { unmarked, gone } = compare(t, seen.after, later);
  return unmarked === 0 && gone === 0;
}

/** Judges what was seen of the issues that were accepted in one try. */
async function judge(t: Trial, one: CreatedCase, writes: readonly Write[], seen: Seen): Promise<Round> {
  const { finder, survey } = t.context;
  const markers = markersOf(writes);
  const { sight } = seen.after;
  const exchangesOf = (chosen: readonly string[]) =>
    writes.flatMap(({ marker, exchange }) => (chosen.includes(marker) ? [exchange] : []));
  const repeated = markers.filter((marker) => countOf(sight, marker) > 1);
  const text = describeCounts(sight, markers);
  if (repeated.length > 0 && one.wrong(2))
    return {
      kind: 'broken',
      issues: repeated.length,
      surplus: false,
      text,
      exchanges: exchangesOf(repeated),
    };
  const missing = missingOf(sight, markers);
  if (missing.length === 0) return { kind: 'held', byCount: false };
  if (missing.some((marker) => sight.traces.has(marker))) return undecided(ELSEWHERE);

  const { unmarked, gone, at } = seen.arrived;
  const whole = seen.before.sight.whole && sight.whole;
  const exchanges = exchangesOf(missing);
  const counted = `${unmarked + markers.length - missing.length} new records in the list after ${markers.length} accepted creations`;
  if (unmarked < missing.length) {
    if (!whole) return undecided(TOO_LONG);
    if (!survey.isDistinct && !finder.titlesShown) return undecided(ALIKE);
    if (!one.wrong(0)) return undecided(UNSEEN);
    const broken: Broken = {
      kind: 'broken',
      issues: missing.length - unmarked,
      surplus: false,
      text: unmarked === 0 ? text : counted,
      exchanges,
    };
    if (unmarked === 0 && !finder.titlesShown) finder.noteUnlisted(broken);
    return broken;
  }
  if (!(await rests(t, seen))) return undecided(OTHERS);
  if (unmarked === missing.length) {
    if (!finder.titlesShown) finder.noteHiddenTitles();
    if (at !== null && !finder.titlesShown) finder.noteFoundAt(at);
    return { kind: 'held', byCount: true };
  }
  if (!whole || gone > 0 || !survey.isDistinct || !one.wrong(2)) return undecided(OTHERS);
  return { kind: 'broken', issues: unmarked - missing.length, surplus: true, text: counted, exchanges };
}

async function see(t: Trial, one: CreatedCase, first: Overview, writes: readonly Write[]): Promise<Seen> {
  const { finder } = t.context;
  if (!finder.titlesShown) return watch(t, first, writes);
  // Where titles are shown, looking for them is quicker than reading everything time and again.
  const sight = await lookFor(t, one, writes);
  const missing = missingOf(sight, markersOf(writes));
  if (missing.length === 0)
    return { before: first, after: { sight, places: [] }, arrived: { unmarked: 0, gone: 0, at: null } };
  const { lastOverview } = finder;
  if (lastOverview === null) return watch(t, first, writes);
  return { before: first, after: lastOverview, arrived: compare(t, first, lastOverview) };
}

async function tryOnce(t: Trial, one: CreatedCase, again: readonly Write[]): Promise<Round> {
  const first = await listedBefore(t);
  const from = t.writer.writes.length;
  const writes = acceptedOf(t, await one.create(again));
  const unfit = unfitness(one, writes);
  if (unfit !== null) return unfit;
  const seen = await see(t, one, first, writes);
  const isUncertain = t.writer.writes.slice(from).some(({ outcome }) => outcome === 'uncertain');
  const round = await judge(t, one, writes, seen);
  // What became of an attempt that was not answered is not known, so there may be one issue more.
  return round.kind === 'broken' && round.surplus && isUncertain ? undecided(OTHERS) : round;
}

/** Whether one more creation adds a record that does not show its title, so that it cannot be told whose it is. */
export function titlesAreHidden(t: Trial, create: CreatedCase['create']): Promise<boolean> {
  const { titlesHidden, unlisted } = t.context.finder;
  if (titlesHidden || unlisted !== null) return Promise.resolve(titlesHidden);
  const one: CreatedCase = {
    case: { created: 'one issue' },
    create,
    atLeast: 1,
    counted: false,
    expected: 'a new record',
    wrong: (count) => count === 0,
  };
  return t.sharedFinding('hidden titles', async () => {
    const round = await freshRound(t, one, []);
    return round.kind === 'held' && round.byCount;
  });
}

/**
 * Creates issues once more, like those that broke the rule, with nothing else in flight. What the service lists is read
 * before and after, all of it: an issue is missing only if no record came that may be its own.
 * @throws {Stopped}
 */
export function freshRound(t: Trial, one: CreatedCase, again: readonly Write[]): Promise<Round> {
  return t.context.asker.alone(() => tryOnce(t, one, again));
}
