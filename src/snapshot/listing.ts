import * as z from 'zod';
import { TOO_LONG } from '../client/body.ts';
import { because, type Doubt } from '../client/doubt.ts';
import {
  describeExchange,
  type Exchange,
  isRateLimited,
  type ReceivedResponse,
  textOf,
} from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';
import type { Identity } from './identity.ts';
import { LetGo, Records } from './records.ts';

/** Classification of the answer to a list request (section 4.1). */
export type Listing =
  /** A 200 with one JSON array. */
  | { readonly kind: 'list'; readonly records: Records }
  /** A 200 whose body is not one JSON array. */
  | { readonly kind: 'malformed'; readonly seen: string }
  /** A complete answer with another status below 500. */
  | { readonly kind: 'status'; readonly status: number; readonly seen: string }
  /** No complete answer, or a server error. */
  | { readonly kind: 'trouble'; readonly seen: string }
  /**
   * Nothing follows from the answer: it is a rate limit or a timeout, or exceeds a limit. `results` counts
   * the results that are certain, if any.
   */
  | (Doubt & { readonly kind: 'unknown'; readonly results?: number });

/** Maximum results that are compared: a body of 16 MiB holds this many issues of about 300 bytes. */
const MAX_RESULTS = 50_000;

/** Result of reading a body: its records, or why there are none. */
type Body =
  | { readonly kind: 'list'; readonly records: Records }
  | { readonly kind: 'other'; readonly type: string }
  | { readonly kind: 'not-json'; readonly why: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly results: number };

const ofSome = (results: number): { readonly results?: number } => (results > 0 ? { results } : {});

const isMore = (what: string, results: number): Body => ({
  kind: 'unknown',
  reason: `The answer is ${what}, which is more than this program reads.`,
  results,
});

function bodyOf(text: string): Body {
  const reading = readJson(text);
  if (reading.kind === 'beyond') return isMore(reading.what, reading.elements);
  if (reading.kind === 'not-json') return reading;
  const { value } = reading;
  const list = arraySchema.safeParse(value);
  if (!list.success) return { kind: 'other', type: jsonType(value) };
  const { data } = list;
  if (data.length > MAX_RESULTS)
    return isMore(`a list of more than ${MAX_RESULTS.toLocaleString('en')} results`, data.length);
  return { kind: 'list', records: new Records(data) };
}

const arraySchema = z.array(z.unknown());
/** UTF-16 units of a media type that is quoted. */
const MAX_TYPE_LENGTH = 1000;

const bodies = new WeakMap<object, Body>();

/**
 * Reads a body as one JSON array. The result is cached until the records are released.
 * @throws {LetGo} if the body was released unread
 */
function readBody(response: ReceivedResponse): Body {
  const one = response.long ?? response;
  const earlier = bodies.get(one);
  const elements = response.long?.elements ?? null;
  if (elements !== null) return isMore(TOO_LONG, elements);
  const text = textOf(response);
  const isThere = earlier !== undefined && (earlier.kind !== 'list' || earlier.records.areKept);
  if (earlier !== undefined && (isThere || text === null)) {
    response.long?.letGo();
    return earlier;
  }
  if (text === null) throw new LetGo();
  const body = bodyOf(text);
  bodies.set(one, body);
  response.long?.letGo();
  return body;
}

