import type { Listing } from '../listing.ts';

// A link repeats the query, several times in one header: clients give up on headers of more than a few kilobytes.
const LONGEST_QUERY = 1000;

/** The value of a Link header (RFC 8288) that leads to the neighbouring pages; empty where there is nothing to lead to. */
export function links(total: number, { request, window }: Listing): string {
  if (request.url.search.length > LONGEST_QUERY) return '';
  const last = Math.max(1, Math.ceil(total / window.size));
  const page = Math.min(window.page, last + 1);
  const targets = {
    prev: page > 1 ? page - 1 : undefined,
    next: page < last ? page + 1 : undefined,
    last: page < last ? last : undefined,
    first: page > 1 ? 1 : undefined,
  };
  return Object.entries(targets)
    .flatMap(([rel, to]) => (to === undefined ? [] : [`<${at(request.url, to)}>; rel="${rel}"`]))
    .join(', ');
}

function at(url: URL, page: number): string {
  const target = new URL(url);
  target.searchParams.set('page', String(page));
  return target.href;
}
