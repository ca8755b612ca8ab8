import { type Identity, keyOf } from '../../survey/identity.ts';
import type { Query } from '../../target/question.ts';
import type { Overview } from '../finder.ts';
import type { Placed } from './list-reader.ts';

/** What an overview has that an earlier one had not, and the other way round. */
export interface Arrivals {
  /** New records that show no marker of this run, so that it cannot be told whose they are. */
  readonly unmarked: number;
  /** Records that were there before and are nowhere now. */
  readonly gone: number;
  /** The listing that has most of the new records without a marker; `null` where there are none. */
  readonly at: Query | null;
}

interface Standing {
  readonly marked: boolean;
  readonly count: number;
}
type Standings = ReadonlyMap<string, Standing>;

/** How records are told apart, and how those of this run are known. */
export interface Recognition {
  readonly identity: Identity;
  readonly markerOf: (record: unknown) => string | undefined;
}

/** How often each issue stands in a listing; where issues cannot be told apart, how many there are in all. */
function standingsIn({ listing }: Placed, { identity, markerOf }: Recognition): Standings {
  const standings = new Map<string, Standing>();
  const all = listing.pages.flat();
  const objects = all.filter((record) => record !== null && typeof record === 'object');
  // Among objects, what is none is no issue, whatever it stands for (section 2).
  for (const record of objects.length > 0 ? objects : all) {
    const marker = markerOf(record);
    const key = identity.kind === 'none' ? (marker ?? '') : keyOf(record, identity);
    const count = (standings.get(key)?.count ?? 0) + 1;
    standings.set(key, { marked: marker !== undefined, count });
  }
  return standings;
}

/** The list of one query may be read in two parts: its beginning and its end. */
function namesOf(places: readonly Placed[]): string[] {
  const names = places.map(({ place }) => JSON.stringify(place));
  return names.map((name, index) => `${name}${names.indexOf(name) === index ? '' : ' end'}`);
}

/** An issue stands as often as in the listing that has it most often, since several listings may hold it. */
function merged(all: readonly Standings[]): Standings {
  const most = new Map<string, Standing>();
  for (const [key, standing] of all.flatMap((standings) => [...standings])) {
    if (standing.count > (most.get(key)?.count ?? 0)) most.set(key, standing);
  }
  return most;
}

/** How many more records without a marker there are. */
function more(before: Standings, after: Standings): number {
  let count = 0;
  for (const [key, standing] of after)
    if (!standing.marked) count += Math.max(0, standing.count - (before.get(key)?.count ?? 0));
  return count;
}

function fewer(before: Standings, after: Standings): number {
  let count = 0;
  for (const [key, standing] of before) count += Math.max(0, standing.count - (after.get(key)?.count ?? 0));
  return count;
}

const NONE: Standings = new Map();

/**
 * Compares two overviews. Where all was read and records can be told apart, an issue that only moved from one listing to
 * another is not new; otherwise the listing that grew most tells how many are.
 */
export function arrivalsBetween(before: Overview, after: Overview, by: Recognition): Arrivals {
  const earlierNames = namesOf(before.places);
  const earlier = before.places.map((placed) => standingsIn(placed, by));
  const later = after.places.map((placed) => standingsIn(placed, by));
  const beforeIn = new Map(earlierNames.map((name, index) => [name, earlier[index] ?? NONE]));
  const isDistinct = by.identity.kind !== 'none';
  const growth = namesOf(after.places).map((name, index) => {
    const here = beforeIn.get(name);
    // What is seen for the first time may have stood there for long where nothing tells it from other records.
    return here === undefined && !isDistinct ? 0 : more(here ?? merged(earlier), later[index] ?? NONE);
  });
  const grown = Math.max(0, ...growth);
  const whole = before.sight.whole && after.sight.whole;
  const unmarked = whole && isDistinct ? more(merged(earlier), merged(later)) : grown;
  const at = after.places[growth.indexOf(grown)]?.place ?? null;
  return { unmarked, gone: fewer(merged(earlier), merged(later)), at: grown === 0 ? null : at };
}
