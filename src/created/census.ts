import type { Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { describeExchange, endOf, isSuccess } from '../client/exchange.ts';
import type { RepositoryName } from '../client/request.ts';
import { blaming } from '../model/causes.ts';
import type { Trial } from '../run/trial.ts';
import { hindrance } from '../snapshot/listing.ts';
import { type Shown, shownIn, timesShown } from './own-records.ts';
import { type Depth, type Read, Reader, type Where } from './reading.ts';
import { acceptedIn } from './shared-creations.ts';
import { type Sent, submit, validCreation, writerOf } from './writer.ts';

/** All that the service lists of a repository at one time, as far as it was read. */
export interface Census {
  readonly reads: readonly Read[];
  readonly shown: Shown;
  /** True if every listing was read to its end, so that an issue which was not seen is not listed. */
  readonly whole: boolean;
  /** The reason for which a part of it was not read, if an answer shows one. */
  readonly hindrance: Doubt | null;
}

/** Finds what this run has sent in pages of the repository that is written to, or of the private one. */
export const shownTo = (t: Trial, pages: readonly Exchange[]): Shown =>
  shownIn(pages, writerOf(t), t.first.identity, keysBefore(t));

/** Returns the keys of the records that were listed before the run wrote anything, or `null` if nothing was read before. */
const keysBefore = (t: Trial): ReadonlySet<string> | null =>
  t.run.once('keys before', () => (t.run.profile.writesFirst ? null : new Set(t.first.written?.keys)));

/** Reads all that the service lists of a repository, now. @throws {Stopped} */
export async function takeCensus(
  t: Trial,
  repository: RepositoryName,
  depth: Depth,
  where: Where = 'every state',
): Promise<Census> {
  const reads = await new Reader(t, repository).everything(depth, where);
  const writer = writerOf(t);
  const shown = shownTo(
    t,
    reads.flatMap(({ answers }) => answers),
  );
  for (const marker of shown.records.keys()) writer.noteListed(marker, repository);
  return {
    reads,
    shown,
    whole: reads.every(({ whole }) => whole),
    hindrance:
      reads.flatMap(({ stoppedBy }) => (stoppedBy === null ? [] : whyNoList(stoppedBy))).at(0) ?? null,
  };
}

const whyNoList = (answer: Exchange): Doubt =>
  hindrance(answer) ??
  blaming(
    ['list.array', 'list.records', 'list.ok', 'list.token', 'list.anonymous'],
    `A page of a listing was answered ${describeExchange(answer)}, so that it was not read to its end.`,
  );

/** The first and the longest wait between two readings, in milliseconds. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2000;

/** A census, and the accepted issues that it shows or lacks. */
export interface Located {
  readonly census: Census;
  readonly listed: readonly Sent[];
  /** Issues that a listing would show, and none does. */
  readonly missing: readonly Sent[];
  /** Issues that are more than one record. */
  readonly doubled: readonly Sent[];
  /** True if no listing would show any of them: records show no texts, and answers to creations no id. */
  readonly isBlind: boolean;
  /** Readings that were made. */
  readonly looks: number;
}

function locatedIn(t: Trial, census: Census, accepted: readonly Sent[]): Located {
  const { shown } = census;
  const isListed = ({ marker }: Sent): boolean => shown.records.has(marker);
  const fields = new Set(
    acceptedIn(t).flatMap((sent) => (isListed(sent) && !shown.named.has(sent.marker) ? [sent.field] : [])),
  );
  const isNamed = ({ marker }: Sent): boolean => {
    const named = shown.answered.get(marker);
    // A record of one field says little: it has to be listed for another issue.
    return named !== undefined && (shown.named.size > 0 || named.sharedFields > 1);
  };
  const listed = accepted.filter(isListed);
  const missing = accepted.filter((sent) => !isListed(sent) && (fields.has(sent.field) || isNamed(sent)));
  return {
    census,
    listed,
    missing,
    doubled: listed.filter(({ marker }) => timesShown(shown, marker) > 1),
    isBlind: listed.length + missing.length === 0,
    looks: 1,
  };
}

/** Remembers how far earlier issues were looked for, and if no listing shows any. */
const memoryOf = (t: Trial): { depth: Depth; areHidden: boolean } =>
  t.run.once('where new issues stand', () => ({ depth: 'beginning', areHidden: false }));

/** Reads where earlier issues were found: one that is removed later was listed. @throws {Stopped} */
export const lookAtOnce = (t: Trial): Promise<Census> =>
  takeCensus(t, t.bed.written, memoryOf(t).depth, 'plain list');

/**
 * Looks for accepted issues until each was found or had its time: where earlier ones were found, then at the ends of all
 * listings, then in all of them.
 * @param where listings that are read even if nothing is missing: a second record of an issue may be in another state
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
    locatedIn(t, await takeCensus(t, t.bed.written, depth, place), accepted);
  const isDone = ({ missing, isBlind }: Located): boolean => missing.length === 0 && !isBlind;
  const memory = memoryOf(t);
  let { depth } = memory;
  let located = await look(depth, where);
  // Other listings are read without a wait: they say nothing of when an issue comes.
  if (where === 'plain list' && !isDone(located)) located = await look(depth);
  // If no listing has shown an issue before, read whole and for as long as it may take, none will.
  if (memory.areHidden && located.isBlind) return depth === 'ends' ? located : look('ends');
  let looks = 1;
  // If the plain list shows some, the others are likely to come there; other listings are read again at the end.
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

/** True if there is time to wait for issues that are listed late. */
const WAITS = { quick: false, standard: false, thorough: true } as const;

/** Waits until created issues may be counted, once for all rules that ask before anything else is sent. @throws {Stopped} */
async function waitForLag(t: Trial): Promise<void> {
  const { sent } = writerOf(t);
  await t.run.once(`waited after ${sent.length}`, async () => {
    // A service may hold back its newest issue, which therefore must not be that of an observation.
    const newest = sent.findLast(({ exchange }) => isSuccess(exchange));
    if (t.run.profile.observes && newest?.outcome === 'uncertain' && acceptedIn(t).length > 0)
      await submit(t, validCreation(t));
    const last = Math.max(0, ...sent.map(({ exchange }) => endOf(exchange)));
    if (WAITS[t.profile]) await t.run.target.wait(last + t.run.settings.listedWithinMs - t.run.clock.now());
  });
}

/** Locates all accepted issues at the end of the run. @throws {Stopped} */
export async function finalCount(t: Trial): Promise<Located> {
  await waitForLag(t);
  return t.run.once(`count after ${writerOf(t).sent.length}`, async () => {
    const accepted = acceptedIn(t);
    if (accepted.length > 0) return locate(t, accepted, 'every state');
    return locatedIn(t, await takeCensus(t, t.bed.written, 'ends'), []);
  });
}

/** Reads the private repository at the end of the run, if there is one: in quick, one page. @throws {Stopped} */
export async function privateCount(t: Trial): Promise<Census[]> {
  const { privateRepository } = t.bed;
  if (privateRepository === undefined) return [];
  if (WAITS[t.profile]) await waitForLag(t);
  const census = await t.run.once(`private count after ${writerOf(t).sent.length}`, () =>
    t.profile === 'quick'
      ? takeCensus(t, privateRepository, 'first', 'plain list')
      : takeCensus(t, privateRepository, 'beginning'),
  );
  return [census];
}

/** Returns the pages that show an issue, the plainest first. */
export const pagesWith = ({ shown }: Census, { marker }: Sent): readonly Exchange[] => [
  ...new Set(shown.places.get(marker)?.map(({ page }) => page)),
];
