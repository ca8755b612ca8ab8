import { type Exchange, haveSameBody } from '../client/exchange.ts';
import { linksIn } from './links.ts';
import { listingOf } from './listing.ts';

/** No list is looked at beyond this page. */
const FARTHEST = 2 ** 20;

/** The page that a Link header calls the last one: a hint, to be tried. */
export function hintedBy({ response }: Exchange): number | null {
  const link = linksIn(response?.headers['link'] ?? '').get('last');
  const page = /[?&]page=(\d{1,7})(&|$)/.exec(link ?? '')?.[1];
  return page === undefined ? null : Number(page);
}

/**
 * The last page of a list that holds any results: by a hint of the service where there is a right one, else by doubling and
 * halving the page number.
 * @param ask asks for a page, from 1
 * @param near the last page of a listing of the same repository: it is likely to be the last one here too
 * @returns `null` where the first page is no list, or holds nothing, and where an answer was none of a service that is well:
 * such a page may hold anything
 * @throws {Stopped}
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
  /** What is answered like another page is that page again: it may be the page that is given for all behind the end. */
  const isAlike = async (page: number, other: number): Promise<boolean> =>
    haveSameBody((await once(page)).response, (await once(other)).response);
  const holds = async (page: number): Promise<boolean> => {
    const listing = listingOf(await once(page));
    isSound &&= listing.kind === 'list' || listing.kind === 'status';
    return listing.kind === 'list' && listing.records.length > 0 && (page === 1 || !(await isAlike(page, 1)));
  };
  if (!(await holds(1))) return null;
  const hint = hintedBy(await once(1)) ?? near ?? null;
  if (hint !== null && hint < FARTHEST && (await holds(hint)) && !(await holds(hint + 1)))
    return isSound ? hint : null;
  let low = 1;
  let high = 2;
  while (high < FARTHEST && (await holds(high)) && !(await isAlike(high, low))) {
    low = high;
    high *= 2;
  }
  // Where the last page is given for all behind it, the first of those that are alike is the last one.
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
