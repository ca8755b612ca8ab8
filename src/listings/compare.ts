import { countOf } from '../model/text.ts';
import { type ListDifference, type ViolationKind } from '../model/violation.ts';

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
/** Returns the name of a record as reports show it. */
export const shortName = (key: string): string =>
  key.length > MAX_NAME ? `${key.slice(0, MAX_NAME - 1)}…` : key;

const sameKeys = (one: Keys, other: Keys): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index]);

/** True if all listings are equal. */
export const areIdentical = (listings: readonly Keys[]): boolean =>
  listings.every((keys) => sameKeys(keys, listings[0] ?? []));

/** Returns the number of different records in some listings. */
export const distinct = (...listings: readonly Keys[]): number => new Set(listings.flat()).size;

/** True if most records of two listings differ. */
export const areMostlyDifferent = (one: Keys, other: Keys): boolean =>
  distinct(one, other) > 1.5 * one.length;

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

/** Returns the first difference between a listing and its twin, or `null`. */
export function difference(own: Keys, twin: Keys): Difference | null {
  const mine = new Set(own);
  const make = (kind: Difference['kind'], says: string): Difference => ({
    kind,
    says,
    at: placeOf(own, twin),
  });
  if (own.length !== twin.length)
    return make(
      own.length < twin.length ? 'too-few' : 'too-many',
      `${countOf(own.length, 'result')} instead of ${twin.length}`,
    );
  const missing = twin.findIndex((key) => !mine.has(key));
  if (missing >= 0)
    return make(
      'wrong-results',
      `result ${missing + 1} of the compared request is missing: ${shortName(twin[missing] ?? '')}`,
    );
  const moved = own.findIndex((key, index) => key !== twin[index]);
  return moved < 0
    ? null
    : make('wrong-order', `another order: result ${moved + 1} is ${shortName(own[moved] ?? '')}`);
}

/**
 * True if writes between two listings may explain their difference: behind an equal head, the shared records stand together
 * and in one order, at the end of one listing and the beginning of the other. A list that ends there may grow at its end.
 */
export function isShiftedByWrites(one: Keys, another: Keys, hasEnded: boolean): boolean {
  const head = one.findIndex((key, index) => index < another.length && key !== another[index]);
  if (head < 0 && hasEnded && one.length !== another.length) return true;
  const [own, other] = [one.slice(Math.max(0, head)), another.slice(Math.max(0, head))];
  const [ownSet, otherSet] = [new Set(own), new Set(other)];
  const shared = own.filter((key) => otherSet.has(key));
  const [start, place] = [own.indexOf(shared[0] ?? ''), other.indexOf(shared[0] ?? '')];
  const run = (keys: Keys, from: number): Keys => keys.slice(from, from + shared.length);
  const isOneRun = sameKeys(run(own, start), shared) && sameKeys(run(other, place), shared);
  const isMoved = start !== place && (start === 0 || place === 0);
  return ownSet.size === own.length && isOneRun && (shared.length === 0 || isMoved);
}

/** True if many of the records that two listings share stand in another order. */
export function isShuffled(one: Keys, other: Keys): boolean {
  const places = new Map(one.map((key, index) => [key, index]));
  const shared = other.flatMap((key) => places.get(key) ?? []);
  const drops = shared.filter((place, index) => index > 0 && place < (shared[index - 1] ?? 0)).length;
  return shared.length > 3 && drops * 4 > shared.length;
}
