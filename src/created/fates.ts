import { because, type Doubt } from '../client/doubt.ts';
import { type Exchange, textOf } from '../client/exchange.ts';
import { blaming } from '../model/causes.ts';
import { type CaseResult, HELD } from '../model/check.ts';
import type { Misplaced } from '../model/violation.ts';
import type { Trial } from '../run/trial.ts';
import { keysOf, resultsIn } from '../snapshot/listing.ts';
import { FULL_PAGE } from '../snapshot/snapshot.ts';
import { type Census, type Located, pagesWith } from './census.ts';
import type { Read } from './reading.ts';
import { acceptedIn } from './shared-creations.ts';
import { isSingle, type Sent } from './writer.ts';

/** The case of issues that were created one by one, as reports show it. */
export const ONE_BY_ONE = { created: 'one after the other' } as const;

export const NOTHING_ACCEPTED = blaming(
  ['create.accepted'],
  'No creation was accepted in this run, so nothing can be looked for.',
);

/** Returns the issues that were accepted one by one: `create.concurrent` judges those of bursts. */
export const singles = (t: Trial): Sent[] => acceptedIn(t).filter(isSingle(t));

/** Results for issues that are listed as they must be; a page that shows one of them is the example. */
export function heldIn(t: Trial, sent: readonly Sent[], census: Census): CaseResult[] {
  for (const one of sent)
    for (const page of pagesWith(census, one).slice(0, 1))
      t.judged.offer({ case: ONE_BY_ONE, exchange: page });
  return sent.map(() => HELD);
}

/** True if every page that was read is answered like the first one. */
function repeats({ answers: [first, ...others] }: Read): boolean {
  if (first?.response === undefined || first.response === null) return false;
  const text = textOf(first.response);
  return others.length > 1 && others.every(({ response }) => response !== null && textOf(response) === text);
}

const ELSEWHERE = because(
  'unclear',
  'A listing names an accepted issue, but in no record of its own, so it is not known if it is listed.',
);

/** Returns why an issue that was not seen may be listed all the same, or `null`. */
export function whyUnread({ missing, census: { whole, hindrance, reads, shown } }: Located): Doubt | null {
  if (missing.some(({ marker }) => shown.traces.has(marker))) return ELSEWHERE;
  if (!whole) {
    if (hindrance !== null) return hindrance;
    return reads.some((read) => !read.whole && repeats(read))
      ? blaming(
          ['list.page.slices', 'list.page.partition'],
          'An accepted issue was not seen, and every page of the list is answered like the first one, so that it has no end.',
        )
      : because(
          'limit',
          'An accepted issue was not seen among the first and the last pages, and the list has more pages than this profile reads; a smaller repository decides it.',
        );
  }
  // A service may cut a list off behind a full page.
  const endsFull = reads.some(({ answers }) => {
    const length = answers.reduce((sum, answer) => sum + resultsIn(answer), 0);
    return length > 0 && length % FULL_PAGE === 0;
  });
  return endsFull
    ? blaming(
        ['list.page.slices'],
        'An accepted issue was not seen, and the list ends with a full page, so that it may go on behind it; create one more issue and run again.',
      )
    : null;
}

/** Returns why accepted issues cannot be located if no listing would show one. */
export const whyBlind = (located: Located): Doubt =>
  whyUnread(located) ??
  because(
    'data',
    'No listing shows the title or the body of an accepted issue, and no answer to a creation shows an id by which a listing has it. Use a repository whose listings show titles, then run again.',
  );

/**
 * Returns why a second record of judged issues, or one of a refused request, would not be recognised; `null` if it would. If
 * records show no text of theirs, each that came since the run began has to be named by the answer to a creation.
 */
export function whyUnrecognised(
  t: Trial,
  { census, listed }: Located,
  judged: readonly Sent[] = listed,
): Doubt | null {
  const { shown, reads } = census;
  if (judged.some(({ marker }) => shown.records.has(marker) && !shown.named.has(marker))) return null;
  const [plain] = reads;
  const { written, identity } = t.first;
  const isKnown =
    !t.run.profile.writesFirst &&
    written?.complete === true &&
    plain?.whole === true &&
    listed.every((sent) => pagesWith(census, sent).some((page) => plain.answers.includes(page)));
  const before = new Set(written?.keys);
  const isForeign = (key: string): boolean => !before.has(key) && shown.keys.get(key)?.isMarked !== true;
  if (isKnown && !plain.answers.some((page) => keysOf(page, identity).some(isForeign))) return null;
  return because(
    'data',
    `Listings show accepted issues by their ids alone, so further records of them, or of refused requests, look like those of others. ${
      isKnown
        ? 'Run again while nobody else writes.'
        : 'Use a repository whose listings show titles, then run again.'
    }`,
  );
}

/** Returns two places of an issue that are not of one record, or the only one. */
export function placesWith({ shown }: Census, { marker }: Sent): Misplaced {
  const [first, ...others] = shown.places.get(marker) ?? [];
  const second = others.find(({ page, key }) => page === first?.page || key !== first?.key);
  return {
    name: marker,
    at: [first, second].flatMap((place) =>
      place === undefined ? [] : [{ exchange: place.page, result: place.result }],
    ),
  };
}

/** Returns the pages on which issues are seen. */
export const pagesOfPlaces = (records: readonly Misplaced[]): Exchange[] => [
  ...new Set(records.flatMap(({ at }) => at.map(({ exchange }) => exchange))),
];

/** Missing issues that a report names. */
const MISSING_NAMED = 6;

/** Returns missing issues as a report names them. */
export const nowhereSeen = (missing: readonly Sent[]): Misplaced[] =>
  missing.slice(0, MISSING_NAMED).map(({ marker }) => ({ name: marker, at: [] }));
