import type { Exchange } from '../client/exchange.ts';
import type { Query } from '../client/request.ts';
import { type Identity, isName } from './identity.ts';
import { type Listing, listingOf, withKeys } from './listing.ts';

/** The page size at which lists are read: the documented maximum (section 8). */
export const FULL_PAGE = 100;

/** What is asked for a page of a list, read at full size. Page 1 is named only where leaving `page` out means another one. */
export const pageQuery = (page: number, firstIsNamed = false): Query =>
  page === 1 && !firstIsNamed
    ? { per_page: String(FULL_PAGE) }
    : { per_page: String(FULL_PAGE), page: String(page) };

/** The page that follows another one. */
export const pageAfter = (query: Query): Query => ({
  ...query,
  page: String(Number(query['page'] ?? 1) + 1),
});

/** What a list holds at one time, put together from its first pages. It may excuse an answer, and accuses none. */
export interface Snapshot {
  readonly exchanges: readonly Exchange[];
  /** What the first page was answered with. */
  readonly head: Listing;
  /** Keys of the results from the first on, in the order of the list. */
  readonly keys: readonly string[];
  /** Whether the list ends with them. */
  readonly complete: boolean;
  /** How many pages follow one another. */
  readonly pages: number;
}

/** Issues with the same title on two pages that are not thought to be one issue on both. */
const FEW_ALIKE = 2;

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * Whether a page repeats itself, or what came before it: then it tells nothing of the list, since `page` may be ignored.
 * Keys that are no names may be there more than once; then it takes many that are to be found once on either side.
 */
function repeats(page: readonly string[], before: readonly string[], identity: Identity): boolean {
  const seen = new Set(before);
  if (isName(identity) || identity.kind === 'none')
    return new Set(page).size < page.length || page.some((key) => seen.has(key));
  const [counts, earlier] = [countsOf(page), countsOf(before)];
  const again = page.filter((key) => counts.get(key) === 1 && earlier.get(key) === 1).length;
  return again > 0 && (again > Math.max(FEW_ALIKE, page.length / 10) || again >= page.length / 2);
}

/**
 * Puts the pages of a list together, as far as they follow one another.
 * @param exchanges the answers for page 1, 2, … at one page size
 */
export function snapshotOf(exchanges: readonly Exchange[], identity: Identity): Snapshot {
  const listings = exchanges.map(listingOf);
  const head = listings[0] ?? { kind: 'unknown', cause: 'unclear', reason: 'The list was not read.' };
  const size = head.kind === 'list' ? head.records.length : 0;
  const keys: string[] = [];
  const read = (pages: number, complete: boolean): Snapshot => ({ exchanges, head, keys, pages, complete });
  for (const [pages, listing] of listings.entries()) {
    // What a page beyond the end is answered with is not shown; after a short page it is the end.
    if (listing.kind !== 'list')
      return read(pages, listing.kind === 'status' && pages > 0 && keys.length < FULL_PAGE);
    const page = listing.records.keysBy(identity);
    if (repeats(page, keys, identity)) return read(pages, false);
    for (const key of page) keys.push(key);
    if (page.length === 0 || page.length < size) return read(pages + 1, true);
  }
  return read(listings.length, false);
}

/** Pages that are read where a service gives fewer than the maximum to a page, to see how many issues exist. */
const MAX_PAGES = 12;
/** So many issues show every page size that the specification names. */
const ENOUGH = 131;
/** How often the beginning of a list is read anew where its pages do not fit together. */
const MENDINGS = 3;

/**
 * Reads a list from its beginning: two pages, and more where they are smaller than asked for. Pages that do not fit
 * together were read while the list moved, and are read again.
 * @param ask asks for a page; `anew` where what was answered before is not to be used
 */
export async function readList(
  ask: (page: number, anew: boolean) => Promise<Exchange>,
  identity: Identity,
): Promise<Snapshot> {
  const read = async (pages: number, anew: boolean): Promise<Snapshot> => {
    const numbers = Array.from({ length: pages }, (_, index) => index + 1);
    // What tells them apart is found out as soon as each is there: large answers are not kept for long.
    const asked = async (page: number): Promise<Exchange> =>
      withKeys(await ask(page, anew), identity, () => ask(page, true));
    return snapshotOf(await Promise.all(numbers.map(asked)), identity);
  };
  let snapshot = await read(2, false);
  for (let round = 0; round < MENDINGS && isTorn(snapshot); round += 1) snapshot = await read(2, true);
  const size = snapshot.head.kind === 'list' ? snapshot.head.records.length : 0;
  if (size === 0 || size >= FULL_PAGE || snapshot.complete || snapshot.pages < 2) return snapshot;
  for (let pages = 3; pages <= MAX_PAGES && snapshot.keys.length < ENOUGH && !snapshot.complete; pages += 1) {
    snapshot = await read(pages, false);
    if (snapshot.pages < pages) break;
  }
  return snapshot;
}

/** Whether the first two pages are there and do not follow one another. */
const isTorn = ({ head, complete, pages }: Snapshot): boolean =>
  head.kind === 'list' && head.records.length > 0 && !complete && pages < 2;
