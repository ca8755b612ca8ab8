import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, endOf, isRefusal } from '../client/exchange.ts';
import { ANONYMOUS } from '../client/request.ts';
import { blaming } from '../engine/causes.ts';
import { drawFrom } from '../engine/generated.ts';
import {
  broken,
  type CaseResult,
  HELD,
  held,
  type Judgement,
  resultOf,
  undecided,
} from '../engine/oracle.ts';
import { orderLasts } from '../engine/preconditions.ts';
import type { Trial } from '../engine/trial.ts';
import { shows } from '../engine/violation.ts';
import { confirmAgain } from './again.ts';
import {
  type Census,
  finalCount,
  newcomers,
  pagesOfPlaces,
  placesWith,
  takeCensus,
  WAITS,
  waitForLag,
} from './census.ts';
import { arrivedBetween, isCounted, roundOfOne } from './rounds.ts';
import { acceptedIn, anonymously, elsewhere, untitled } from './shared-creations.ts';
import { REFUSALS, type Sent, type Submission, submit, validPayload, writerOf } from './writer.ts';

/** Requests that are refused whatever else is tried: sent for this rule where no other one sends them. @throws {Stopped} */
export async function sendRefused(t: Trial): Promise<void> {
  await Promise.all([...(t.run.mayBeSignedIn ? [] : [anonymously(t)]), untitled(t), elsewhere(t)]);
}

const refusedIn = (t: Trial): Sent[] => writerOf(t).sent.filter(({ outcome }) => outcome === 'refused');

/** Records of refused requests: those whose own title or body is the one that was sent. */
function storedIn(census: Census, refused: readonly Sent[]): { sent: Sent; census: Census }[] {
  return refused.filter(({ marker }) => census.shown.begun.has(marker)).map((sent) => ({ sent, census }));
}

/** How far the private repository is searched. */
const HOW_FAR = { quick: 'first', standard: 'beginning', thorough: 'beginning' } as const;
const WHERE = { quick: 'plain list', standard: 'every state', thorough: 'every state' } as const;

/** What the private repository holds, where there is one. @throws {Stopped} */
async function countHidden(t: Trial): Promise<Census | null> {
  const { privateRepository } = t.bed;
  if (privateRepository === undefined) return null;
  if (WAITS[t.profile]) await waitForLag(t);
  return takeCensus(t, privateRepository, HOW_FAR[t.profile], WHERE[t.profile]);
}

type Stored = ReturnType<typeof storedIn>[number];

/** Issues that come from refused requests: once is enough. */
function storedViolation(stored: readonly Stored[], first: Stored, refused: number): CaseResult {
  const { at } = placesWith(first.census, first.sent);
  const place = { name: first.sent.marker, at: at.slice(0, 1) };
  const pages = pagesOfPlaces([place]);
  const { request, response } = first.sent.exchange;
  const statuses = [...new Set(stored.map(({ sent }) => sent.exchange.response?.status))].join(', ');
  const isOne = stored.length === 1;
  return {
    kind: 'violated',
    violation: {
      kind: 'stored',
      expected: 'no issue in any listing that comes from a refused request',
      actual: `${isOne ? 'an issue' : `${stored.length} issues`} listed from ${isOne ? 'a request' : 'requests'} answered ${statuses}`,
      records: [place],
      counterexample: { request: request.body, status: response?.status },
      reproduced: { seen: stored.length, tries: refused },
      ...shows({
        context: pages.length === 0 ? [] : [first.sent.exchange],
        answers: pages.length === 0 ? [first.sent.exchange] : pages,
      }),
    },
  };
}

/** Notes for how long the list was watched for what refused requests left, and one of them as an example. */
function noteWatched(t: Trial, refused: readonly Sent[]): void {
  const ends = refused.map(({ exchange }) => endOf(exchange));
  const since = (end: number): string => (Math.max(0, t.run.clock.now() - end) / 1000).toFixed(1);
  t.note = `${refused.length} refused requests; the first was watched for ${since(Math.min(...ends))} s, the last for ${since(Math.max(...ends))} s.`;
  for (const { exchange } of refused) t.judged.count(t.run.askerOf(exchange) ?? 'invalid');
  const inOrder = refused.toSorted((a, b) => (saidBy(a) < saidBy(b) ? -1 : 1));
  for (const { exchange } of inOrder.slice(0, 1))
    t.judged.offer({ case: { refused: exchange.response?.status }, exchange });
}

