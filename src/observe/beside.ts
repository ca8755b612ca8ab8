import { because } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Query, RequestSpec } from '../client/request.ts';
import { allKeysIn } from '../engine/alike.ts';
import type { Trial } from '../engine/trial.ts';
import { listingOf, resultsIn } from '../snapshot/listing.ts';
import { isOtherOrder, numbered, sameKeys } from '../snapshot/sequence.ts';
import { isUnread, mayAsk, observeEach, plainIsRead } from './comparing.ts';
import { statusOf } from './texts.ts';

/** What it is called where a listing is like the one that it is compared with, and where it is not. */
export interface Words {
  readonly same: string;
  readonly other: string;
}

type Side = 'own' | 'twin';

/**
 * Who is asked after the first answer of each: in step with nobody who writes before every second request, or every third
 * one, so that what they do is not taken for a difference.
 */
const ORDER: readonly Side[] = ['twin', 'own', 'own', 'twin', 'own', 'twin', 'twin', 'own'];
/** So many answers to one request, one like the other, are those of a list at rest. */
const AT_REST = 3;
/** So many of them are asked for beside what other rules ask, before it is waited for that nobody else asks. */
const SIDE_BY_SIDE = 4;
/** Answers of each that show whether they are far apart: one alone may be anybody's. */
const FEWEST = 2;

/** What of two answers is compared. */
interface Comparison<Value> {
  /** `null` where an answer has nothing to compare. */
  readonly valueIn: (answer: Exchange) => Value | null;
  readonly isSame: (one: Value, other: Value) => boolean;
  /** Whether nobody who writes makes the one of the other. */
  readonly isFar: (one: Value, other: Value) => boolean;
  /** Whether a value that both have shows that they are alike. */
  readonly isTelling: (value: Value) => boolean;
}

function flaky(t: Trial): null {
  t.unmet(
    because(
      'unstable',
      'The list changed whenever two listings were compared; run again while nobody else writes.',
    ),
  );
  return null;
}

/**
 * The last answers to two requests, once it is known whether they are alike; `null`, with the reason noted, where the list
 * moves too much to say.
 * @throws {Stopped}
 */
async function compare<Value>(
  t: Trial,
  specs: Readonly<Record<Side, RequestSpec>>,
  { valueIn, isSame, isFar, isTelling }: Comparison<Value>,
): Promise<{ readonly own: Value; readonly twin: Value; readonly isAlike: boolean } | null> {
  const [firstOwn, firstTwin] = [valueIn(await t.ask(specs.own)), valueIn(await t.ask(specs.twin))];
  if (firstOwn === null || firstTwin === null) return flaky(t);
  if (isSame(firstOwn, firstTwin) && isTelling(firstOwn))
    return { own: firstOwn, twin: firstTwin, isAlike: true };
  const seen: Record<Side, Value[]> = { own: [firstOwn], twin: [firstTwin] };
  const isAtRest = (values: readonly Value[]): boolean => {
    const last = values.slice(-AT_REST);
    return last.length === AT_REST && last.every((value) => last.every((other) => isSame(value, other)));
  };
  const areApart = (): boolean => {
    const isMixed = (values: readonly Value[]): boolean =>
      values.some((value) => values.some((other) => isFar(value, other)));
    const isEnough = Math.min(seen.own.length, seen.twin.length) >= FEWEST;
    const isApart = seen.own.every((value) => seen.twin.every((other) => isFar(value, other)));
    return isEnough && isApart && !isMixed(seen.own) && !isMixed(seen.twin);
  };
  /** What the answers say so far; `null` where nothing yet. */
  const told = (): { readonly own: Value; readonly twin: Value; readonly isAlike: boolean } | null => {
    const [own, twin] = [seen.own.at(-1), seen.twin.at(-1)];
    if (own === undefined || twin === undefined) return null;
    if (isSame(own, twin)) return isTelling(own) ? { own, twin, isAlike: true } : null;
    return areApart() || (isAtRest(seen.own) && isAtRest(seen.twin)) ? { own, twin, isAlike: false } : null;
  };
  /** @returns whether all of them had something to compare */
  const askAll = async (sides: readonly Side[]): Promise<boolean> => {
    const answers = await Promise.all(sides.map((side) => t.send(() => specs[side])));
    const values = answers.map(valueIn);
    for (const [index, side] of sides.entries()) {
      const value = values[index] ?? null;
      if (value !== null) seen[side].push(value);
    }
    return !values.includes(null);
  };
  // On a list at rest it is of no account what else is asked meanwhile.
  for (let from = 0; from < SIDE_BY_SIDE; from += 2) {
    if (!(await askAll(ORDER.slice(from, from + 2)))) return flaky(t);
    const result = told();
    if (result !== null) return result;
  }
  return t.run.target.alone(async () => {
    for (const side of ORDER) {
      if (!(await askAll([side]))) return flaky(t);
      const result = told();
      if (result !== null) return result;
    }
    return flaky(t);
  });
}

