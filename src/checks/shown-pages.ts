import type { Query, RequestSpec } from '../client/request.ts';
import type { Caller } from '../client/test-bed.ts';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '../generate/per-page.ts';
import { PAGES_TO_COUNT } from '../model/tuning.ts';
import type { Trial } from '../run/trial.ts';
import { listingOf, resultsIn } from '../snapshot/listing.ts';
import { FULL_PAGE, pageQuery } from '../snapshot/snapshot.ts';
import { different, type Pages, pageBeside } from './numbers.ts';

/** Issues that show that the default is too small; and in deeper profiles, every size that the specification names. */
const ISSUES_SHOWN = { quick: DEFAULT_PER_PAGE + 1, standard: MAX_PER_PAGE + 1, thorough: MAX_PER_PAGE + 1 };
/** True if the outsider is asked for pages too. */
const ASKS_OUTSIDER = { quick: false, standard: true, thorough: true } as const;

/** Returns how many issues a caller should be shown by pages of so many results. */
function wantedOf(t: Trial, results: number): number {
  const isFar = results * PAGES_TO_COUNT < ISSUES_SHOWN.thorough;
  return Math.min(t.first.snapshot.keys.length, ISSUES_SHOWN[isFar ? 'quick' : t.profile]);
}

/** Shows what one page of the maximum holds by pages of another size. */
const ofAnotherSize = (t: Trial): Query[] => [1, 2].map((number) => t.page(FULL_PAGE - 1, number));

const fullPages = (queries: readonly Query[]): number =>
  queries.filter(({ per_page: size }) => size === String(FULL_PAGE)).length;

/**
 * Returns the pages that show how many issues there are. If one page of the maximum is the whole list, only pages of another
 * size show that it must be full.
 */
function pagesOfBase(t: Trial): readonly Query[] {
  const { complete, keys } = t.first.snapshot;
  const isOnePage = complete && keys.length === FULL_PAGE;
  return isOnePage ? [...t.pages, ...ofAnotherSize(t)] : t.pages;
}

/**
 * Walks the list of a caller who gets smaller pages than the base caller, until enough issues, or no new ones, are shown.
 * A caller who gets as many costs no further request.
 */
async function walk(t: Trial, by: Caller): Promise<readonly Query[]> {
  const queries = [...pagesOfBase(t)];
  const answers = await Promise.all(queries.map((query) => t.ask(t.listing(query, by))));
  const wanted = wantedOf(t, Math.max(...answers.map(resultsIn)));
  let shown = different(answers, t.known);
  // If pages are full, or the list ends with them, later ones show nothing new.
  const isShort = answers.every((answer) => listingOf(answer).kind === 'list' && resultsIn(answer) > 0);
  const last = isShort ? PAGES_TO_COUNT : 0;
  for (let page = fullPages(queries) + 1; page <= last && shown < wanted; page += 1) {
    const query = pageQuery(page);
    answers.push(await t.ask(t.listing(query, by)));
    const before = shown;
    shown = different(answers, t.known);
    if (shown === before) break;
    queries.push(query);
  }
  const isOnePage = shown === FULL_PAGE && shown < wanted;
  return isOnePage ? [...queries, ...ofAnotherSize(t)] : queries;
}

/**
 * Finds the pages that show each caller how many issues exist. A caller with smaller pages is asked for them once.
 * Confirmations ask the base caller's pages, which show that the list has not become shorter.
 */
export async function pagesShown(t: Trial): Promise<Pages> {
  const others = t.listers.filter((by) => by !== t.base && (by !== 'outsider' || ASKS_OUTSIDER[t.profile]));
  const walked = new Map(
    await Promise.all(
      others.map(async (by) => [by, await t.run.once(`pages shown to ${by}`, () => walk(t, by))] as const),
    ),
  );
  const ofBase = pagesOfBase(t);
  const asBase = (spec: RequestSpec): RequestSpec => ({ ...spec, as: t.as(t.base) });
  return (one) => {
    const own = walked.get(one.caller) ?? ofBase;
    const pages = own.map((query) => pageBeside(one, query));
    const confirming = ofBase.map((query) => asBase(pageBeside(one, query)));
    return { pages, confirming: own.length <= ofBase.length ? 'the same' : confirming };
  };
}
