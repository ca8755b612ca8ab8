import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, isSuccess } from '../client/exchange.ts';
import { blaming } from '../engine/causes.ts';
import { type CaseResult, HELD, undecided } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { SIGHTINGS_TO_ACCUSE } from '../engine/tuning.ts';
import { type ConfirmedViolation, count, shows } from '../engine/violation.ts';
import { hindrance } from '../snapshot/listing.ts';
import {
  type Census,
  finalCount,
  type Located,
  locate,
  nowhereSeen,
  pagesOfPlaces,
  pagesWith,
  placesWith,
  takeCensus,
  unread,
} from './census.ts';
import { timesShown } from './own-records.ts';
import { acceptedIn } from './preconditions.ts';
import { countedRound, isAtRest, isAtRestAfterOne, isCounted, type Round, roundOfOne } from './rounds.ts';
import { isSingle, REFUSALS, type Sent, submit, validCreation, writerOf } from './writer.ts';

/** Creations that are made again at a time: as many as it takes where a service loses one of five; and how often. */
const AGAIN = 5;
/** Markers that a sentence names. */
const NAMED = 3;

const violated = (violation: ConfirmedViolation): CaseResult => ({ kind: 'violated', violation });
const ONE_BY_ONE = { created: 'one after the other' } as const;

/** Issues that are listed as they must be; a page that shows one of them is the example. */
function held(t: Trial, sent: readonly Sent[], census: Census): CaseResult[] {
  for (const one of sent)
    for (const page of pagesWith(census, one).slice(0, 1))
      t.judged.offer({ case: ONE_BY_ONE, exchange: page });
  return sent.map(() => HELD);
}

/** The same where records show no titles: what was created is all that there is to be shown. */
function heldByCount(t: Trial, { exchanges }: Round): CaseResult[] {
  for (const exchange of exchanges) t.judged.offer({ case: ONE_BY_ONE, exchange });
  return [HELD];
}

const named = (sent: readonly Sent[]): string =>
  `${sent
    .slice(0, NAMED)
    .map(({ marker }) => marker)
    .join(', ')}${sent.length > NAMED ? ', …' : ''}`;

const NOTHING_ACCEPTED = blaming(
  ['create.accepted'],
  'No creation was accepted in this run, so nothing can be looked for.',
);
const NOT_AGAIN = because(
  'unstable',
  'No listing shows an accepted issue by its title, and no further creation was accepted by which new records could be counted; run again when the service is stable.',
);
const NOT_FOUND = blaming(
  ['create.listed'],
  'No accepted issue was found in any listing, so it cannot be said how often one stands there.',
);
const ELSEWHERE = because(
  'unclear',
  'A created issue is named by the records of others and has none of its own that begins with its title, so it cannot be said whether it is listed.',
);

/** Issues that were accepted one by one: what became of those that were created at one moment is another rule's matter. */
const singles = (t: Trial): Sent[] => acceptedIn(t).filter(isSingle(t));

