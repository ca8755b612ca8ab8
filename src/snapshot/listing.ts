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

/** What a listing was answered with, seen from section 4.1. */
export type Listing =
  /** 200 and one JSON array. */
  | { readonly kind: 'list'; readonly records: Records }
  /** 200, but the body is not one JSON array. */
  | { readonly kind: 'malformed'; readonly seen: string }
  /** A complete answer of another status. */
  | { readonly kind: 'status'; readonly status: number; readonly seen: string }
  /** No complete answer of its own: a broken connection, or one that a server in trouble gives. */
  | { readonly kind: 'trouble'; readonly seen: string }
  /**
   * Nothing follows from it: the target asks for patience, is too slow, or sends more than is read. Where it is known all the
   * same to be a list of some results at least, their number is told.
   */
  | (Doubt & { readonly kind: 'unknown'; readonly results?: number });

/** More results of one answer are not compared: a body of 16 MiB has room for so many issues of 300 bytes. */
const MOST_RESULTS = 50_000;

/** What the text of a body is: the records of a list, or why there are none. */
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
  if (data.length > MOST_RESULTS)
    return isMore(`a list of more than ${MOST_RESULTS.toLocaleString('en')} results`, data.length);
  return { kind: 'list', records: new Records(data) };
}

const arraySchema = z.array(z.unknown());
/** UTF-16 units of a media type that is shown. */
const LONGEST_TYPE = 1000;

const bodies = new WeakMap<object, Body>();

/** Reads a body as one JSON array; each is read once, as long as what it held is kept. @throws {LetGo} */
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
      // A part of it could end in a part of a secret, and here nobody knows those.
      const type = given.length > LONGEST_TYPE ? `a Content-Type of ${given.length} characters` : given;
      // What the parser quotes of the body stands in the body.
      const [why] = /json/i.test(type) ? body.why.split(/, (?:"|\.{3})|\n/) : [type];
      return { kind: 'malformed', seen: `200, not JSON: ${why}` };
    }
  }
}

/** Why nothing follows from an answer, whatever the rule; `null` where something does. */
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

/** Reads an exchange as the answer of a listing. @throws {LetGo} where a long body was let go before it was read */
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

/** How many results a listing has; none where it is none. @throws {LetGo} */
export function resultsIn(exchange: Exchange): number {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records.length : 0;
}

/** The records of a listing; none where it is none. @throws {LetGo} */
export function recordsOf(exchange: Exchange): readonly unknown[] {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records.all : [];
}

/** The first records of a listing, which show how issues are told apart; none where it is none. @throws {LetGo} */
export function sampleOf(exchange: Exchange): readonly unknown[] {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records.sample : [];
}

/** Keys of the records of a listing, the same for the same issue; none where it is none. @throws {LetGo} */
export function keysOf(exchange: Exchange, identity: Identity): readonly string[] {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records.keysBy(identity) : [];
}

/** Whether the records of an answer are there, if it has any. */
export function areRecordsKept(exchange: Exchange): boolean {
  const listing = listingOf(exchange);
  return listing.kind !== 'list' || listing.records.areKept;
}

/** Whether the keys of an answer are there, or can be made. */
export function areKeysKept(exchange: Exchange, identity: Identity): boolean {
  const listing = listingOf(exchange);
  return listing.kind !== 'list' || listing.records.areKept || listing.records.hasKeysBy(identity);
}

/** An answer whose keys are known from now on; one that was let go is asked for again. @throws {Stopped} @throws {LetGo} */
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
