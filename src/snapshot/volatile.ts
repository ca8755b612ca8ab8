import { distinctPaths, type Leaves, leavesOf, likeness, sortPaths } from './leaves.ts';

/** A part of the list that was read again. */
export interface LaterReading {
  readonly records: readonly unknown[];
  /** Number of results before its first one. */
  readonly from: number;
}

/** Two readings of one record, and its index on the first page. */
interface Pair {
  readonly at: number;
  readonly first: Leaves;
  readonly later: Leaves;
}

/** Records that must change before a field counts as volatile; other users may edit a single one. */
const MIN_CHANGED_RECORDS = 2;

/**
 * Returns the index on the first page for each value that is unique at its path; `null` for repeated values.
 */
function placesOfValues(page: readonly Leaves[], paths: ReadonlySet<string>): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (const [at, leaves] of page.entries()) {
    for (const [path, value] of leaves) {
      if (!paths.has(path)) continue;
      const name = JSON.stringify([path, value]);
      places.set(name, places.has(name) ? null : at);
    }
  }
  return places;
}

/** Returns the indices that most values of a record point to. */
function placesOf(leaves: Leaves, voting: ReadonlySet<string>, places: ReadonlyMap<string, number | null>) {
  const votes = new Map<number, number>();
  for (const [path, value] of leaves) {
    if (!voting.has(path)) continue;
    const at = places.get(JSON.stringify([path, value]));
    if (at !== undefined && at !== null) votes.set(at, (votes.get(at) ?? 0) + 1);
  }
  const most = Math.max(0, ...votes.values());
  return [...votes].flatMap(([at, count]) => (count === most ? [at] : []));
}

/** Matches the records of a later reading with the first page by content, not by place, since lists move. */
function pairsOf(page: readonly Leaves[], { records, from }: LaterReading): Pair[] {
  const { varying } = sortPaths(page);
  const voting = new Set([...varying].filter((path) => !countsPlaces(page, path)));
  const places = placesOfValues(page, voting);
  const distinct = distinctPaths(page);
  const apart = new Set([...voting].filter((path) => distinct.has(path)));
  const rest = new Set([...varying].filter((path) => !apart.has(path)));
  // It is another record if all distinguishing values differ, and something else does too.
  const isAnother = (first: Leaves, later: Leaves): boolean =>
    apart.size > 1 && likeness(first, later, apart) === 0 && likeness(first, later, rest) < 1;
  let unclear = 0;
  const pairs = records.map(leavesOf).flatMap((later, onPage): Pair[] => {
    const found = placesOf(later, voting, places);
    const expected = from + onPage;
    // A record may contain its place on its page, and so point to the wrong record of the first page.
    const isExpected = from > 0 && found.every((at) => at === expected || at === onPage);
    const at = found.length < 2 ? found[0] : isExpected ? expected : undefined;
    if (found.length > 0 && at === undefined) unclear += 1;
    const first = at === undefined ? undefined : page[at];
    if (at === undefined || first === undefined) return [];
    if (isAnother(first, later)) return [];
    return at === expected || likeness(first, later, varying) >= 0.5 ? [{ at, first, later }] : [];
  });
  // If different parts point to different records, the list moved, and either part may be the volatile one.
  if (unclear > pairs.length) return [];
  return pairs;
}

/**
 * Matches records by place if no value is recognised. It requires that at most one path tells records apart,
 * and that everything else agrees.
 */
function pairsByPlace(page: readonly Leaves[], { records, from }: LaterReading): Pair[] {
  const pairs = records.flatMap((record, onPage): Pair[] => {
    const first = page[from + onPage];
    return first === undefined ? [] : [{ at: from + onPage, first, later: leavesOf(record) }];
  });
  const { varying, shared } = sortPaths(page);
  const distinct = distinctPaths(page);
  const rest = new Set([...varying].filter((path) => !distinct.has(path)));
  if (varying.size - rest.size > 1) return [];
  const paths = new Set([...rest, ...shared]);
  return pairs.every(({ first, later }) => likeness(first, later, paths) === 1) ? pairs : [];
}

/**
 * True if a path numbers the records of a page from 0 or 1. Such a field is a place and identifies nothing.
 */
export function countsPlaces(page: readonly Leaves[], path: string): boolean {
  const numberOf = (leaves: Leaves): number =>
    Number(/^"(\d{1,9})"$/.exec(leaves.get(path) ?? '')?.[1] ?? Number.NaN);
  const first = page[0] === undefined ? Number.NaN : numberOf(page[0]);
  return (
    page.length > 2 &&
    (first === 0 || first === 1) &&
    page.every((leaves, at) => numberOf(leaves) === first + at)
  );
}

/**
 * Returns the paths that change between readings of a record, or with the page that it is on.
 * @param firstPage the beginning of the list
 */
export function volatileFields(
  firstPage: readonly unknown[],
  readings: readonly LaterReading[],
): Set<string> {
  const page = firstPage.map(leavesOf);
  // Results beyond the first page cannot be matched.
  const within = readings.map(({ records, from }) => ({
    records: records.slice(0, Math.max(0, page.length - from)),
    from,
  }));
  const known = within.map((reading) => ({ reading, pairs: pairsOf(page, reading) }));
  const pairs = known.flatMap(({ reading, pairs: found }) => {
    const isKnown = known.some((other) => other.reading.from === reading.from && other.pairs.length > 0);
    return isKnown ? found : pairsByPlace(page, reading);
  });
  const changed = new Map<string, Set<number>>();
  for (const { at, first, later } of pairs) {
    for (const path of new Set([...first.keys(), ...later.keys()])) {
      if (first.get(path) === later.get(path)) continue;
      const places = changed.get(path) ?? new Set();
      changed.set(path, places.add(at));
    }
  }
  const enough = Math.min(MIN_CHANGED_RECORDS, page.length);
  return new Set([...changed].flatMap(([path, places]) => (places.size >= enough ? [path] : [])));
}
