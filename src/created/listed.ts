import { type Exchange, endOf } from '../client/exchange.ts';
import { goesTo, type Query } from '../client/request.ts';
import { broken, type CaseResult, type Judgement, resultOf, undecided } from '../model/check.ts';
import { READINGS_OF_A_LOST_ISSUE, READINGS_OF_A_NEW_ISSUE, SIGHTINGS_TO_ACCUSE } from '../model/tuning.ts';
import { shows, type Violation } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { keysOf, listingOf } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { confirmAgain } from './again.ts';
import { finalCount, type Located, locate, lookAtOnce, pagesWith, shownTo } from './census.ts';
import { heldIn, NOTHING_ACCEPTED, nowhereSeen, ONE_BY_ONE, singles, whyBlind, whyUnread } from './fates.ts';
import { Reader } from './reading.ts';
import { type Sent, submit, validCreation, writerOf } from './writer.ts';

/** Accepted creations that a report shows. */
const CREATIONS_SHOWN = 3;

/**
 * Notes which issues any listing shows from now on: an issue that is gone at the end of the run was listed. Listings are
 * searched as long as an accepted issue was in none.
 */
export function watchListings(t: Trial): void {
  const { run, bed } = t;
  const writer = writerOf(t);
  run.listen((exchange) => {
    const isListing = exchange.request.method === 'GET' && goesTo(exchange, bed.written);
    if (!isListing || !run.isRead || writer.allListed) return;
    for (const marker of shownTo(t, [exchange]).records.keys()) writer.noteListed(marker, bed.written);
  });
}

/** Judges if every accepted issue turns up in some listing (section 1). @throws {Stopped} */
export async function judgeListed(t: Trial): Promise<readonly CaseResult[]> {
  if (singles(t).length === 0) return [undecided(NOTHING_ACCEPTED)];
  const located = await finalCount(t);
  const accepted = singles(t);
  const missing = (await neverListed(t, located)).filter((sent) => accepted.includes(sent));
  if (missing.length > 0) return [await confirmLost(t, located, missing, accepted.length)];
  const listed = accepted.filter(({ marker }) => writerOf(t).wasListed(marker));
  if (listed.length === 0) return [undecided(whyBlind(located))];
  const flickering = await judgeComingAndGoing(t, located, listed.at(-1));
  return flickering === null ? heldIn(t, listed, located.census) : [flickering];
}

/** Returns issues that no listing ever showed: `create.once` judges those that are gone later. @throws {Stopped} */
async function neverListed(t: Trial, { missing }: Located): Promise<Sent[]> {
  const isOpen = ({ marker }: Sent): boolean => !writerOf(t).wasListed(marker);
  // Page 1 may be another one than that of a listing without a page, whose number is not shown (section 8).
  if (missing.some(isOpen))
    await t.send(() => t.listing({ per_page: String(FULL_PAGE) }, t.base, t.bed.written));
  return missing.filter(isOpen);
}

/**
 * Confirms that issues are not listed: creations like them have to be missing as well, each looked for at once, since
 * somebody else may remove a listed one. @throws {Stopped}
 */
async function confirmLost(
  t: Trial,
  located: Located,
  missing: readonly Sent[],
  accepted: number,
): Promise<CaseResult> {
  let [last, looks] = [located, 0];
  const lost: Sent[] = [];
  const attempt = async (times: number): Promise<null> => {
    const again = await createAgain(t, missing, times);
    last = await locate(t, again);
    looks += again.length;
    lost.push(...(await neverListed(t, last)));
    return null;
  };
  const judged = (some: readonly Sent[], of: number): Judgement => {
    const doubt = whyUnread(last);
    return doubt === null ? broken(lostViolation(t, some, of, last), some.length) : undecided(doubt);
  };
  // A list that ended with a full page does so no more once it grew, unless it is cut off there.
  if (whyUnread(last) !== null && last.census.whole) await attempt(SIGHTINGS_TO_ACCUSE);
  const first = judged(missing, accepted);
  const judge = (): Judgement => judged(lost, looks);
  return first.kind === 'broken'
    ? confirmAgain(first, { counterexample: ONE_BY_ONE, by: 'issues', before: looks, attempt, judge })
    : resultOf(first);
}