/** Whether a list still has results, if it had any at first: two that were emptied are not alike for that. */
const isNotEmptied = (t: Trial, results: number): boolean =>
  results > 0 || t.first.snapshot.keys.length === 0;

/**
 * Whether two requests are answered with the same results in the same order; `null`, with the reason noted, where the list
 * moves too much to say.
 * @throws {Stopped}
 */
export async function areAlike(t: Trial, own: RequestSpec, twin: RequestSpec): Promise<boolean | null> {
  const seen = await compare<readonly string[]>(
    t,
    { own, twin },
    {
      valueIn: (answer) => (listingOf(answer).kind === 'list' ? numbered(allKeysIn(answer, t.known)) : null),
      isSame: sameKeys,
      isFar: isOtherOrder,
      isTelling: (keys) => isNotEmptied(t, keys.length),
    },
  );
  return seen?.isAlike ?? null;
}

/**
 * How two requests compare by the number of their results; `null`, with the reason noted, where the list moves too much to say.
 * @returns how many more the first has than the second
 * @throws {Stopped}
 */
export async function compareSizes(t: Trial, own: RequestSpec, twin: RequestSpec): Promise<number | null> {
  const seen = await compare<number>(
    t,
    { own, twin },
    {
      valueIn: (answer) => (listingOf(answer).kind === 'list' ? resultsIn(answer) : null),
      isSame: (one, other) => one === other,
      isFar: (one, other) => Math.abs(one - other) > FAR_MORE,
      isTelling: (size) => isNotEmptied(t, size),
    },
  );
  return seen === null ? null : seen.own - seen.twin;
}

/** More results than others are likely to add or to take away between two answers. */
const FAR_MORE = 10;

/** The sizes of two listings whose issues cannot be told apart. @throws {Stopped} */
async function besideBySize(t: Trial, own: RequestSpec, twin: RequestSpec): Promise<string | null> {
  const difference = await compareSizes(t, own, twin);
  if (difference === null) return null;
  return `200, ${difference === 0 ? 'as many' : difference < 0 ? 'fewer' : 'more'} results`;
}

/**
 * What a listing looks like beside another one: `200, same as page 1`, `200, empty`, `422`; `null`, with the reason noted,
 * where the list moves too much to say.
 * @throws {Stopped}
 */
export async function besideTwin(
  t: Trial,
  own: RequestSpec,
  twin: RequestSpec,
  words: Words,
): Promise<string | null> {
  const answer = await t.ask(own);
  const listing = listingOf(answer);
  if (listing.kind === 'malformed') return '200, no JSON array';
  if (isUnread(t, answer)) return null;
  if (listing.kind !== 'list') return statusOf(answer);
  const isEmpty = listing.records.length === 0;
  if (isEmpty && resultsIn(await t.ask(twin)) > 0)
    return resultsIn(await t.send(() => twin)) > 0 ? '200, empty' : flaky(t);
  // Issues that cannot be told apart can still be counted.
  if (!t.known.isDistinct) return besideBySize(t, own, twin);
  const isAlike = await areAlike(t, own, twin);
  return isAlike === null ? null : `200, ${isAlike ? words.same : words.other}`;
}

/** Asks for listings, compares each with the plain one, and writes down what is seen. @throws {Stopped} */
export async function observeListings(
  t: Trial,
  queries: readonly (readonly [name: string, query: Query])[],
  words: Words,
  note = '',
): Promise<void> {
  if (!mayAsk(t) || !(await plainIsRead(t))) return;
  const specs = new Map(queries.map(([name, query]) => [name, t.listing(query)]));
  await observeEach(
    t,
    [...specs].map(([name, spec]) => ({ name, ask: () => t.ask(spec), again: () => t.send(() => spec) })),
    (_answer, name) => besideTwin(t, specs.get(name) ?? t.listing(), t.listing(), words),
    note,
  );
}
