import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Exchange, ReceivedResponse, SentRequest } from './exchange.ts';
import type { WrittenEntry } from './recorded-file.ts';
import type { Secrets } from './secrets.ts';

type EntryPlace = WrittenEntry['_place'];

/** Raised when an older version would misread a recording. */
export const FORMAT = 1;

/** Returns a request without secrets: a label names the caller. */
export function redacted({ method, url, headers, body }: SentRequest, secrets: Secrets): SentRequest {
  // A pattern of underscores is as long as TOKEN, whose length is a secret too.
  const hide = (name: string, value: string): string =>
    secrets.scrubHeader(name, name === 'authorization' ? value.replace(/^Bearer _+$/, 'Bearer ___') : value);
  return {
    method,
    url: secrets.scrub(url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(name, value)])),
    body: body === null ? null : secrets.scrub(body),
  };
}

const digest = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);

/** Returns the key that equal requests share. The caller is one of the headers. */
export const requestKey = ({ method, url, headers, body }: SentRequest): string =>
  digest([method, url, Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1)), body]);

/** Returns the key of one transmission. @param request without secrets */
export const entryKey = (request: SentRequest, { after, nth }: EntryPlace): string =>
  digest([requestKey(request), after, nth]);

/** Numbers the requests of a run, which are without secrets. A deleted entry leaves a gap, and shifts no other. */
export class EntryPlaces {
  readonly #counts = new Map<string, number>();
  /** Requests so far. */
  count = 0;
  #after = '';

  /** Returns the place of a request. Only a listing depends on the last creation. */
  next(request: SentRequest): EntryPlace {
    const after = request.method === 'GET' ? this.#after : '';
    const name = entryKey(request, { after, nth: 0 });
    const nth = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, nth);
    this.count += 1;
    return { nth, after };
  }

  /** Notes an answer. Those before an accepted creation say nothing about later ones; refusals come in any order. */
  answered(request: SentRequest, status: number): void {
    if (request.method === 'POST' && status >= 200 && status < 300) this.#after = requestKey(request);
  }
}

const pairsOf = (headers: Readonly<Record<string, string>>): WrittenEntry['request']['headers'] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Returns a body as HAR has it, without secrets. */
const contentOf = (bytes: Buffer, { scrub }: Secrets): WrittenEntry['response']['content'] =>
  isUtf8(bytes)
    ? { text: scrub(bytes.toString('utf8')) }
    : {
        text: Buffer.from(scrub(bytes.toString('latin1')), 'latin1').toString('base64'),
        encoding: 'base64',
      };

/**
 * Returns the entry of an exchange whose request is already without secrets.
 * @param about its whole body, decoded; its date in Unix milliseconds; its place and times
 */
export function entryOf(
  { request: { method, url, headers, body }, response, fault, ms }: Exchange,
  {
    bytes,
    date,
    ...place
  }: Pick<WrittenEntry, '_place' | '_times'> & { readonly bytes: Buffer; readonly date: number },
  secrets: Secrets,
): WrittenEntry {
  const { scrub } = secrets;
  const http = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const { status, headers: received }: Pick<ReceivedResponse, 'status' | 'headers'> = response ?? {
    status: 0,
    headers: {},
  };
  const entry = {
    startedDateTime: new Date(date).toISOString(),
    time: ms,
    request: {
      method,
      url,
      ...http,
      headers: pairsOf(headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(body === null ? {} : { postData: { mimeType: 'application/json', text: body } }),
      bodySize: Buffer.byteLength(body ?? ''),
    },
    response: {
      status,
      statusText: '',
      ...http,
      redirectURL: scrub(received['location'] ?? ''),
      headers: pairsOf(received).map(({ name, value }) => ({
        name: scrub(name),
        value: secrets.scrubHeader(name, value),
      })),
      content: {
        size: bytes.length,
        mimeType: scrub(received['content-type'] ?? 'x-unknown'),
        ...contentOf(bytes, secrets),
      },
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...place,
    ...(fault === null ? {} : { _error: { kind: fault.kind, message: scrub(fault.message) } }),
  };
  return entry;
}
