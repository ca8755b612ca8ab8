import type { Exchange } from '../client/exchange.ts';

/** Matches a target of limited length, and its parameters. No text is searched twice, so the time is linear. */
const LINK = /<([^<>]{0,2000})>([^<]*)/g;
const RELATION = /;\s*rel\s*=\s*"?([^";,]*)/i;

/** Returns the query of a link to the listed collection, else `null`. The run sends no other part of a link. */
function queryOf(target: string, from: string): URLSearchParams | null {
  if (!URL.canParse(target, from)) return null;
  const [{ origin, pathname, searchParams }, source] = [new URL(target, from), new URL(from)];
  return origin === source.origin && pathname === source.pathname ? searchParams : null;
}

/**
 * Returns the query of the first link of each relation in the Link header (RFC 8288). Of a link's parameters only `rel` is
 * read, so one that quotes a `<` or a `rel` is misunderstood.
 */
export function linksOf({ request, response }: Exchange): ReadonlyMap<string, URLSearchParams | null> {
  const links = new Map<string, URLSearchParams | null>();
  for (const [, target = '', parameters = ''] of (response?.headers['link'] ?? '').matchAll(LINK)) {
    const relations = (RELATION.exec(parameters)?.[1] ?? '').toLowerCase().split(/\s+/);
    const fresh = relations.filter((relation) => relation !== '' && !links.has(relation));
    const query = fresh.length === 0 ? null : queryOf(target, request.url);
    for (const relation of fresh) links.set(relation, query);
  }
  return links;
}
