import { z } from 'zod';
import { describeExchange, type Exchange, isRateLimited } from '../target/exchange.ts';
import { jsonType, readJson } from '../target/json.ts';

/** What a listing was answered with, seen from section 4.1. */
export type ListAnswer =
  /** 200 and one JSON array. */
  | { readonly kind: 'list'; readonly records: readonly unknown[] }
  /** 200, but the body is not one JSON array. */
  | { readonly kind: 'no-array'; readonly seen: string }
  /** A complete answer of another status. */
  | { readonly kind: 'status'; readonly status: number; readonly seen: string }
  /** No answer at all, or one that a server in trouble gives; it may be the fault of the moment. */
  | { readonly kind: 'trouble'; readonly seen: string }
  /** Nothing follows from it: the target asks for patience, is too slow, or sends more than is read. */
  | { readonly kind: 'undecidable'; readonly reason: string };

const arraySchema = z.array(z.unknown());
/** An issue record: an object, no field of which is documented (section 2). */
export const recordSchema = z.record(z.string(), z.unknown());

function ofCompleteBody(exchange: Exchange, body: string, utf8: boolean): ListAnswer {
  if (!utf8) return { kind: 'no-array', seen: '200 with bytes that are not UTF-8' };
  const reading = readJson(body);
  if (reading.kind === 'too-deep')
    return { kind: 'undecidable', reason: 'The body is nested deeper than this program reads.' };
  if (reading.kind === 'not-json') {
    const type = exchange.response?.headers['content-type'] ?? 'no Content-Type';
    return { kind: 'no-array', seen: `200 with a body that is not JSON (${type}; ${reading.why})` };
  }
  const array = arraySchema.safeParse(reading.value);
  return array.success
    ? { kind: 'list', records: array.data }
    : { kind: 'no-array', seen: `200 with a JSON ${jsonType(reading.value)} in place of an array` };
}

function read(exchange: Exchange): ListAnswer {
  const { response, fault } = exchange;
  if (isRateLimited(exchange)) {
    return {
      kind: 'undecidable',
      reason: `The target limits the rate of requests (${response?.status}); a TOKEN, a lower MAX_RATE or a later run decides it.`,
    };
  }
  if (fault !== null) {
    if (fault.kind === 'timeout' || fault.kind === 'too-large' || fault.kind === 'unreachable') {
      return { kind: 'undecidable', reason: `No complete answer: ${fault.message}.` };
    }
    return response?.status === 200
      ? { kind: 'no-array', seen: `200, but ${fault.message}` }
      : { kind: 'trouble', seen: describeExchange(exchange) };
  }
  if (response === null) return { kind: 'trouble', seen: 'no answer' };
  if (response.status === 200) return ofCompleteBody(exchange, response.body, response.utf8);
  return response.status >= 500
    ? { kind: 'trouble', seen: String(response.status) }
    : { kind: 'status', status: response.status, seen: String(response.status) };
}

const readings = new WeakMap<Exchange, ListAnswer>();

/** Reads an exchange as the answer of a listing; each exchange is read once. */
export function readListAnswer(exchange: Exchange): ListAnswer {
  const earlier = readings.get(exchange);
  if (earlier !== undefined) return earlier;
  const answer = read(exchange);
  readings.set(exchange, answer);
  return answer;
}
