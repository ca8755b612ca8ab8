const BLANK = /\s/;
/** Length of the longest query that is followed, in UTF-16 units. */
const MAX_QUERY_LENGTH = 2000;

/**
 * Reads one link parameter after its semicolon. `relation` is the value of `rel`, or `null` for other
 * parameters.
 */
function parameterAt(
  header: string,
  from: number,
): { readonly relation: string | null; readonly end: number } {
  let end = from;
  while (end < header.length && !';,<"'.includes(header.charAt(end))) end += 1;
  const [name = '', ...rest] = header.slice(from, end).split('=');
  const closing = header.charAt(end) === '"' ? header.indexOf('"', end + 1) : -1;
  const value = closing === -1 ? rest.join('=') : header.slice(end + 1, closing);
  return {
    relation: rest.length > 0 && name.trim().toLowerCase() === 'rel' ? value : null,
    end: closing === -1 ? end : closing + 1,
  };
}

/** Returns the value of a link's first `rel`, reading from after its target. */
function relationsFrom(header: string, from: number): string {
  for (let at = from; ; ) {
    while (BLANK.test(header.charAt(at))) at += 1;
    if (header.charAt(at) !== ';') return '';
    const { relation, end } = parameterAt(header, at + 1);
    if (relation !== null) return relation;
    at = end;
  }
}

/** Returns the targets of a Link header (RFC 8288) by relation, the first of each. */
export function linksIn(header: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (let at = header.indexOf('<'); at !== -1; ) {
    const end = header.indexOf('>', at);
    if (end === -1) break;
    const target = header.slice(at + 1, end);
    for (const relation of relationsFrom(header, end + 1)
      .toLowerCase()
      .split(/\s+/))
      if (relation !== '' && !links.has(relation)) links.set(relation, target);
    at = header.indexOf('<', end);
  }
  return links;
}

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
