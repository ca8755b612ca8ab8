import type { Exchange } from '../client/exchange.ts';
import type { Query } from '../client/request.ts';
import { type Identity, isName } from './identity.ts';
import { type Listing, listingOf, withKeys } from './listing.ts';

/** The page size for reading lists: the documented maximum (section 8). */
export const FULL_PAGE = 100;

/**
 * Returns the query for a full-size page. Page 1 is named only if leaving out `page` returns another page.
 */
export const pageQuery = (page: number, firstIsNamed = false): Query =>
  page === 1 && !firstIsNamed
    ? { per_page: String(FULL_PAGE) }
    : { per_page: String(FULL_PAGE), page: String(page) };

/** Returns the query for the next page. */
export const pageAfter = (query: Query): Query => ({
  ...query,
  page: String(Number(query['page'] ?? 1) + 1),
});

/**
 * The content of a list at one time, assembled from its first pages. It may excuse an answer but never
 * accuses one.
 */
export interface Snapshot {
  readonly exchanges: readonly Exchange[];
  /** The answer to the first page. */
  readonly head: Listing;
  /** Keys of the results from the first on, in order. */
  readonly keys: readonly string[];
  /** True if the list ends after these keys. */
  readonly complete: boolean;
  /** Number of consecutive pages. */
  readonly pages: number;
}

/** Equal keys on two pages that are tolerated as different issues with the same title. */
const TOLERATED_REPEATS = 2;

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * True if a page repeats itself or earlier pages, as a service does that ignores `page`. Such a page shows
 * nothing of the list. Keys that do not identify may repeat by chance, so more repetitions are required.
 */
function repeats(page: readonly string[], before: readonly string[], identity: Identity): boolean {
  const seen = new Set(before);
  if (isName(identity) || identity.kind === 'none')
    return new Set(page).size < page.length || page.some((key) => seen.has(key));
  const [counts, earlier] = [countsOf(page), countsOf(before)];
  const again = page.filter((key) => counts.get(key) === 1 && earlier.get(key) === 1).length;
  return again > 0 && (again > Math.max(TOLERATED_REPEATS, page.length / 10) || again >= page.length / 2);
}

/**
 * Assembles the pages of a list as far as they are consecutive.
 * @param exchanges the answers for page 1, 2, … at one page size
 */
export function snapshotOf(exchanges: readonly Exchange[], identity: Identity): Snapshot {
  const listings = exchanges.map(listingOf);
  const head = listings[0] ?? { kind: 'unknown', cause: 'unclear', reason: 'The list was not read.' };
  const size = head.kind === 'list' ? head.records.length : 0;
  const keys: string[] = [];
  const read = (pages: number, complete: boolean): Snapshot => ({ exchanges, head, keys, pages, complete });
  for (const [pages, listing] of listings.entries()) {
    // The answer to a page past the end is unspecified. After a short page it marks the end.
    if (listing.kind !== 'list')
      return read(pages, listing.kind === 'status' && pages > 0 && keys.length < FULL_PAGE);
    const page = listing.records.keysBy(identity);
    if (repeats(page, keys, identity)) return read(pages, false);
    for (const key of page) keys.push(key);
    if (page.length === 0 || page.length < size) return read(pages + 1, true);
  }
  return read(listings.length, false);
}

/** Maximum pages read if a service returns fewer results per page than requested. */
const MAX_PAGES = 12;
/** Number of issues that covers every documented page size. */
const ISSUES_FOR_ALL_PAGE_SIZES = 131;
/** Attempts to read the beginning again if its pages are not consecutive. */
const MAX_REREADS = 3;

/**
 * Reads the beginning of a list: two pages, or more if they are smaller than requested. Pages that are not
 * consecutive were read while the list moved, and are read again.
 * @param ask requests a page; `anew` excludes remembered answers
 */
export async function readList(
  ask: (page: number, anew: boolean) => Promise<Exchange>,
  identity: Identity,
): Promise<Snapshot> {
  const read = async (pages: number, anew: boolean): Promise<Snapshot> => {
    const numbers = Array.from({ length: pages }, (_, index) => index + 1);
    // Keys are computed at once, because large answers are soon released.
    const asked = async (page: number): Promise<Exchange> =>
      withKeys(await ask(page, anew), identity, () => ask(page, true));
    return snapshotOf(await Promise.all(numbers.map(asked)), identity);
  };
  let snapshot = await read(2, false);
  for (let round = 0; round < MAX_REREADS && isTorn(snapshot); round += 1) snapshot = await read(2, true);
  const size = snapshot.head.kind === 'list' ? snapshot.head.records.length : 0;
  if (size === 0 || size >= FULL_PAGE || snapshot.complete || snapshot.pages < 2) return snapshot;
  for (
    let pages = 3;
    pages <= MAX_PAGES && snapshot.keys.length < ISSUES_FOR_ALL_PAGE_SIZES && !snapshot.complete;
    pages += 1
  ) {
    snapshot = await read(pages, false);
    if (snapshot.pages < pages) break;
  }
  return snapshot;
}

/** True if the first two pages exist but are not consecutive. */
const isTorn = ({ head, complete, pages }: Snapshot): boolean =>
  head.kind === 'list' && head.records.length > 0 && !complete && pages < 2;