/** No request that was refused left an issue behind, in any listing (sections 4.2 and 7). @throws {Stopped} */
export async function judgeLeftBehind(t: Trial): Promise<readonly CaseResult[]> {
  const refused = refusedIn(t);
  if (refused.length === 0)
    return [undecided(blaming(REFUSALS, 'No request was refused, so none can have left anything behind.'))];
  const [located, hidden] = await Promise.all([finalCount(t), countHidden(t)]);
  const stored = [located.census, ...(hidden === null ? [] : [hidden])].flatMap((census) =>
    storedIn(census, refused),
  );
  const [first] = stored;
  if (first !== undefined) return [storedViolation(stored, first, refused.length)];
  const accepted = acceptedIn(t);
  if (accepted.length === 0)
    return [
      undecided(
        t.run.settings.writes === 'all'
          ? blaming(
              ['create.accepted'],
              'No issue was accepted in this run, so it is not known where a wrongly stored one would stand.',
            )
          : because(
              'setting',
              'No issue may be created in this run, so it is not known where a wrongly stored one would stand; WRITES=all decides it.',
            ),
      ),
    ];
  const isHidden = located.isBlind && (await roundOfOne(t)).arrived > 0;
  if (located.isBlind && !isHidden)
    return [
      undecided(
        blaming(
          ['create.listed'],
          'No accepted issue was found in any listing, so it is not known where a wrongly stored one would stand.',
        ),
      ),
    ];
  const nameless = await judgeNameless(t, located.census, isHidden);
  if (nameless !== null) return [nameless];
  noteWatched(t, refused);
  return refused.map(() => HELD);
}

/** What a refused request said and was told, whatever its marker: they are sent in any order. */
const saidBy = ({ marker, exchange: { request, response } }: Sent): string =>
  JSON.stringify([response?.status, request.url, request.body?.replaceAll(marker, '')]);

/** A request that must be refused. */
interface Kind {
  readonly shown: string;
  readonly payload: Submission['payload'];
  readonly anonymous?: boolean;
}

const UNTITLED: Kind = { shown: '{}', payload: () => ({}) };
const BODY_ALONE: Kind = { shown: '{"body": "…"}', payload: (_title, marker) => ({ body: marker }) };
/** Payloads that must be refused and have no room for a marker, or none that a record need show. */
const NAMELESS: readonly Kind[] = [
  BODY_ALONE,
  UNTITLED,
  { shown: '{"title": null}', payload: () => ({ title: null }) },
  { shown: '{"title": 42}', payload: () => ({ title: 42 }) },
  { shown: '[]', payload: () => [] },
  { shown: 'null', payload: () => null },
];
/** What it leaves behind shows its marker, where titles are shown. */
const NAMED: Kind = { shown: '{"title": "…"}', payload: validPayload, anonymous: true };
/** Requests of one kind that are sent at once: as many new issues is more than others are likely to create meanwhile. */
const AT_ONCE = 4;
/** Before a round some more listings are asked for, by chance, so that nothing keeps step with the rounds. */
const MORE = 3;

interface Round {
  readonly exchanges: readonly Exchange[];
  readonly isRefused: boolean;
  /** Records that came with them. */
  readonly arrived: number;
  /** Whether it is known how many there were before and after. */
  readonly isCounted: boolean;
}

