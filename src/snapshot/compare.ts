import type { ListDifference, ViolationKind } from '../model/violation.ts';

/** Names of the records of a listing, in its order. */
export type Keys = readonly string[];

/** A difference between a listing and its twin. */
export interface Difference {
  readonly kind: Extract<ViolationKind, 'too-many' | 'too-few' | 'wrong-results' | 'wrong-order'>;
  readonly says: string;
  readonly at: ListDifference;
}

const MAX_NAME = 60;
const AROUND = 3;
const shortName = (key: string): string => (key.length > MAX_NAME ? `${key.slice(0, MAX_NAME - 1)}…` : key);

const sameKeys = (one: Keys, other: Keys): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index]);

/** True if all listings are equal. */
export const isAtRest = (listings: readonly Keys[]): boolean =>
  listings.every((keys) => sameKeys(keys, listings[0] ?? []));

/** Returns the number of different records in some listings. */
export const distinct = (...listings: readonly Keys[]): number => new Set(listings.flat()).size;

/** Returns the results of two listings around the first difference. */
function placeOf(own: Keys, twin: Keys): ListDifference {
  const differs = own.findIndex((key, index) => key !== twin[index]);
  const first = differs === -1 ? own.length : differs;
  const from = Math.max(0, first - AROUND);
  const part = (keys: Keys): string[] => keys.slice(from, first + AROUND + 1).map(shortName);
  return {
    at: first + 1,
    from: from + 1,
    case: part(own),
    twin: part(twin),
    caseTotal: own.length,
    twinTotal: twin.length,
  };
}

/**
 * Returns the first difference between a listing and its twin, or `null`. With the twin before and after it, the listing
 * must lie between them: records that come and go on a busy list accuse nobody.
 */
export function difference(own: Keys, twins: readonly Keys[]): Difference | null {
  if (twins.some((twin) => sameKeys(twin, own))) return null;
  const [before = [], after = before] = twins;
  const inAfter = new Set(after);
  const common = before.filter((key) => inAfter.has(key));
  const mine = new Set(own);
  const make = (kind: Difference['kind'], says: string): Difference => ({
    kind,
    says,
    at: placeOf(own, before),
  });
  if (own.length < Math.min(before.length, after.length))
    return make('too-few', `${own.length} results instead of ${before.length}`);
  if (own.length > Math.max(before.length, after.length))
    return make('too-many', `${own.length} results instead of ${before.length}`);
  if (mine.size < own.length && new Set(before).size === before.length)
    return make('wrong-results', 'one record is on the page twice');
  const missing = common.find((key) => !mine.has(key));
  if (missing !== undefined)
    return make(
      'wrong-results',
      `result ${before.indexOf(missing) + 1} of the twin is missing: ${shortName(missing)}`,
    );
  const union = new Set([...before, ...after]);
  const foreign = own.find((key) => !union.has(key));
  if (foreign !== undefined)
    return make(
      'wrong-results',
      `result ${own.indexOf(foreign) + 1} is not in the twin: ${shortName(foreign)}`,
    );
  const shared = new Set(common);
  const order = own.filter((key) => shared.has(key));
  const orderAfter = after.filter((key) => shared.has(key));
  const at = order.findIndex((key, index) => key !== common[index] && key !== orderAfter[index]);
  const moved = order[at];
  return moved === undefined
    ? null
    : make('wrong-order', `another order: result ${own.indexOf(moved) + 1} is ${shortName(moved)}`);
}

/**
 * True if a listing may be another one at another time: the records that both hold stand together and in one order, at
 * the end of the one and the beginning of the other.
 */
export function isOfAnotherTime(own: Keys, other: Keys): boolean {
  const [ownSet, otherSet] = [new Set(own), new Set(other)];
  const shared = own.filter((key) => otherSet.has(key));
  const [start, place] = [own.indexOf(shared[0] ?? ''), other.indexOf(shared[0] ?? '')];
  const run = (keys: Keys, from: number): Keys => keys.slice(from, from + shared.length);
  const isOneRun = sameKeys(run(own, start), shared) && sameKeys(run(other, place), shared);
  const isMoved = start !== place && (start === 0 || place === 0);
  return ownSet.size === own.length && isOneRun && (shared.length === 0 || isMoved);
}

/** True if the records that two listings share stand in another order, more than a few of them. */
export function isShuffled(one: Keys, other: Keys): boolean {
  const places = new Map(one.map((key, index) => [key, index]));
  const shared = other.flatMap((key) => places.get(key) ?? []);
  const drops = shared.filter((place, index) => index > 0 && place < (shared[index - 1] ?? 0)).length;
  return shared.length > 3 && drops * 4 > shared.length;
}
