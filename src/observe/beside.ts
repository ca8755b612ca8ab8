import { allKeysIn } from '../checks/alike.ts';
import { whyUnordered } from '../checks/preconditions.ts';
import type { Exchange } from '../client/exchange.ts';
import type { RequestSpec } from '../client/request.ts';
import { MAX_PER_PAGE } from '../generate/per-page.ts';
import type { ObservedRule } from '../run/rule.ts';
import type { Trial } from '../run/trial.ts';
import { listingOf, resultsIn } from '../snapshot/listing.ts';
import { isOtherOrder, numbered, sameKeys } from '../snapshot/sequence.ts';
import {
  type Describe,
  disturbed,
  NotObserved,
  needsPlainList,
  ofRequests,
  type RequestPlan,
} from './observation.ts';
import { statusText } from './texts.ts';

/** The names of a listing that is like its twin, and of one that is not. */
interface Names {
  readonly same: string;
  readonly other: string;
}

export const RESULTS: Names = { same: 'same results', other: 'other results' };

type Side = 'own' | 'twin';
type Keys = readonly string[];
type Sides = Readonly<Record<Side, readonly Keys[]>>;

/**
 * Sides to ask after the first answer of each. Somebody who writes before every second request, or every third one, does
 * not keep step with them.
 */
const ORDER: readonly Side[] = ['twin', 'own', 'own', 'twin', 'own', 'twin', 'twin', 'own'];
/** Pairs that are asked beside other rules, before nothing else may be in flight: on a list at rest nothing disturbs them. */
const PAIRS_BESIDE_OTHERS = 2;
/** Equal answers to one request that show a list at rest. */
const ANSWERS_AT_REST = 3;
/** Answers of each side that show two listings apart: one alone may be anybody's. */
const ANSWERS_APART = 2;
/** More results than others are likely to add or to remove between two answers. */
const RESULTS_OF_MANY_WRITES = 10;
/** More results than the leading digits of any value ask for that is tried as a size. */
const RESULTS_BY_LEADING_DIGITS = 10;

/** True if nobody who writes between two answers explains their difference. */
const isFar = (one: Keys, other: Keys): boolean =>
  Math.abs(one.length - other.length) > RESULTS_OF_MANY_WRITES || isOtherOrder(one, other);

const isAtRest = (answers: readonly Keys[]): boolean => {
  const last = answers.slice(-ANSWERS_AT_REST);
  return last.length === ANSWERS_AT_REST && last.every((one) => last.every((other) => sameKeys(one, other)));
};

/** True if all answers of the sides are far apart, and those of each side are not. */
const areApart = ({ own, twin }: Sides): boolean =>
  Math.min(own.length, twin.length) >= ANSWERS_APART &&
  own.every((one) => twin.every((other) => isFar(one, other))) &&
  ![own, twin].some((side) => side.some((one) => side.some((other) => isFar(one, other))));

interface Compared {
  readonly isAlike: boolean;
  /** The number of results that the twin lacks. */
  readonly more: number;
}

/**
 * Asks two requests until they are known to be alike or not. Throws if the list changes too much.
 * @param keysIn returns the results of an answer as they are compared
 * @throws {Stopped}
 */
