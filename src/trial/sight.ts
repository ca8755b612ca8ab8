import { type Identity, keyOf } from '../survey/identity.ts';
import { type MarkedPlaces, markedPlaces, ownTitlePath } from './creating/own-title.ts';

/** Some pages of one listing, one after the other. */
export interface Listing {
  readonly pages: readonly (readonly unknown[])[];
  /** Whether the listing was seen to end with them: by a page that is not full, and by no refusal of the next. */
  readonly ended: boolean;
}

/** What a look at the list found of the issues looked for. */
export interface Sight {
  /** How many records show each marker where they show their own title; 0 where none does. */
  readonly counts: ReadonlyMap<string, number>;
  /** Keys of all records that were seen, with the marker that each shows, if any. */
  readonly seen: ReadonlyMap<string, string | undefined>;
  /** The record that shows each marker, as it was seen last. */
  readonly records: ReadonlyMap<string, unknown>;
  /** Every marker that stands anywhere, be it in the record of another issue. */
  readonly traces: ReadonlySet<string>;
  /** Whether the whole list was read, so that what was not seen is not there. */
  readonly whole: boolean;
}

interface Marked {
  readonly record: unknown;
  readonly places: MarkedPlaces;
}

const NOWHERE: MarkedPlaces = new Map();

/**
 * Counts markers in listings. A record that stands twice on one page counts twice; on two pages, or in two listings, it
 * counts once, since the list may have moved between them.
 */
export function sightOf(
  listings: readonly Listing[],
  markers: readonly string[],
  identity: Identity,
  markerIn: (text: string) => string | undefined,
): Sight {
  const placesOf = (record: unknown) =>
    markerIn(JSON.stringify(record)) === undefined ? NOWHERE : markedPlaces(record, markerIn);
  const pages = listings
    .flatMap((listing) => listing.pages)
    .map((page) => page.map((record): Marked => ({ record, places: placesOf(record) })));
  const wanted = new Set(markers);
  const marked = pages.flat().flatMap(({ places }) => (places.size > 0 ? [places] : []));
  const path = ownTitlePath(marked, (marker) => wanted.size === 0 || wanted.has(marker)) ?? '';

  const seen = new Map<string, string | undefined>();
  const own = new Map<string, string>();
  const records = new Map<string, unknown>();
  const most = new Map<string, number>();
  for (const page of pages) {
    const onPage = new Map<string, number>();
    for (const { record, places } of page) {
      const marker = places.get(path);
      const [trace] = places.values();
      // Issues that cannot be told apart are counted by what they show.
      const key = identity.kind === 'none' ? (marker ?? `${seen.size}`) : keyOf(record, identity);
      seen.set(key, marker ?? trace);
      if (marker !== undefined) {
        own.set(key, marker);
        records.set(marker, record);
      }
      onPage.set(key, (onPage.get(key) ?? 0) + 1);
    }
    for (const [key, count] of onPage) most.set(key, Math.max(count, most.get(key) ?? 0));
  }
  const counts = new Map(markers.map((marker) => [marker, 0]));
  for (const [key, marker] of own) {
    const count = counts.get(marker);
    if (count !== undefined) counts.set(marker, count + (most.get(key) ?? 0));
  }
  const traces = new Set<string>();
  for (const places of marked) for (const marker of places.values()) traces.add(marker);
  return { counts, seen, records, traces, whole: listings.every((listing) => listing.ended) };
}