const lostViolation = (t: Trial, missing: readonly Sent[], of: number, { census }: Located): Violation => ({
  kind: 'lost',
  expected: `every accepted issue listed within ${t.run.settings.listedWithinMs} ms (LISTED_WITHIN_MS)`,
  actual: `${missing.length} of ${of} accepted issues are in no listing`,
  records: nowhereSeen(missing),
  ...shows({
    context: census.reads.flatMap(({ answers }) => answers.slice(0, 1)).slice(0, 1),
    answers: missing.slice(-CREATIONS_SHOWN).map(({ exchange }) => exchange),
  }),
});

/** Sends payloads of missing issues once more, and looks for each at once. @returns those that were accepted */
async function createAgain(t: Trial, missing: readonly Sent[], times: number): Promise<Sent[]> {
  const writer = writerOf(t);
  const exchanges: Exchange[] = [];
  for (let index = 0; index < times; index += 1) {
    const like = missing[index % missing.length];
    if (like === undefined) continue;
    exchanges.push(await submit(t, { ...validCreation(t), payload: writer.again(like) }));
    await lookAtOnce(t);
  }
  return exchanges
    .flatMap((exchange) => writer.of(exchange) ?? [])
    .filter(({ outcome }) => outcome === 'accepted');
}

/** Returns the listing whose first page shows an issue: of every state if there is one, which keeps a closed issue. */
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
  /** The keys of records that are not of this run. */
  readonly others: readonly string[];
}

/** Reads the first page of a listing; an answer that is no list shows nothing. */
async function readingOf(t: Trial, query: Query, { marker }: Sent): Promise<Reading | null> {
  const { answers } = await new Reader(t, t.bed.written).listing(query, 'first');
  const [page] = answers;
  if (page === undefined || listingOf(page).kind !== 'list' || !t.run.stored.explainsAnswer(page))
    return null;
  const { records, keys } = shownTo(t, answers);
  const others = keysOf(page, t.first.identity).filter((key) => keys.get(key)?.isMarked !== true);
  return { isShown: records.has(marker), page, others };
}

/** True if all readings are of one list, but for the issues of this run: a displaced page loses no issue. */
function areOfOneList([first, ...more]: readonly Reading[]): boolean {
  if (first === undefined) return false;
  return more.every(({ others }) => {
    const length = Math.min(others.length, first.others.length);
    return length > 0 && sameKeys(others.slice(0, length), first.others.slice(0, length));
  });
}

/** Returns the violation of an issue that is gone and back again and again; `null` if it is not. */
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

/** Judges if an issue is gone and back again and again: each machine may have a memory of its own. @throws {Stopped} */
async function judgeComingAndGoing(
  t: Trial,
  located: Located,
  newest: Sent | undefined,
): Promise<CaseResult | null> {
  const query = newest === undefined ? undefined : listingWith(located, newest);
  if (t.profile === 'quick' || t.first.identity.kind === 'none') return null;
  if (newest === undefined || query === undefined) return null;
  const read = (): Promise<Reading | null> => readingOf(t, query, newest);
  const some = await Promise.all(Array.from({ length: READINGS_OF_A_NEW_ISSUE }, read));
  if (some.every((reading) => reading?.isShown !== false)) return null;
  const { target, settings, clock } = t.run;
  return target.alone(async () => {
    await target.wait(endOf(newest.exchange) + settings.listedWithinMs - clock.now());
    const all: Reading[] = [];
    for (let left = READINGS_OF_A_LOST_ISSUE; left > 0; left -= 1) {
      const reading = await read();
      if (reading !== null) all.push(reading);
    }
    return goneAndBack(t, newest, all);
  });
}
