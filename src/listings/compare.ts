import { shorten } from '../model/text.ts';
import type { ViolationKind } from '../model/violation-kinds.ts';

/** Names of the records of a listing, in its order. */
export type Keys = readonly string[];

/** The first difference between a listing and its twin. */
export interface Difference {
  readonly kind: Extract<ViolationKind, 'too-many' | 'too-few' | 'wrong-results' | 'wrong-order'>;
  /** Index of the first result that differs. */
  readonly at: number;
  /** The first result that the twin lacks, and the first that the listing lacks. */
  readonly extra: string | undefined;
  readonly missing: string | undefined;
}

const MAX_NAME = 60;
/** Returns the name of a record as reports show it. */
export const shortName = (key: string): string => shorten(key, MAX_NAME);

const sameKeys = (one: Keys, other: Keys): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index]);

export const areIdentical = (listings: readonly Keys[]): boolean =>
  listings.every((keys) => sameKeys(keys, listings[0] ?? []));

/** True if two listings share less than half of the shorter one, or if one of them is empty. */
export function areMostlyDifferent(one: Keys, other: Keys): boolean {
  const least = Math.min(one.length, other.length);
  const there = new Set(other);
  const shared = one.filter((key) => there.has(key)).length;
  return least === 0 ? one.length !== other.length : 2 * shared < least;
}

/** Returns the first difference between a listing and its twin, or `null`. */
export function difference(own: Keys, twin: Keys): Difference | null {
  if (sameKeys(own, twin)) return null;
  const [mine, others] = [new Set(own), new Set(twin)];
  const differs = own.findIndex((key, index) => key !== twin[index]);
  const found = {
    at: differs < 0 ? own.length : differs,
    extra: own.find((key) => !others.has(key)),
    missing: twin.find((key) => !mine.has(key)),
  };
  if (own.length !== twin.length)
    return { kind: own.length < twin.length ? 'too-few' : 'too-many', ...found };
  return { kind: found.missing === undefined ? 'wrong-order' : 'wrong-results', ...found };
}

/** Returns how many records at least came, went or moved between two listings. */
export function distance(one: Keys, other: Keys): number {
  const places = new Map(other.map((key, index) => [key, index]));
  // The places at which the shared records end that stand in one order, by their number.
  const ends: number[] = [];
  for (const place of one.flatMap((key) => places.get(key) ?? [])) {
    let [at, beyond] = [0, ends.length];
    while (at < beyond) {
      const middle = Math.floor((at + beyond) / 2);
      if ((ends[middle] ?? 0) < place) at = middle + 1;
      else beyond = middle;
    }
    ends[at] = place;
  }
  return Math.max(one.length, other.length) - ends.length;
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
