import type { Doubt } from '../client/doubt.ts';
import { isSuccess } from '../client/exchange.ts';
import { blaming } from '../engine/causes.ts';
import { type Broken, broken, type CaseResult, held, type Judgement, undecided } from '../engine/oracle.ts';
import type { Trial } from '../engine/trial.ts';
import { count, shows } from '../engine/violation.ts';
import { confirmAgain } from './again.ts';
import { type Census, finalCount, type Located, pagesOfPlaces, placesWith, takeCensus } from './census.ts';
import { createSome, heldByCount, heldIn, NOTHING_ACCEPTED, ONE_BY_ONE, OTHERS, singles } from './fates.ts';
import { timesShown } from './own-records.ts';
import { countedRound, isAtRest, isAtRestAfterOne, isCounted, type Round, roundOfOne } from './rounds.ts';
import { REFUSALS, type Sent, writerOf } from './writer.ts';

const NOT_FOUND = blaming(
  ['create.listed'],
  'No accepted issue was found in any listing, so it cannot be said how often one stands there.',
);

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
  if (first === undefined) return heldIn(t, shown, located.census);
  const doubt = whoseTheyMayBe(t, located, doubled);
  if (doubt !== null) return [undecided(doubt)];
  return [await confirmDoubled(t, located.census, first, { doubled: doubled.length, shown: shown.length })];
}

/** Looks again at an issue that doubled: a list that moves meanwhile shows it on two pages, and not each time. @throws {Stopped} */
function confirmDoubled(
  t: Trial,
  census: Census,
  sent: Sent,
  { doubled, shown }: { readonly doubled: number; readonly shown: number },
): Promise<CaseResult> {
  const seen = [census];
  const attempt = async (times: number): Promise<null> => {
    for (let left = times; left > 0; left -= 1) {
      const now = await takeCensus(t, t.bed.written, 'ends');
      if (timesShown(now.shown, sent.marker) > 1) seen.push(now);
    }
    return null;
  };
  const judge = (): Broken => {
    const place = placesWith(seen.at(-1) ?? census, sent);
    return broken(
      {
        kind: 'duplicated',
        expected: 'every accepted issue listed once',
        actual:
          doubled === shown && shown > 1
            ? `all ${shown} accepted issues are listed more than once`
            : `${doubled} of ${shown} accepted issues ${doubled === 1 ? 'is' : 'are'} listed more than once`,
        records: [place],
        ...shows({ context: [sent.exchange], answers: pagesOfPlaces([place]) }),
      },
      seen.length,
    );
  };
  return confirmAgain(judge(), { counterexample: ONE_BY_ONE, by: 'creations', attempt, judge });
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

/** Judges creations by the records that came with them: none may bring more than one. */
function judgeSurplus(rounds: readonly Round[]): Judgement {
  const odd = rounds.filter(({ arrived, accepted }) => arrived > accepted);
  const last = odd.at(-1);
  return last === undefined
    ? held(rounds.flatMap(({ exchanges }) => exchanges))
    : broken(
        {
          kind: 'duplicated',
          expected: 'one new record with each accepted creation',
          actual: `${last.arrived} new records with one accepted creation`,
          exchanges: last.exchanges,
        },
        odd.length,
      );
}

async function judgeOnceByCount(t: Trial): Promise<CaseResult[]> {
  const rounds: Round[] = [];
  const attempt = async (times: number): Promise<Doubt | null> => {
    for (let left = times; left > 0; left -= 1) {
      const isFirst = rounds.length === 0;
      const round = isFirst ? await roundOfOne(t) : await countedRound(t, () => createSome(t, 1));
      rounds.push(round);
      const { accepted, arrived, before, after } = round;
      if (accepted === 0 || arrived < accepted) return NOT_FOUND;
      if (!(await (isFirst ? isAtRestAfterOne(t) : isAtRest(t, round)))) return OTHERS;
      if (arrived > accepted && !(isCounted(before) && isCounted(after))) return OTHERS;
    }
    return null;
  };
  const doubt = await attempt(1);
  if (doubt !== null) return [undecided(doubt)];
  const judge = (): Judgement => judgeSurplus(rounds);
  const first = judge();
  return first.kind === 'broken'
    ? [await confirmAgain(first, { counterexample: ONE_BY_ONE, by: 'creations', attempt, judge })]
    : rounds.flatMap((round) => heldByCount(t, round));
}
