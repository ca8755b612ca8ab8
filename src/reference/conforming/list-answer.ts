import { createHash } from 'node:crypto';
import { type Answer, JSON_TYPE } from '../answer.ts';
import type { Listing } from '../listing.ts';
import { links } from './links.ts';

/** Section 4.1: one JSON array. Links and tags are no part of the document; clients of such services like them. */
export function listAnswer(records: readonly string[], total: number, listing: Listing): Answer {
  const body = `[${records.join(',')}]`;
  const link = links(total, listing);
  const etag = `"${createHash('sha1').update(body).update(link).digest('base64url')}"`;
  const headers = { etag, vary: 'Accept, Authorization', ...(link !== '' && { link }) };
  if (listing.request.header('if-none-match') === etag) return { status: 304, headers, body: '' };
  return { status: 200, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}
