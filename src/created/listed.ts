import { because } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { goesTo } from '../client/request.ts';
import { broken, type CaseResult, type Judgement, resultOf, undecided } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { SIGHTINGS_TO_ACCUSE } from '../engine/tuning.ts';
import { shows, type Violation } from '../engine/violation.ts';
import { confirmAgain } from './again.ts';
import { finalCount, type Located, locate, lookAtOnce, shownTo } from './census.ts';
import { judgeComingAndGoing } from './comes-and-goes.ts';
import { heldIn, NOTHING_ACCEPTED, nowhereSeen, ONE_BY_ONE, singles, whyBlind, whyUnread } from './fates.ts';
import { type Sent, submit, validCreation, writerOf } from './writer.ts';

/** Accepted creations that a report shows. */
const SHOWN = 3;

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
    for (const marker of shownTo(t, [exchange]).records.keys()) writer.noteListed(marker, bed.written);
  });
}

/** Every accepted issue turns up in some listing (section 1). @throws {Stopped} */
export async function judgeListed(t: Trial): Promise<readonly CaseResult[]> {
  if (singles(t).length === 0) return [undecided(NOTHING_ACCEPTED)];
  const located = await finalCount(t);
  const accepted = singles(t);
  const missing = neverListed(t, located).filter((sent) => accepted.includes(sent));
  if (missing.length > 0) return [await confirmLost(t, located, missing, accepted.length)];
  const listed = accepted.filter(({ marker }) => writerOf(t).wasListed(marker));
  if (listed.length === 0) return [undecided(whyBlind(located))];
  const flickering = await judgeComingAndGoing(t, located, listed);
  return flickering === null ? heldIn(t, listed, located.census) : [flickering];
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
    const doubt = whyUnread(last);
    return doubt === null ? broken(lostViolation(t, some, of, last), some.length) : undecided(doubt);
  };
  // A list that ended with a full page may do so no more once it grew, unless it is cut off there.
  if (whyUnread(last) !== null && last.census.whole) await attempt(SIGHTINGS_TO_ACCUSE);
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