/** Sends refused requests of one kind, with nothing else in flight, and counts the records that come with them. */
function oneRound(t: Trial, { payload, anonymous }: Kind, draw: () => number): Promise<Round> {
  const as = anonymous === true ? ANONYMOUS : t.as('member');
  return t.run.target.alone(async () => {
    for (let left = Math.floor(draw() * (MORE + 1)); left > 0; left -= 1)
      await t.send(() => t.listing({}, t.base, t.bed.written));
    const before = await takeCensus(t, t.bed.written, 'ends');
    const exchanges = await Promise.all(
      Array.from({ length: AT_ONCE }, () => submit(t, { repository: t.bed.written, as, payload })),
    );
    const after = await takeCensus(t, t.bed.written, 'ends');
    return {
      exchanges,
      isRefused: exchanges.every(isRefusal),
      arrived: arrivedBetween(t, before, after),
      isCounted: isCounted(before) && isCounted(after),
    };
  });
}

const isEffect = ({ isRefused, arrived, isCounted: isKnown }: Round): boolean =>
  isRefused && isKnown && arrived === AT_ONCE;

const OTHERS_COME = because(
  'unstable',
  'New records come with every request that is refused, and they do not show whose they are; run again while nobody else writes.',
);

/** Judges rounds of refused requests of one kind: each has to bring as many records as it sends requests. */
function judgeRounds(rounds: readonly Round[]): Judgement {
  const [last] = rounds.slice(-1);
  if (last === undefined || !rounds.every(isEffect))
    return held(rounds.flatMap(({ exchanges }) => exchanges));
  return broken(
    {
      kind: 'stored',
      expected: 'no new record in any listing after requests that were refused',
      actual: `${AT_ONCE} new records after ${AT_ONCE} requests that were refused`,
      exchanges: last.exchanges.slice(0, 2),
    },
    rounds.length,
    { fleeting: true },
  );
}

/**
 * Tries whether refused requests of one kind bring as many records each time, while as many of another kind bring none.
 * @throws {Stopped}
 */
async function tryKind(t: Trial, kind: Kind, control: Kind, draw: () => number): Promise<CaseResult> {
  const rounds: Round[] = [];
  const attempt = async (times: number): Promise<Doubt | null> => {
    for (let left = times; left > 0 && rounds.every(isEffect); left -= 1) {
      rounds.push(await oneRound(t, kind, draw));
      if (rounds.every(isEffect) && (await oneRound(t, control, draw)).arrived > 0) return OTHERS_COME;
    }
    return null;
  };
  const others = await attempt(1);
  if (others !== null) return undecided(others);
  const first = judgeRounds(rounds);
  if (first.kind !== 'broken') return resultOf(first);
  const counterexample = kind.anonymous === true ? { credential: 'none' } : { payload: kind.shown };
  return confirmAgain(first, { counterexample, by: 'numbers', attempt, judge: () => judgeRounds(rounds) });
}

/**
 * Issues without a trace of the request that made them. New records that are not this run's are a suspicion; refused
 * payloads of one kind, sent again several at once and with nothing else in flight, have to bring as many of them each
 * time, while as many refused requests of another kind bring none.
 */
async function judgeNameless(t: Trial, census: Census, isHidden: boolean): Promise<CaseResult | null> {
  if (t.first.identity.kind === 'none' && !isHidden) return null;
  // Where the list has no order, each reading of it holds others.
  const isOrdered = (await orderLasts.establish(t)) === null;
  const isSuspicious = isHidden || (isOrdered && newcomers(t, census) > 0);
  if (!isSuspicious) return null;
  if (isHidden && !isCounted(census) && !isCounted(await takeCensus(t, t.bed.written, 'ends')))
    return undecided(
      because(
        'limit',
        'The records show no titles and the list has more pages than this profile reads, so issues of refused requests cannot be told from others; a smaller repository decides it.',
      ),
    );
  const draw = drawFrom(t.ownSeed);
  // Whoever may be signed in is refused for what is sent alone.
  const { mayBeSignedIn } = t.run;
  for (const kind of isHidden && !mayBeSignedIn ? [NAMED, ...NAMELESS] : NAMELESS) {
    const other = mayBeSignedIn ? BODY_ALONE : NAMED;
    const control = kind === other ? UNTITLED : other;
    const result = await tryKind(t, kind, control, draw);
    if (result.kind === 'violated') return result;
    // Where records show whose they are, those of others are no reason to doubt.
    if (result.kind !== 'held') return isHidden ? result : null;
  }
  return null;
}
