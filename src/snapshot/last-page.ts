import { type Exchange, haveSameBody } from '../client/exchange.ts';
import { linksIn } from './links.ts';
import { listingOf } from './listing.ts';

/** Highest page number that is tried. */
const MAX_PAGE = 2 ** 20;

/** Returns the last page according to the Link header. It is a hint that must be verified. */
export function hintedBy({ response }: Exchange): number | null {
  const link = linksIn(response?.headers['link'] ?? '').get('last');
  const page = /[?&]page=(\d{1,7})(&|$)/.exec(link ?? '')?.[1];
  return page === undefined ? null : Number(page);
}

/**
 * Finds the last page that holds results, by the service's hint if it is right, else by binary search.
 * @param ask requests a page, counted from 1
 * @param near the last page of another listing of the same repository, a likely candidate
 * @returns `null` if the first page is not a list or is empty, or if any answer shows trouble
 * @throws {Stopped} if the run is over
 */
export async function findLastPage(
  ask: (page: number) => Promise<Exchange>,
  near?: number,
): Promise<number | null> {
  const answers = new Map<number, Promise<Exchange>>();
  let isSound = true;
  const once = (page: number): Promise<Exchange> => {
    const earlier = answers.get(page) ?? ask(page);
    answers.set(page, earlier);
    return earlier;
  };
  /**
   * An answer equal to another page is that page again: some services return one page for all beyond the end.
   */
  const isAlike = async (page: number, other: number): Promise<boolean> =>
    haveSameBody((await once(page)).response, (await once(other)).response);
  const holds = async (page: number): Promise<boolean> => {
    const listing = listingOf(await once(page));
    isSound &&= listing.kind === 'list' || listing.kind === 'status';
    return listing.kind === 'list' && listing.records.length > 0 && (page === 1 || !(await isAlike(page, 1)));
  };
  if (!(await holds(1))) return null;
  const hint = hintedBy(await once(1)) ?? near ?? null;
  if (hint !== null && hint < MAX_PAGE && (await holds(hint)) && !(await holds(hint + 1)))
    return isSound ? hint : null;
  let low = 1;
  let high = 2;
  while (high < MAX_PAGE && (await holds(high)) && !(await isAlike(high, low))) {
    low = high;
    high *= 2;
  }
  // Some services repeat the last page beyond the end. The first of the equal pages is then the last one.
  const end = (await holds(high)) && (await isAlike(high, low)) ? low : null;
  if (end !== null) [low, high] = [Math.max(1, low / 2), low];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (end === null ? await holds(middle) : !(await isAlike(middle, end))) low = middle;
    else high = middle;
  }
  if (!isSound) return null;
  return end === null ? low : high;
}
