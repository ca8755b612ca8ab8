import type { Doubt } from '../client/doubt.ts';
import { isSuccess } from '../client/exchange.ts';
import { blaming } from '../model/causes.ts';
import { type Broken, broken, type CaseResult, undecided } from '../model/check.ts';
import { count, shows } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { confirmAgain } from './again.ts';
import { type Census, finalCount, type Located, takeCensus } from './census.ts';
import {
  heldIn,
  NOTHING_ACCEPTED,
  ONE_BY_ONE,
  pagesOfPlaces,
  placesWith,
  singles,
  whyBlind,
  whyUnrecognised,
} from './fates.ts';
import { timesShown } from './own-records.ts';
import { REFUSALS, type Sent, writerOf } from './writer.ts';

const NOT_FOUND = blaming(
  ['create.listed'],
  'No accepted issue was found in any listing, so it cannot be said how often one stands there.',
);

/** Judges if an accepted issue is listed more than once (section 1). @throws {Stopped} */
export async function judgeOnce(t: Trial): Promise<readonly CaseResult[]> {
  const accepted = singles(t);
  if (accepted.length === 0) return [undecided(NOTHING_ACCEPTED)];
  const located = await finalCount(t);
  if (located.isBlind) return [undecided(whyBlind(located))];
  const shown = located.listed.filter((sent) => accepted.includes(sent));
  if (shown.length === 0) return [undecided(NOT_FOUND)];
  const doubled = located.doubled.filter((sent) => accepted.includes(sent));
  const [first] = doubled;
  if (first === undefined) {
    const unrecognised = whyUnrecognised(t, located, shown);
    return unrecognised === null ? heldIn(t, shown, located.census) : [undecided(unrecognised)];
  }
  const doubt = whoseTheyMayBe(t, located, doubled);
  if (doubt !== null) return [undecided(doubt)];
  return [await confirmDoubled(t, located.census, first, { doubled: doubled.length, shown: shown.length })];
}

/** Reads an issue again that is listed twice: a list that changes may show it on two pages, and not each time. @throws {Stopped} */
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

/** Returns why further records with a title may be of other requests: creations that had to be refused were accepted. */
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
