import { because, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { goesTo } from '../client/request.ts';
import { broken, type CaseResult, held, type Judgement, resultOf, undecided } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { SIGHTINGS_TO_ACCUSE } from '../engine/tuning.ts';
import { shows, type Violation } from '../engine/violation.ts';
import { hindrance } from '../snapshot/listing.ts';
import { confirmAgain } from './again.ts';
import { finalCount, type Located, locate, lookAtOnce, nowhereSeen, unread } from './census.ts';
import { judgeComingAndGoing } from './comes-and-goes.ts';
import { createSome, heldByCount, heldIn, NOTHING_ACCEPTED, ONE_BY_ONE, OTHERS, singles } from './fates.ts';
import { shownIn } from './own-records.ts';
import { countedRound, isAtRest, isAtRestAfterOne, isCounted, type Round, roundOfOne } from './rounds.ts';
import { type Sent, submit, validCreation, writerOf } from './writer.ts';

/** Accepted creations that a report shows. */
const SHOWN = 3;

const NOT_AGAIN = because(
  'unstable',
  'No listing shows an accepted issue by its title, and no further creation was accepted by which new records could be counted; run again when the service is stable.',
);
const ELSEWHERE = because(
  'unclear',
  'A created issue is named by the records of others and has none of its own that begins with its title, so it cannot be said whether it is listed.',
);

/**
 * Notes which issues any listing shows from now on: what is gone at the end of the run was listed all the same. Listings are
 * searched as long as an accepted issue was in none.
 */
export function watchListings(t: Trial): void {
  const { run, bed } = t;
  const writer = writerOf(t);
  run.listen((exchange) => {
    const isListing = exchange.request.method === 'GET' && goesTo(exchange, bed.written);
    if (!isListing || !run.isRead || writer.allListed) return;
    const { records } = shownIn([exchange], writer, run.reading.identity);
    for (const marker of records.keys()) writer.noteListed(marker, bed.written);
  });
}

/** Every accepted issue turns up in some listing (section 1). @throws {Stopped} */
export async function judgeListed(t: Trial): Promise<readonly CaseResult[]> {
  if (singles(t).length === 0) return [undecided(NOTHING_ACCEPTED)];
  let located = await finalCount(t);
  // What comes with the next creation may show that titles are shown, and whose is missing.
  if (located.isBlind && (await roundOfOne(t)).after.shown.shownAs.size > 0) located = await finalCount(t);
  const accepted = singles(t);
  if (located.isBlind) return judgeListedByCount(t, located);
  const missing = neverListed(t, located).filter((sent) => accepted.includes(sent));
  if (missing.length > 0) return [await confirmLost(t, located, missing, accepted.length)];
  const flickering = await judgeComingAndGoing(t, located, accepted);
  return flickering === null ? heldIn(t, accepted, located.census) : [flickering];
}

/** Accepted issues that no listing of their repository ever showed: what is gone later is another rule's matter. */
const neverListed = (t: Trial, { missing }: Located): Sent[] =>
  missing.filter(({ marker }) => !writerOf(t).wasListed(marker));

/**
 * Confirms that issues are not listed: creations like them have to be missing as well, each looked for at once, since
 * somebody else may remove what was listed. @throws {Stopped}
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
    lost.push(...neverListed(t, last));
    return null;
  };
  const judged = (some: readonly Sent[], of: number): Judgement => {
    if (last.missing.some(({ marker }) => last.census.shown.traces.has(marker))) return undecided(ELSEWHERE);
    const doubt = unread(last);
    return doubt === null ? broken(lostViolation(t, some, of, last), some.length) : undecided(doubt);
  };
  // A list that ended with a full page may do so no more once it grew, unless it is cut off there.
  if (unread(last) !== null && last.census.whole) await attempt(SIGHTINGS_TO_ACCUSE);
  const first = judged(missing, accepted);
  const judge = (): Judgement => judged(lost, looks);
  return first.kind === 'broken'
    ? confirmAgain(first, { counterexample: ONE_BY_ONE, by: 'issues', before: looks, attempt, judge })
    : resultOf(first);
}

const acceptedOf = (t: Trial, exchanges: readonly Exchange[]): Sent[] =>
  exchanges
    .flatMap((exchange) => writerOf(t).of(exchange) ?? [])
    .filter(({ outcome }) => outcome === 'accepted');

const lostViolation = (t: Trial, missing: readonly Sent[], of: number, { census }: Located): Violation => ({
  kind: 'lost',
  expected: `every accepted issue listed within ${t.run.settings.listedWithinMs} ms (LISTED_WITHIN_MS)`,
  actual: `${missing.length} of ${of} accepted issues are in no listing`,
  records: nowhereSeen(missing),
  ...shows({
    context: census.reads.flatMap(({ answers }) => answers.slice(0, 1)).slice(0, 1),
    answers: exchangesOf(missing),
  }),
});

const exchangesOf = (sent: readonly Sent[]): Exchange[] => sent.slice(-SHOWN).map(({ exchange }) => exchange);

/** What earlier creations sent, once more, so that what broke the rule comes about again; each is looked for at once. */
async function createAgain(t: Trial, missing: readonly Sent[], times: number): Promise<Sent[]> {
  const writer = writerOf(t);
  const exchanges: Exchange[] = [];
  for (let index = 0; index < times; index += 1) {
    const like = missing[index % missing.length];
    if (like === undefined) continue;
    exchanges.push(await submit(t, { ...validCreation(t), payload: writer.again(like) }));
    await lookAtOnce(t);
  }
  return acceptedOf(t, exchanges);
}

/** Judges creations by the records that came with them: each has to bring one. */
function judgeArrived(t: Trial, rounds: readonly Round[]): Judgement {
  const sum = (of: (round: Round) => number): number => rounds.reduce((all, round) => all + of(round), 0);
  const [created, arrived] = [
    sum(({ accepted }) => accepted),
    sum((round) => Math.min(round.arrived, round.accepted)),
  ];
  const exchanges = rounds.flatMap((round) => round.exchanges);
  return arrived < created
    ? broken(
        {
          kind: 'lost',
          expected: `a new record within ${t.run.settings.listedWithinMs} ms (LISTED_WITHIN_MS) of each accepted creation`,
          actual: `${created - arrived} of ${created} accepted creations brought no new record`,
          exchanges: exchanges.slice(-SHOWN),
        },
        created - arrived,
      )
    : held(exchanges);
}

/** Where no record shows a title, one that came with a creation is its issue. */
async function judgeListedByCount(t: Trial, located: Located): Promise<CaseResult[]> {
  const rounds: Round[] = [];
  const attempt = async (times: number): Promise<Doubt | null> => {
    // One at first, which is all that it takes where titles are hidden.
    const round =
      rounds.length === 0 ? await roundOfOne(t) : await countedRound(t, () => createSome(t, times));
    const { accepted, arrived, before, after, exchanges } = round;
    if (accepted === 0) return exchanges.map(hindrance).find((doubt) => doubt !== null) ?? NOT_AGAIN;
    rounds.push(round);
    if (arrived >= accepted) return rounds.length === 1 && (await isAtRestAfterOne(t)) ? null : OTHERS;
    if (!isCounted(before) || !isCounted(after)) return unread(located) ?? OTHERS;
    return after.whole || (await isAtRest(t, round)) ? null : OTHERS;
  };
  const doubt = await attempt(1);
  if (doubt !== null) return [undecided(doubt)];
  const judge = (): Judgement => judgeArrived(t, rounds);
  const first = judge();
  if (first.kind !== 'broken') return rounds.flatMap((round) => heldByCount(t, round));
  return [await confirmAgain(first, { counterexample: ONE_BY_ONE, by: 'issues', attempt, judge })];
}
