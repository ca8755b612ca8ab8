import { z } from 'zod';
import { describeExchange, type Exchange, isRateLimited } from '../client/exchange.ts';
import { jsonType, readJson } from '../client/json.ts';

/** What a listing was answered with, seen from section 4.1. */
export type Listing =
  /** 200 and one JSON array. */
  | { readonly kind: 'list'; readonly records: readonly unknown[] }
  /** 200, but the body is not one JSON array. */
  | { readonly kind: 'malformed'; readonly seen: string }
  /** A complete answer of another status. */
  | { readonly kind: 'status'; readonly status: number; readonly seen: string }
  /** No complete answer of its own: a broken connection, or one that a server in trouble gives. */
  | { readonly kind: 'trouble'; readonly seen: string }
  /** Nothing follows from it: the target asks for patience, is too slow, or sends more than is read. */
  | { readonly kind: 'unknown'; readonly reason: string };

const arraySchema = z.array(z.unknown());
const recordSchema = z.record(z.string(), z.unknown());
const checked = new WeakMap<object, boolean>();

/** Whether something is an issue record: an object, no field of which is documented (section 2). Each is checked once. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') return false;
  const known = checked.get(value) ?? recordSchema.safeParse(value).success;
  checked.set(value, known);
  return known;
}

function ofCompleteBody(exchange: Exchange, body: string, utf8: boolean): Listing {
  if (!utf8) return { kind: 'malformed', seen: '200 with bytes that are not UTF-8' };
  const reading = readJson(body);
  if (reading.kind === 'too-deep')
    return { kind: 'unknown', reason: 'The body is nested deeper than this program reads.' };
  if (reading.kind === 'not-json') {
    const type = exchange.response?.headers['content-type'] ?? 'no Content-Type';
    return { kind: 'malformed', seen: `200 with a body that is not JSON (${type}; ${reading.why})` };
  }
  const array = arraySchema.safeParse(reading.value);
  return array.success
    ? { kind: 'list', records: array.data }
    : { kind: 'malformed', seen: `200 with a JSON ${jsonType(reading.value)} instead of an array` };
}

/** Why nothing follows from an answer, whatever the rule, as a sentence; `null` where something does. */
export function hindrance(exchange: Exchange): string | null {
  const { fault, response } = exchange;
  if (fault?.kind === 'withheld') return `A request was not sent: ${fault.message}.`;
  if (fault?.kind === 'barred' || fault?.kind === 'proxy')
    return `The service could not be reached, since ${fault.message}.`;
  if (fault?.kind === 'timeout')
    return `There was ${fault.message}; a higher TIMEOUT_MS, or a lower CONCURRENCY, may decide it.`;
  if (fault?.kind === 'too-large') return `There was no complete answer: ${fault.message}.`;
  if (isRateLimited(exchange))
    return `The service limits the rate of requests (${response?.status}); wait, or set a lower MAX_RATE, then run again.`;
  return null;
}

function read(exchange: Exchange): Listing {
  const { response, fault } = exchange;
  const reason = hindrance(exchange);
  if (reason !== null) return { kind: 'unknown', reason };
  if (fault !== null) {
    return response?.status === 200
      ? { kind: 'malformed', seen: `200, but ${fault.message}` }
      : { kind: 'trouble', seen: describeExchange(exchange) };
  }
  if (response === null) return { kind: 'trouble', seen: 'no answer' };
  if (response.status === 200) return ofCompleteBody(exchange, response.body, response.utf8);
  return response.status >= 500
    ? { kind: 'trouble', seen: String(response.status) }
    : { kind: 'status', status: response.status, seen: String(response.status) };
}

const readings = new WeakMap<Exchange, Listing>();

/** Reads an exchange as the answer of a listing; each exchange is read once. */
export function listingOf(exchange: Exchange): Listing {
  const earlier = readings.get(exchange);
  if (earlier !== undefined) return earlier;
  const answer = read(exchange);
  readings.set(exchange, answer);
  return answer;
}

/** The records of a listing; none where it is none. */
export function recordsOf(exchange: Exchange): readonly unknown[] {
  const listing = listingOf(exchange);
  return listing.kind === 'list' ? listing.records : [];
}
