import { hash } from 'node:crypto';
import type { SentRequest } from './exchange.ts';
import type { Secrets } from './secrets.ts';

/** Raised when an older version would misread a recording. */
export const FORMAT = 1;
/** Stands before the end of a recording whose run has ended; the number of its requests follows. */
export const COMPLETE = '],"_requests":';

/** Returns a request without secrets: a label names the caller. */
function redacted({ method, url, headers, body }: SentRequest, secrets: Secrets): SentRequest {
  const shown = Object.entries(headers).map(([name, value]) => {
    // A pattern of underscores is as long as TOKEN, whose length is a secret too.
    const text = name === 'authorization' ? value.replace(/^Bearer _+$/, 'Bearer ___') : value;
    return [name, secrets.scrubHeader(name, text)];
  });
  return {
    method,
    url: secrets.scrub(url),
    headers: Object.fromEntries(shown),
    body: body && secrets.scrub(body),
  };
}

const digest = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);

/** Returns the key that equal requests share. The caller is one of the headers. */
export const requestKey = ({ method, url, headers, body }: SentRequest): string =>
  digest([method, url, Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1)), body]);

/**
 * Returns the key of one transmission.
 * @param request without secrets
 * @param place its number among equal requests after the same creation, from 1, and the key of that creation, if any
 */
export const entryKey = (request: SentRequest, place: { after: string; nth: number }): string =>
  digest([requestKey(request), place.after, place.nth]);

/** Numbers the requests of a run. A deleted entry leaves a gap, and shifts no other. */
export function entryPlaces(secrets: Secrets) {
  const counts = new Map<string, number>();
  let lastCreation = '';
  return {
    /** Returns a request without secrets, and its place. Only a listing depends on the last creation. */
    next: (sent: SentRequest) => {
      const request = redacted(sent, secrets);
      const after = request.method === 'GET' ? lastCreation : '';
      const name = entryKey(request, { after, nth: 0 });
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      return { request, place: { nth, after } };
    },
    /** Notes an answer. Those before an accepted creation say nothing about later ones; refusals come in any order. */
    answered: (request: SentRequest, status: number): void => {
      if (request.method === 'POST' && status >= 200 && status < 300) lastCreation = requestKey(request);
    },
  };
}
