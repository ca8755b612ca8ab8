const LONGEST_QUERY = 2000;

/**
 * The query of a link, where it leads to the same collection of the same service; what a target writes is never fetched
 * as it stands, so that no credential goes elsewhere.
 */
export function queryOfLink(link: string, from: string): Record<string, string[]> | null {
  if (!URL.canParse(link, from)) return null;
  const [target, source] = [new URL(link, from), new URL(from)];
  if (target.origin !== source.origin || target.pathname !== source.pathname) return null;
  if (target.search.length > LONGEST_QUERY) return null;
  const query: Record<string, string[]> = {};
  for (const name of new Set(target.searchParams.keys())) query[name] = target.searchParams.getAll(name);
  return query;
}
