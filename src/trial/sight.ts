import { type Identity, keyOf } from '../survey/identity.ts';

/** Some pages of one listing, one after the other. */
export interface Listing {
  readonly pages: readonly (readonly unknown[])[];
  /** Whether the listing was seen to end with them. */
  readonly ended: boolean;
}

/** What a look at the list found of the issues looked for. */
export interface Sight {
  /** How many records show each marker; 0 where none does. */
  readonly counts: ReadonlyMap<string, number>;
  /** Keys of all records that were seen, with the marker that each shows, if any. */
  readonly seen: ReadonlyMap<string, string | undefined>;
  /** The record that shows each marker, as it was seen last. */
  readonly records: ReadonlyMap<string, unknown>;
  /** Whether the whole list was read, so that what was not seen is not there. */
  readonly whole: boolean;
}

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
  const seen = new Map<string, string | undefined>();
  const records = new Map<string, unknown>();
  const most = new Map<string, number>();
  for (const page of listings.flatMap((listing) => listing.pages)) {
    const onPage = new Map<string, number>();
    for (const record of page) {
      const marker = markerIn(JSON.stringify(record));
      // Issues that cannot be told apart are counted by what they show.
      const key = identity.kind === 'none' ? (marker ?? `${seen.size}`) : keyOf(record, identity);
      seen.set(key, marker);
      if (marker !== undefined) records.set(marker, record);
      onPage.set(key, (onPage.get(key) ?? 0) + 1);
    }
    for (const [key, count] of onPage) most.set(key, Math.max(count, most.get(key) ?? 0));
  }
  const counts = new Map(markers.map((marker) => [marker, 0]));
  for (const [key, marker] of seen) {
    const count = marker === undefined ? undefined : counts.get(marker);
    if (marker !== undefined && count !== undefined) counts.set(marker, count + (most.get(key) ?? 0));
  }
  return { counts, seen, records, whole: listings.every((listing) => listing.ended) };
}