/** Every accepted issue turns up in some listing (section 1). @throws {Stopped} */
export async function judgeListed(t: Trial): Promise<readonly CaseResult[]> {
  if (singles(t).length === 0) return [undecided(NOTHING_ACCEPTED)];
  let located = await finalCount(t);
  // What comes with the next creation may show that titles are shown, and whose is missing.
  if (located.isBlind && (await roundOfOne(t)).after.shown.shownAs.size > 0) located = await finalCount(t);
  const accepted = singles(t);
  if (located.isBlind) return judgeListedByCount(t, located);
  const missing = located.missing.filter((sent) => accepted.includes(sent));
  if (missing.length === 0) return held(t, accepted, located.census);
  // What is listed at first and goes away with the next one is another rule's matter.
  if (await goesAwayLater(t)) return held(t, accepted, located.census);
  let [last, looked] = [located, accepted.length];
  for (let round = 0; ; round += 1) {
    if (last.missing.some(({ marker }) => last.census.shown.traces.has(marker)))
      return [undecided(ELSEWHERE)];
    const reason = unread(last);
    // A list that ended with a full page does so no more once it grew, unless it is cut off there.
    const mayGrow = last.census.whole && round < SIGHTINGS_TO_ACCUSE;
    if (reason !== null && !mayGrow) return [undecided(reason)];
    if (reason === null && missing.length >= SIGHTINGS_TO_ACCUSE)
      return [violated(lost(t, missing, looked, last))];
    if (round === SIGHTINGS_TO_ACCUSE) break;
    const again = await createAgain(t, missing);
    last = await locate(t, again);
    looked += again.length;
    missing.push(...last.missing);
  }
  return [
    undecided(
      because(
        'unstable',
        `${count(missing.length, 'issue')} of ${looked} that were accepted are not listed (${named(missing)}), too few to be sure: somebody may have removed them; run again when the service is stable.`,
      ),
    ),
  ];
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

const lost = (t: Trial, missing: readonly Sent[], of: number, { census }: Located): ConfirmedViolation => ({
  kind: 'lost',
  expected: `every accepted issue listed within ${t.run.settings.listedWithinMs} ms (LISTED_WITHIN_MS)`,
  actual: `${missing.length} of ${of} accepted issues are in no listing`,
  records: nowhereSeen(missing),
  counterexample: ONE_BY_ONE,
  reproduced: { seen: missing.length, tries: of },
  ...shows({
    context: census.reads.flatMap(({ answers }) => answers.slice(0, 1)).slice(0, 1),
    answers: exchangesOf(missing),
  }),
});

const exchangesOf = (sent: readonly Sent[]): Exchange[] => sent.slice(-NAMED).map(({ exchange }) => exchange);

/** What earlier creations sent, once more, so that what broke the rule comes about again. */
async function createAgain(t: Trial, missing: readonly Sent[]): Promise<Sent[]> {
  const writer = writerOf(t);
  const exchanges: Exchange[] = [];
  for (let index = 0; index < AGAIN; index += 1) {
    const like = missing[index % missing.length];
    if (like === undefined) continue;
    exchanges.push(await submit(t, { ...validCreation(t), payload: writer.again(like) }));
  }
  return acceptedOf(t, exchanges);
}

const OTHERS = because(
  'unstable',
  'New records came that do not show whose they are, and not as many as were created; run again while nobody else writes.',
);

/** Where no record shows a title, one that came with a creation is its issue. */
async function judgeListedByCount(t: Trial, located: Located): Promise<CaseResult[]> {
  let [missing, created] = [0, 0];
  const exchanges: Exchange[] = [];
  // One at first, which is all that it takes where titles are hidden; then as many as are missing to that.
  for (const size of [1, SIGHTINGS_TO_ACCUSE - 1]) {
    const round = created === 0 ? await roundOfOne(t) : await countedRound(t, () => createSome(t, size));
    if (round.accepted === 0)
      return [undecided(round.exchanges.map(hindrance).find((doubt) => doubt !== null) ?? NOT_AGAIN)];
    if (round.arrived >= round.accepted)
      return created === 0 && (await isAtRestAfterOne(t)) ? heldByCount(t, round) : [undecided(OTHERS)];
    if (!isCounted(round.before) || !isCounted(round.after)) return [undecided(unread(located) ?? OTHERS)];
    if (!round.after.whole && !(await isAtRest(t, round))) return [undecided(OTHERS)];
    created += round.accepted;
    missing += round.accepted - round.arrived;
    exchanges.push(...round.exchanges);
  }
  return [
    violated({
      kind: 'lost',
      expected: `a new record within ${t.run.settings.listedWithinMs} ms (LISTED_WITHIN_MS) of each accepted creation`,
      actual: `${missing} of ${created} accepted creations brought no new record`,
      counterexample: ONE_BY_ONE,
      reproduced: { seen: missing, tries: created },
      exchanges: exchanges.slice(-NAMED),
    }),
  ];
}

async function createSome(t: Trial, times: number): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (let left = times; left > 0; left -= 1) exchanges.push(await submit(t, validCreation(t)));
  return exchanges;
}

