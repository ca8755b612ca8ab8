import { createHash } from 'node:crypto';
import { type Answer, JSON_TYPE } from '../answer.ts';
import type { ListCall } from '../listing.ts';
import type { Issue } from '../world/repository.ts';

// Issues are immutable, so their text can be cached.
const rendered = new WeakMap<Issue, string>();

/** Returns the JSON text of an issue; section 2 leaves its fields open. */
export function renderRecord(issue: Issue): string {
  const known = rendered.get(issue);
  if (known !== undefined) return known;
  const text = JSON.stringify(issue);
  rendered.set(issue, text);
  return text;
}

/** Returns one JSON array (section 4.1). Link and ETag headers are unspecified but usual. */
export function listAnswer(records: readonly string[], total: number, listing: ListCall): Answer {
  const body = `[${records.join(',')}]`;
  const link = links(total, listing);
  const etag = `"${createHash('sha1').update(body).update(link).digest('base64url')}"`;
  const headers = { etag, vary: 'Accept, Authorization', ...(link !== '' && { link }) };
  if (listing.request.header('if-none-match') === etag) return { status: 304, headers, body: '' };
  return { status: 200, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

// A Link header repeats the query several times, and clients refuse headers of more than a few kilobytes.
const LONGEST_QUERY = 1000;

/** Returns a Link header (RFC 8288) with the neighbouring pages; empty if there are none. */
function links(total: number, { request, window }: ListCall): string {
  if (request.url.search.length > LONGEST_QUERY) return '';
  const last = Math.max(1, Math.ceil(total / window.size));
  const page = Math.min(window.page, last + 1);
  const targets = {
    prev: page > 1 ? page - 1 : undefined,
    next: page < last ? page + 1 : undefined,
    last: page < last ? last : undefined,
    first: page > 1 ? 1 : undefined,
  };
  const url = new URL(request.url);
  return Object.entries(targets)
    .flatMap(([rel, to]) => {
      if (to === undefined) return [];
      url.searchParams.set('page', String(to));
      return [`<${url.href}>; rel="${rel}"`];
    })
    .join(', ');
}
