import { because, type Doubt } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { broken, type CaseResult, held, type Judgement, resultOf, undecided } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { SIGHTINGS_TO_ACCUSE } from '../engine/tuning.ts';
import { shows, type Violation } from '../engine/violation.ts';
import { hindrance } from '../snapshot/listing.ts';
import { confirmAgain } from './again.ts';
import { finalCount, type Located, locate, nowhereSeen, takeCensus, unread } from './census.ts';
import { createSome, heldByCount, heldIn, NOTHING_ACCEPTED, ONE_BY_ONE, OTHERS, singles } from './fates.ts';
import { timesShown } from './own-records.ts';
import { acceptedIn } from './preconditions.ts';
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

/** Every accepted issue turns up in some listing (section 1). @throws {Stopped} */
export async function judgeListed(t: Trial): Promise<readonly CaseResult[]> {
  if (singles(t).length === 0) return [undecided(NOTHING_ACCEPTED)];
  let located = await finalCount(t);
  // What comes with the next creation may show that titles are shown, and whose is missing.
  if (located.isBlind && (await roundOfOne(t)).after.shown.shownAs.size > 0) located = await finalCount(t);
  const accepted = singles(t);
  if (located.isBlind) return judgeListedByCount(t, located);
  const missing = located.missing.filter((sent) => accepted.includes(sent));
  if (missing.length === 0) return heldIn(t, accepted, located.census);
  // What is listed at first and goes away with the next one is another rule's matter.
  if (await goesAwayLater(t)) return heldIn(t, accepted, located.census);
  return [await confirmLost(t, located, missing, accepted.length)];
}

/** Confirms that issues are not listed: creations like them have to be missing as well. @throws {Stopped} */
async function confirmLost(
  t: Trial,
  located: Located,
  missing: readonly Sent[],
  accepted: number,
): Promise<CaseResult> {
  let last = located;
  const [lost, looked] = [[...missing], { times: accepted }];
  const attempt = async (times: number): Promise<null> => {
    const again = await createAgain(t, lost, times);
    last = await locate(t, again);
    looked.times += again.length;
    lost.push(...last.missing);
    return null;
  };
  const judge = (): Judgement => {
    if (last.missing.some(({ marker }) => last.census.shown.traces.has(marker))) return undecided(ELSEWHERE);
    const doubt = unread(last);
    return doubt === null
      ? broken(lostViolation(t, lost, looked.times, last), lost.length)
      : undecided(doubt);
  };
  // A list that ended with a full page does so no more once it grew, unless it is cut off there.
  if (unread(last) !== null && last.census.whole) await attempt(SIGHTINGS_TO_ACCUSE);
  const first = judge();
  return first.kind === 'broken'
    ? confirmAgain(first, {
        counterexample: ONE_BY_ONE,
        by: 'issues',
        before: looked.times,
        attempt,
        judge,
      })
    : resultOf(first);
}

/** Creations after which an issue that was listed may be gone, at most. */
const MOST_LATER = 20;

/** Whether an issue that is listed once it was created is so no more after as many others as the run has created. */
async function goesAwayLater(t: Trial): Promise<boolean> {
  const others = Math.min(MOST_LATER, acceptedIn(t).length);
  const [first] = acceptedOf(t, [await submit(t, validCreation(t))]);
  if (first === undefined || (await locate(t, [first])).missing.length > 0) return false;
  // The next one shows most of it.
  for (const size of [1, others - 1]) {
    if (size < 1) continue;
    const created = acceptedOf(t, await createSome(t, size));
    const last = created.at(-1);
    // Once that is listed, the list is of no earlier time.
    if (last === undefined || (await locate(t, [last])).missing.length > 0) return false;
    const { shown, whole } = await takeCensus(t, t.bed.written, 'whole');
    if (whole && timesShown(shown, first.marker) === 0) return true;
  }
  return false;
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

/** What earlier creations sent, once more, so that what broke the rule comes about again. */
async function createAgain(t: Trial, missing: readonly Sent[], times: number): Promise<Sent[]> {
  const writer = writerOf(t);
  const exchanges: Exchange[] = [];
  for (let index = 0; index < times; index += 1) {
    const like = missing[index % missing.length];
    if (like === undefined) continue;
    exchanges.push(await submit(t, { ...validCreation(t), payload: writer.again(like) }));
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