function ofCompleteBody(response: ReceivedResponse): Listing {
  if (!response.utf8) {
    response.long?.letGo();
    return { kind: 'malformed', seen: '200 with bytes that are not UTF-8' };
  }
  const body = readBody(response);
  switch (body.kind) {
    case 'list':
      return body;
    case 'unknown':
      return {
        kind: 'unknown',
        ...because('limit', body.reason),
        ...ofSome(body.results),
      };
    case 'other':
      return { kind: 'malformed', seen: `200 with a JSON ${body.type} instead of an array` };
    case 'not-json': {
      const given = response.headers['content-type'] ?? 'no Content-Type';
      // A truncated value might end inside a secret, which could not be hidden here.
      const type = given.length > MAX_TYPE_LENGTH ? `a Content-Type of ${given.length} characters` : given;
      // The parser's quotation of the body is left out, because the body is shown anyway.
      const [why] = /json/i.test(type) ? body.why.split(/, (?:"|\.{3})|\n/) : [type];
      return { kind: 'malformed', seen: `200, not JSON: ${why}` };
    }
  }
}

/** Returns why nothing follows from an answer for any rule; `null` if something does. */
export function hindrance(exchange: Exchange): Doubt | null {
  const { fault, response } = exchange;
  if (fault?.kind === 'withheld') return because('limit', `A request was not sent: ${fault.message}.`);
  if (fault?.kind === 'barred' || fault?.kind === 'proxy')
    return because('unanswered', `The service could not be reached, since ${fault.message}.`);
  if (fault?.kind === 'timeout')
    return because(
      'unanswered',
      `There was ${fault.message}; set a higher TIMEOUT_MS or a lower CONCURRENCY, then run again.`,
    );
  if (fault?.kind === 'too-large') return because('limit', `There was no complete answer: ${fault.message}.`);
  if (isRateLimited(exchange))
    return because(
      'unanswered',
      `The service limits the rate of requests (${response?.status}); wait, or set a lower MAX_RATE, then run again.`,
    );
  return null;
}

/**
 * Classifies an exchange as the answer to a list request.
 * @throws {LetGo} if a long body was released unread
 */
export function listingOf(exchange: Exchange): Listing {
  const { response, fault } = exchange;
  const doubt = hindrance(exchange);
  if (doubt !== null) return { kind: 'unknown', ...doubt };
  if (fault !== null) {
    return response?.status === 200
      ? { kind: 'malformed', seen: `200, but ${fault.message}` }
      : { kind: 'trouble', seen: describeExchange(exchange) };
  }
  if (response === null) return { kind: 'trouble', seen: 'no answer' };
  if (response.status === 200) return ofCompleteBody(response);
  return response.status >= 500
    ? { kind: 'trouble', seen: String(response.status) }
    : { kind: 'status', status: response.status, seen: String(response.status) };
}

/**
 * Returns the number of results; 0 if the answer is not a list.
 * @throws {LetGo} if a long body was released unread
 */
export function resultsIn(exchange: Exchange): number {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records.length : 0;
}

/** Returns the records; empty if the answer is not a list. @throws {LetGo} if they were released */
export function recordsOf(exchange: Exchange): readonly unknown[] {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records.all : [];
}

/**
 * Returns the first records, by which the identity is determined; empty if the answer is not a list.
 * @throws {LetGo} if they were released
 */
export function sampleOf(exchange: Exchange): readonly unknown[] {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records.sample : [];
}

/**
 * Returns the keys of the records; empty if the answer is not a list.
 * @throws {LetGo} if they were released
 */
export function keysOf(exchange: Exchange, identity: Identity): readonly string[] {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records.keysBy(identity) : [];
}

/** True if the records of an answer are available, or it has none. */
export function areRecordsKept(exchange: Exchange): boolean {
  const listing = listingOf(exchange);
  return listing.kind !== 'list' || listing.records.areKept;
}

/** True if the keys of an answer are available or can be computed. */
export function areKeysKept(exchange: Exchange, identity: Identity): boolean {
  const listing = listingOf(exchange);
  return listing.kind !== 'list' || listing.records.areKept || listing.records.hasKeysBy(identity);
}

/**
 * Returns an answer with known keys, and requests it again if it was released.
 * @throws {Stopped} if the run is over
 * @throws {LetGo} if the new answer was released as well
 */
export async function withKeys(
  exchange: Exchange,
  identity: Identity,
  again: () => Promise<Exchange>,
): Promise<Exchange> {
  try {
    keysOf(exchange, identity);
    return exchange;
  } catch (error) {
    if (!(error instanceof LetGo)) throw error;
    const answer = await again();
    keysOf(answer, identity);
    return answer;
  }
}
