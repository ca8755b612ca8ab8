import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Exchange, SentRequest } from './exchange.ts';
import type { Entry, EntryPlace } from './har-schema.ts';
import type { Secrets } from './secrets.ts';

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

/** Returns the key of one transmission. */
export const entryKey = (key: string, { after, nth }: Pick<EntryPlace, 'after' | 'nth'>): string =>
  digest([key, after, nth]);

/** Numbers the requests of a run. A deleted entry leaves a gap, and shifts no other. */
export class EntryPlaces {
  readonly #counts = new Map<string, number>();
  #number = 0;
  #after = '';

  next(key: string): EntryPlace {
    const name = digest([key, this.#after]);
    const nth = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, nth);
    this.#number += 1;
    return { number: this.#number, nth, after: this.#after };
  }

  /** Notes that a request was answered. Answers before a creation say nothing about later ones. */
  answered({ method }: SentRequest, key: string): void {
    if (method !== 'GET') this.#after = key;
  }
}

const pairsOf = (headers: Readonly<Record<string, string>>): Entry['request']['headers'] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Returns a body as HAR has it, without secrets. */
const contentOf = (bytes: Buffer, { scrub }: Secrets) =>
  isUtf8(bytes)
    ? { text: scrub(bytes.toString('utf8')) }
    : {
        text: Buffer.from(scrub(bytes.toString('latin1')), 'latin1').toString('base64'),
        encoding: 'base64',
      };

/** The outcome of a request, with the place and the moments of its entry. */
export interface Outcome extends Pick<Exchange, 'fault' | 'ms'> {
  readonly response: Pick<NonNullable<Exchange['response']>, 'status' | 'headers'> | null;
  /** The whole body, decoded. */
  readonly bytes: Buffer;
  readonly place: EntryPlace;
  readonly times: Entry['times'];
  /** When it was sent, in Unix milliseconds. */
  readonly date: number;
}

/** Returns the entry of a request that is already without secrets. */
export function entryOf(
  { method, url, headers, body }: SentRequest,
  { response, bytes, place, times, date, fault, ms }: Outcome,
  secrets: Secrets,
): object {
  const http = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const { status, headers: received } = response ?? { status: 0, headers: {} };
  return {
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
      redirectURL: secrets.scrub(received['location'] ?? ''),
      headers: pairsOf(received).map(({ name, value }) => ({
        name: secrets.scrub(name),
        value: secrets.scrubHeader(name, value),
      })),
      content: {
        size: bytes.length,
        mimeType: secrets.scrub(received['content-type'] ?? 'x-unknown'),
        ...contentOf(bytes, secrets),
      },
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    _place: place,
    _times: times,
    ...(fault === null ? {} : { _error: { kind: fault.kind, message: secrets.scrub(fault.message) } }),
  };
}
