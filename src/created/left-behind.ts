import { because } from '../client/doubt.ts';
import { endOf } from '../client/exchange.ts';
import { blaming } from '../model/causes.ts';
import { type CaseResult, HELD, undecided } from '../model/check.ts';
import { shows } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { type Census, finalCount, privateCount } from './census.ts';
import { pagesOfPlaces, placesWith, whyBlind, whyUnrecognised } from './fates.ts';
import { acceptedIn, anonymously, elsewhere, untitled } from './shared-creations.ts';
import { REFUSALS, type Sent, writerOf } from './writer.ts';

/** Sends requests that must be refused, in case no other rule does. @throws {Stopped} */
export async function sendRefused(t: Trial): Promise<void> {
  await Promise.all([...(t.run.mayBeSignedIn ? [] : [anonymously(t)]), untitled(t), elsewhere(t)]);
}

const refusedIn = (t: Trial): Sent[] => writerOf(t).sent.filter(({ outcome }) => outcome === 'refused');

/** A request that had to be refused, and the census that shows its issue. */
export interface Stored {
  readonly sent: Sent;
  readonly census: Census;
}

/** Returns the requests whose title or body is a record's own. */
export const storedIn = (census: Census, refused: readonly Sent[]): Stored[] =>
  refused.filter(({ marker }) => census.shown.begun.has(marker)).map((sent) => ({ sent, census }));

/** Returns the violation of refused requests that left issues; once is enough. */
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

/** Notes for how long the list was watched, and a refused request as an example. */
function noteWatched(t: Trial, refused: readonly Sent[]): void {
  const ends = refused.map(({ exchange }) => endOf(exchange));
  const since = (end: number): string => (Math.max(0, t.run.clock.now() - end) / 1000).toFixed(1);
  t.note = `${refused.length} refused requests; the first was watched for ${since(Math.min(...ends))} s, the last for ${since(Math.max(...ends))} s.`;
  for (const { exchange } of refused) t.judged.count(t.run.askerOf(exchange) ?? 'invalid');
  const inOrder = refused.toSorted((a, b) => (saidBy(a) < saidBy(b) ? -1 : 1));
  for (const { exchange } of inOrder.slice(0, 1))
    t.judged.offer({ case: { refused: exchange.response?.status }, exchange });
}

/** Judges if a refused request left an issue in any listing (sections 4.2 and 7). @throws {Stopped} */
export async function judgeLeftBehind(t: Trial): Promise<readonly CaseResult[]> {
  const refused = refusedIn(t);
  if (refused.length === 0)
    return [undecided(blaming(REFUSALS, 'No request was refused, so none can have left anything behind.'))];
  const [located, ofPrivate] = await Promise.all([finalCount(t), privateCount(t)]);
  const stored = [located.census, ...ofPrivate].flatMap((census) => storedIn(census, refused));
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
  if (located.isBlind) return [undecided(whyBlind(located))];
  if (located.listed.length === 0)
    return [
      undecided(
        blaming(
          ['create.listed'],
          'No accepted issue was found in any listing, so it is not known where a wrongly stored one would stand.',
        ),
      ),
    ];
  const unrecognised = whyUnrecognised(t, located);
  if (unrecognised === null) noteWatched(t, refused);
  return unrecognised === null ? refused.map(() => HELD) : [undecided(unrecognised)];
}

/** Returns what a refused request said and was told, without its marker: they are sent in any order. */
const saidBy = ({ marker, exchange: { request, response } }: Sent): string =>
  JSON.stringify([response?.status, request.url, request.body?.replaceAll(marker, '')]);