async function compare(
  t: Trial,
  specs: Readonly<Record<Side, RequestSpec>>,
  keysIn: (answer: Exchange) => Keys = (answer) => numbered(allKeysIn(answer, t.known)),
): Promise<Compared> {
  const unordered = whyUnordered(t, 'others', false);
  if (unordered !== null) throw new NotObserved(unordered.cause, unordered.reason, ['list.page.partition']);
  const seen: Record<Side, Keys[]> = { own: [], twin: [] };
  const result = (): Compared | null => {
    const [own, twin] = [seen.own.at(-1), seen.twin.at(-1)];
    if (own === undefined || twin === undefined) return null;
    const more = own.length - twin.length;
    // Two listings that were emptied meanwhile are not alike for that.
    const isTelling = own.length > 0 || t.first.snapshot.keys.length === 0;
    if (sameKeys(own, twin)) return isTelling ? { isAlike: true, more } : null;
    const isClear = areApart(seen) || (isAtRest(seen.own) && isAtRest(seen.twin));
    return isClear ? { isAlike: false, more } : null;
  };
  const look = async (sides: readonly Side[], ask: (spec: RequestSpec) => Promise<Exchange>) => {
    const answers = await Promise.all(sides.map(async (side) => ({ side, answer: await ask(specs[side]) })));
    for (const { side, answer } of answers) {
      if (listingOf(answer).kind !== 'list') throw moving();
      seen[side].push(keysIn(answer));
    }
    return result();
  };
  const now = (spec: RequestSpec): Promise<Exchange> => t.send(() => spec);
  let found = await look(['own', 'twin'], (spec) => t.ask(spec));
  for (let pair = 0; pair < PAIRS_BESIDE_OTHERS && found === null; pair += 1)
    found = await look(ORDER.slice(2 * pair, 2 * pair + 2), now);
  if (found !== null) return found;
  return t.run.target.alone(async () => {
    for (const side of ORDER) {
      const late = await look([side], now);
      if (late !== null) return late;
    }
    throw moving();
  });
}

const moving = (): NotObserved => disturbed('The list changed whenever two listings were compared');

/** Returns true if two requests get the same results in the same order. @throws {Stopped} */
export const areAlike = async (t: Trial, own: RequestSpec, twin: RequestSpec): Promise<boolean> =>
  (await compare(t, { own, twin })).isAlike;

/** Returns how many more results the first request gets, be they the same or not. @throws {Stopped} */
const moreResults = async (t: Trial, own: RequestSpec, twin: RequestSpec): Promise<number> =>
  (await compare(t, { own, twin }, (answer) => [...Array(resultsIn(answer)).keys()].map(String))).more;

/** Describes an answer that is no list; `null` means a list. */
function otherThanList(answer: Exchange): string | null {
  const listing = listingOf(answer);
  if (listing.kind === 'unknown') throw new NotObserved(listing.cause, listing.reason);
  if (listing.kind === 'malformed') return '200, no JSON array';
  return listing.kind === 'list' ? null : statusText(answer);
}

/** Describes a listing beside its twin: `200, same as page 1`, `200, empty`, `422`. @throws {Stopped} */
export async function besideTwin(
  t: Trial,
  own: RequestSpec,
  twin: RequestSpec,
  { same, other }: Names,
): Promise<string> {
  const answer = await t.ask(own);
  const unlike = otherThanList(answer);
  if (unlike !== null) return unlike;
  if (resultsIn(answer) === 0 && resultsIn(await t.ask(twin)) > 0) {
    if (resultsIn(await t.send(() => twin)) > 0) return '200, empty';
    throw moving();
  }
  if (t.known.isDistinct) return `200, ${(await areAlike(t, own, twin)) ? same : other}`;
  // Issues that cannot be told apart can still be counted.
  const more = await moreResults(t, own, twin);
  return `200, ${more === 0 ? 'as many' : more < 0 ? 'fewer' : 'more'} results`;
}

/** Describes the number of results beside the plain list, in words that stay the same if a list grows or shrinks. */
export const sizeBesidePlain: Describe = async (t, answer, spec) => {
  const unlike = otherThanList(answer);
  if (unlike !== null) return unlike;
  const size = resultsIn(answer);
  const more = await moreResults(t, spec, t.listing());
  if (more === 0) return '200, default size';
  if (size > MAX_PER_PAGE) return `200, more than ${MAX_PER_PAGE} results`;
  if (size <= RESULTS_BY_LEADING_DIGITS || size === MAX_PER_PAGE)
    return `200, ${size === 1 ? '1 result' : `${size} results`}`;
  return `200, ${more < 0 ? 'fewer' : 'more'} than the default size`;
};

/** Describes a listing beside the plain one. */
export const besidePlain =
  (names: Names): Describe =>
  (t, _answer, spec) =>
    besideTwin(t, spec, t.listing(), names);

/** Returns an observation of requests that are compared with the plain listing. */
export const ofListings = (names: Names, { given = [], ...plan }: RequestPlan): ObservedRule['observe'] =>
  ofRequests({ describe: besidePlain(names), ...plan, given: [needsPlainList, ...given] });
