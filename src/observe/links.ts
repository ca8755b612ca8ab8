import { because } from '../client/doubt.ts';
import type { Exchange } from '../client/exchange.ts';
import { keysIn } from '../engine/alike.ts';
import type { Trial } from '../engine/trial.ts';
import { linksIn } from '../snapshot/links.ts';
import { resultsIn } from '../snapshot/listing.ts';
import { sameKeys } from '../snapshot/sequence.ts';
import { besideTwin } from './beside.ts';
import {
  NotObserved,
  needsAnswers,
  needsPlainList,
  needsRequests,
  type Try,
  untilSteady,
} from './observation.ts';
import { truncateAll } from './texts.ts';

/** Length of the longest query that is followed, in UTF-16 units. */
const MAX_QUERY_LENGTH = 2000;
/** Issues that others are likely to close or to delete while a list is read. */
const ISSUES_OF_OTHERS = 5;

const linksOf = ({ response }: Exchange): ReadonlyMap<string, string> =>
  linksIn(response?.headers['link'] ?? '');

/**
 * Returns the query of a link to the same collection of the same service, else `null`. The link itself is never fetched, so
 * that no credential goes elsewhere.
 */
export function queryOfLink(link: string, from: string): Record<string, string[]> | null {
  if (!URL.canParse(link, from)) return null;
  const [target, source] = [new URL(link, from), new URL(from)];
  if (target.origin !== source.origin || target.pathname !== source.pathname) return null;
  if (target.search.length > MAX_QUERY_LENGTH) return null;
  const query: Record<string, string[]> = {};
  for (const name of new Set(target.searchParams.keys())) query[name] = target.searchParams.getAll(name);
  return query;
}

/**
 * Returns true if the link to the next page leads to page 2. A link that holds a place in the list does so only while the
 * list stays as it is.
 * @throws {Stopped}
 */
function followNext(t: Trial, first: Exchange): Promise<string> {
  const second = t.listing({ page: '2' });
  let from = first;
  const follow = async (): Promise<Try> => {
    const next = linksOf(from).get('next');
    const query = queryOfLink(next ?? '', from.request.url);
    if (query === null) return { kind: 'sure', value: 'next leads elsewhere' };
    const followed = t.listing(query);
    needsAnswers(await Promise.all([t.ask(second), t.ask(followed)]));
    const names = { same: 'same as page 2', other: 'other results' };
    const seen = await besideTwin(t, followed, second, names);
    const value = `next → ${seen}`;
    if (seen.endsWith(names.same)) return { kind: 'sure', value };
    const now = await t.send(() => t.listing());
    const isSame = sameKeys(keysIn(from, t.known) ?? [], keysIn(now, t.known) ?? []);
    if (linksOf(now).get('next') === next && isSame) return { kind: 'sure', value };
    from = now;
    return { kind: 'changed' };
  };
  return untilSteady('The list changed whenever its link to the next page was followed', follow);
}

/** Describes the Link header of the plain list, and the page behind its link to the next one. @throws {Stopped} */
export async function describeLinks(t: Trial): Promise<string> {
  const plain = await needsPlainList(t);
  const links = linksOf(plain);
  const { keys } = t.first.snapshot;
  // The page may be the only one by now, unless the run has seen many more issues than it holds.
  if (!links.has('next') && keys.length <= resultsIn(plain) + ISSUES_OF_OTHERS)
    throw new NotObserved(
      because(
        'data',
        `The plain list names no next page, and it may hold all open issues: it shows ${resultsIn(plain)} of ${keys.length} that the run has seen. Create more, then run again.`,
      ),
    );
  if (links.size === 0) return 'no Link header';
  const relations = truncateAll([...links.keys()].map((name) => t.run.secrets.hide(name)).toSorted(), 6);
  if (!links.has('next')) return `${relations}; no next`;
  needsRequests(t);
  return `${relations}; ${await followNext(t, plain)}`;
}
