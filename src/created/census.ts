import { because, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { describeExchange, endOf, isSuccess, textOf } from '../client/exchange.ts';
import type { RepositoryName } from '../client/request.ts';
import { blaming } from '../engine/causes.ts';
import type { Trial } from '../engine/trial.ts';
import type { Misplaced } from '../engine/violation.ts';
import { hindrance, keysOf, resultsIn } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { type Shown, shownIn, timesShown } from './own-records.ts';
import { type Depth, type Read, Reader, type Where } from './reading.ts';
import { acceptedIn } from './shared-creations.ts';
import { type Sent, submit, validCreation, writerOf } from './writer.ts';

/** All that the service lists of a repository at one time, as far as it was read. */
export interface Census {
  readonly reads: readonly Read[];
  readonly shown: Shown;
  /** Whether every listing was read from its beginning to its end, so that what was not seen is not there. */
  readonly whole: boolean;
  /** Why a part of it could not be read; `null` where there is nothing to say. */
  readonly hindrance: Doubt | null;
}

/** Reads all that the service lists of a repository, now. @throws {Stopped} */
export async function takeCensus(
  t: Trial,
  repository: RepositoryName,
  depth: Depth,
  where: Where = 'every state',
): Promise<Census> {
  const reads = await new Reader(t, repository).everything(depth, where);
  const writer = writerOf(t);
  const shown = shownIn(
    reads.flatMap(({ answers }) => answers),
    writer,
    t.first.identity,
  );
  for (const marker of shown.records.keys()) writer.noteListed(marker, repository);
  return {
    reads,
    shown,
    whole: reads.every(({ whole }) => whole),
    hindrance:
      reads.flatMap(({ stoppedBy }) => (stoppedBy === null ? [] : whyUnread(stoppedBy))).at(0) ?? null,
  };
}

const whyUnread = (answer: Exchange): Doubt =>
  hindrance(answer) ??
  blaming(
    ['list.array', 'list.records', 'list.ok', 'list.token', 'list.anonymous'],
    `A page of a listing was answered ${describeExchange(answer)}, so that it was not read to its end.`,
  );

/** Waits between two looks, in milliseconds: the first one, and the longest. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2000;

/** What became of some accepted issues. */
export interface Located {
  readonly census: Census;
  /** Those that no record shows as its own. */
  readonly missing: readonly Sent[];
  /** Those that more than one record shows. */
  readonly doubled: readonly Sent[];
  /** Whether not one of their titles is shown, so that records may show none. */
  readonly isBlind: boolean;
  /** How often was looked. */
  readonly looks: number;
}

function locatedIn(census: Census, accepted: readonly Sent[]): Located {
  const times = new Map(accepted.map((sent) => [sent, timesShown(census.shown, sent.marker)]));
  const isHidden = (field: Sent['field']): boolean =>
    accepted.every((sent) => sent.field !== field || times.get(sent) === 0);
  const [hidesTitles, hidesBodies] = [isHidden('title'), isHidden('body')];
  return {
    census,
    // A listing need not show bodies: what has its marker only there is not to be seen in it.
    missing: accepted.filter((sent) => times.get(sent) === 0 && !(sent.field === 'body' && hidesBodies)),
    doubled: accepted.filter((sent) => (times.get(sent) ?? 0) > 1),
    isBlind: hidesTitles,
    looks: 1,
  };
}

/** Where new issues stood, and whether no listing shows what they are called: found out as they are looked for. */
const memoryOf = (t: Trial): { depth: Depth; areHidden: boolean } =>
  t.run.once('where new issues stand', () => ({ depth: 'beginning', areHidden: false }));

/** Looks once where new issues stood before: what is removed later was listed. @throws {Stopped} */
export const lookAtOnce = (t: Trial): Promise<Census> =>
  takeCensus(t, t.bed.written, memoryOf(t).depth, 'plain list');

/**
 * Looks for accepted issues until each was found or had its time: where new issues stood before, then at the ends of all
 * listings, then in all of them.
 * @param where which listings are read even where nothing is missing: a second one of an issue may stand in another state
 * @throws {Stopped}
 */
export async function locate(
  t: Trial,
  accepted: readonly Sent[],
  where: Where = 'plain list',
): Promise<Located> {
  const { clock, settings } = t.run;
  const until = Math.max(...accepted.map(({ exchange }) => endOf(exchange))) + settings.listedWithinMs;
  const look = async (depth: Depth, place: Where = 'every state'): Promise<Located> =>
    locatedIn(await takeCensus(t, t.bed.written, depth, place), accepted);
  const isDone = ({ missing, isBlind, census }: Located): boolean =>
    missing.length === 0 || (isBlind && newcomers(t, census) >= accepted.length);
  const memory = memoryOf(t);
  let { depth } = memory;
  let located = await look(depth, where);
  // Where else it may stand is looked at without a wait: it says nothing of when it comes.
  if (where === 'plain list' && !isDone(located)) located = await look(depth);
  // Where no listing showed a title before, read whole and for as long as it may take, none will: what comes is counted.
  if (memory.areHidden && located.isBlind) return depth === 'ends' ? located : look('ends');
  let looks = 1;
  // Where the plain list shows some of them, the others are likely to come there; elsewhere is looked again at the end.
  const [plain] = located.census.reads;
  const isPlain = accepted.some((sent) =>
    pagesWith(located.census, sent).some((page) => plain?.answers.includes(page)),
  );
  const place: Where = isPlain ? 'plain list' : 'every state';
  for (let wait = FIRST_WAIT_MS; !isDone(located); wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    if (!located.census.whole && depth === 'beginning') depth = 'ends';
    else {
      const left = until - clock.now();
      if (left <= 0) break;
      await t.run.target.wait(Math.min(wait, left));
    }
    located = await look(depth, place);
    looks += 1;
  }
  const isPartial = looks > 1 && place === 'plain list';
  if (isPartial && (where === 'every state' || !isDone(located))) located = await look(depth);
  if (isDone(located)) {
    memory.depth = depth;
    return { ...located, looks };
  }
  if (!located.census.whole) located = await look('whole');
  memory.areHidden = located.isBlind && located.census.whole;
  return located;
}

const ENDLESS =
  'An accepted issue was not seen, and every page of the list is answered like the first one, so that it has no end.';

/** Whether every page that was read is answered like the first one. */
function repeats({ answers: [first, ...others] }: Read): boolean {
  if (first?.response === undefined || first.response === null) return false;
  const text = textOf(first.response);
  return others.length > 1 && others.every(({ response }) => response !== null && textOf(response) === text);
}

/** Why it cannot be said that an issue is nowhere, where a part of the listings was not read. */
export function unread({ census }: Located): Doubt | null {
  if (!census.whole)
    return (
      census.hindrance ??
      (census.reads.some((read) => !read.whole && repeats(read))
        ? blaming(['list.page.slices', 'list.page.partition'], ENDLESS)
        : null) ??
      because(
        'limit',
        'An accepted issue was not seen among the first and the last pages, and the list has more pages than this profile reads; a smaller repository decides it.',
      )
    );
  // A list that ends with a full page may go on behind it.
  const endsFull = census.reads.some(({ answers }) => {
    const length = answers.reduce((sum, answer) => sum + resultsIn(answer), 0);
    return length > 0 && length % FULL_PAGE === 0;
  });
  return endsFull
    ? blaming(
        ['list.page.slices'],
        'An accepted issue was not seen, and the list ends with a full page, so that it may go on behind it; create one more issue and run again.',
      )
    : null;
}

/**
 * How many records of the plain list show no marker and were not there before this run wrote; of a long list, those that
 * stand before the last one that was.
 */
export function newcomers(t: Trial, { reads, shown }: Census): number {
  const [plain] = reads;
  const { written } = t.first;
  if (t.run.profile.writesFirst || plain === undefined || written === null) return 0;
  const { keys, complete } = written;
  const before = new Set(keys);
  const now = [...new Set(plain.answers.flatMap((answer) => keysOf(answer, t.first.identity)))];
  const end = complete ? now.length : now.findLastIndex((key) => before.has(key));
  return now.slice(0, end).filter((key) => !before.has(key) && shown.keys.get(key)?.isMarked === false)
    .length;
}

/** Whether there is time to wait for what is listed, or stored, late. */
export const WAITS = { quick: false, standard: false, thorough: true } as const;

/**
 * Waits until what was sent may be counted, once for all rules that ask before anything else is sent: where there is time,
 * no sooner than an issue may take to be listed.
 * @throws {Stopped}
 */
export async function waitForLag(t: Trial): Promise<void> {
  const { sent } = writerOf(t);
  await t.run.once(`waited after ${sent.length}`, async () => {
    // What is wrong with the newest issue alone must show in one whose fate is known, and not in that of an observation.
    const newest = sent.findLast(({ exchange }) => isSuccess(exchange));
    if (t.run.profile.observes && newest?.outcome === 'uncertain' && acceptedIn(t).length > 0)
      await submit(t, validCreation(t));
    const last = Math.max(0, ...sent.map(({ exchange }) => endOf(exchange)));
    if (WAITS[t.profile]) await t.run.target.wait(last + t.run.settings.listedWithinMs - t.run.clock.now());
  });
}

/** The count at the end of a run: what became of all that was accepted. @throws {Stopped} */
export async function finalCount(t: Trial): Promise<Located> {
  await waitForLag(t);
  return t.run.once(`count after ${writerOf(t).sent.length}`, async () => {
    const accepted = acceptedIn(t);
    if (accepted.length > 0) return locate(t, accepted, 'every state');
    return locatedIn(await takeCensus(t, t.bed.written, 'ends'), []);
  });
}

/** The pages that show an issue, the plainest first. */
export const pagesWith = ({ shown }: Census, { marker }: Sent): readonly Exchange[] => [
  ...new Set(shown.places.get(marker)?.map(({ page }) => page)),
];

/** Where an issue is listed: of one that is there more than once, two places that are not of one record. */
export function placesWith({ shown }: Census, { marker }: Sent): Misplaced {
  const [first, ...others] = shown.places.get(marker) ?? [];
  const second = others.find(({ page, key }) => page === first?.page || key !== first?.key);
  return {
    name: marker,
    at: [first, second].flatMap((place) =>
      place === undefined ? [] : [{ exchange: place.page, result: place.result }],
    ),
  };
}

/** The pages on which issues are seen. */
export const pagesOfPlaces = (records: readonly Misplaced[]): Exchange[] => [
  ...new Set(records.flatMap(({ at }) => at.map(({ exchange }) => exchange))),
];

/** Issues that are nowhere to be seen. */
export const nowhereSeen = (missing: readonly Sent[]): Misplaced[] =>
  missing.slice(0, NAMED).map(({ marker }) => ({ name: marker, at: [] }));

/** Issues of which a report says where they are, or that they are nowhere. */
const NAMED = 6;