/** No accepted issue is listed more than once (section 1). @throws {Stopped} */
export async function judgeOnce(t: Trial): Promise<readonly CaseResult[]> {
  const accepted = singles(t);
  if (accepted.length === 0) return [undecided(NOTHING_ACCEPTED)];
  const located = await finalCount(t);
  if (located.isBlind) return judgeOnceByCount(t);
  const shown = accepted.filter((sent) => !located.missing.includes(sent));
  if (shown.length === 0) return [undecided(NOT_FOUND)];
  const doubled = located.doubled.filter((sent) => accepted.includes(sent));
  const [first] = doubled;
  if (first === undefined) return held(t, shown, located.census);
  const doubt = whoseTheyMayBe(t, located, doubled);
  if (doubt !== null) return [undecided(doubt)];
  // The issue that doubled is looked at again: a list that moves meanwhile shows it on two pages, and not each time.
  let [seen, last] = [1, located.census];
  for (let left = SIGHTINGS_TO_ACCUSE - 1; left > 0; left -= 1) {
    last = await takeCensus(t, t.bed.written, 'ends');
    if (timesShown(last.shown, first.marker) > 1) seen += 1;
  }
  if (seen < SIGHTINGS_TO_ACCUSE)
    return [
      undecided(
        because(
          'unstable',
          `An accepted issue was listed more than once in ${seen} of ${SIGHTINGS_TO_ACCUSE} looks (${first.marker}); run again when the list is stable.`,
        ),
      ),
    ];
  const place = placesWith(last, first);
  return [
    violated({
      kind: 'duplicated',
      expected: 'every accepted issue listed once',
      actual:
        doubled.length === shown.length && shown.length > 1
          ? `all ${shown.length} accepted issues are listed more than once`
          : `${doubled.length} of ${shown.length} accepted issues ${doubled.length === 1 ? 'is' : 'are'} listed more than once`,
      records: [place],
      counterexample: ONE_BY_ONE,
      reproduced: { seen: seen, tries: SIGHTINGS_TO_ACCUSE },
      ...shows({ context: [first.exchange], answers: pagesOfPlaces([place]) }),
    }),
  ];
}

/** Why records that show the title of another issue need not come from it: creations that had to be refused were accepted. */
function whoseTheyMayBe(t: Trial, { census }: Located, doubled: readonly Sent[]): Doubt | null {
  const writer = writerOf(t);
  const strays = t.run.exchanges.filter((exchange) => {
    if (exchange.request.method !== 'POST' || !isSuccess(exchange)) return false;
    const sent = writer.of(exchange);
    return (
      sent === undefined || (sent.outcome === 'uncertain' && timesShown(census.shown, sent.marker) === 0)
    );
  });
  const more = doubled.reduce((sum, { marker }) => sum + timesShown(census.shown, marker) - 1, 0);
  return strays.length > 0 && strays.length >= more
    ? blaming(
        REFUSALS,
        `${count(more, 'more record')} with the titles of accepted issues may be of the ${count(strays.length, 'creation')} that had to be refused and was not.`,
      )
    : null;
}

async function judgeOnceByCount(t: Trial): Promise<CaseResult[]> {
  const rounds: Round[] = [];
  for (let left = SIGHTINGS_TO_ACCUSE; left > 0; left -= 1) {
    const round = rounds.length === 0 ? await roundOfOne(t) : await countedRound(t, () => createSome(t, 1));
    rounds.push(round);
    if (round.accepted === 0 || round.arrived < round.accepted) return [undecided(NOT_FOUND)];
    if (rounds.length === 1 ? !(await isAtRestAfterOne(t)) : !(await isAtRest(t, round)))
      return [undecided(OTHERS)];
    if (round.arrived === round.accepted) return heldByCount(t, round);
    if (!isCounted(round.before) || !isCounted(round.after)) return [undecided(OTHERS)];
  }
  const last = rounds.at(-1);
  return [
    violated({
      kind: 'duplicated',
      expected: 'one new record with each accepted creation',
      actual: `${last?.arrived ?? 0} new records with one accepted creation`,
      counterexample: ONE_BY_ONE,
      reproduced: { seen: rounds.length, tries: rounds.length },
      exchanges: last?.exchanges ?? [],
    }),
  ];
}
