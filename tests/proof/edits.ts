import type { Exchange } from '../../src/client/exchange.ts';
import type { Look, Looks } from '../../src/model/case.ts';
import type { TwinAnswers } from '../../src/model/twins.ts';
import { listingOf } from '../../src/snapshot/listing.ts';

/** One change of a response. */
export interface Edit {
  readonly says: string;
  readonly before: Exchange;
  readonly answer: Exchange;
}

type Response = NonNullable<Exchange['response']>;

const STATUSES = [200, 404, 422, 500];
/** More results than any page may have. */
const MANY = 101;

function withResponse({ response, ...rest }: Exchange, part: Partial<Response>): Exchange {
  const { long: _, ...short } = response ?? { status: 200, headers: {}, body: '', utf8: true };
  return { ...rest, fault: null, response: { ...short, ...part } };
}

/** Returns a value of the same shape with all values changed. */
function madeUp(value: unknown, nth: number): unknown {
  if (typeof value === 'number') return value + 1_000_003 + nth;
  if (typeof value === 'string') return `${value}${nth} made up`;
  if (Array.isArray(value)) return value.map((item) => madeUp(item, nth));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, madeUp(item, nth)]));
}

/** Returns the records of a list; `null` if it is no list, or its records are no longer kept. */
function recordsIn(answer: Exchange): readonly unknown[] | null {
  const listing = listingOf(answer);
  return listing.kind === 'list' && listing.records.areKept ? listing.records.all : null;
}

/** Returns changes of a list: of one record, or with added records. */
function listEdits(records: readonly unknown[]): (readonly [string, readonly unknown[]])[] {
  const middle = Math.floor(records.length / 2);
  const put = (at: number, value: unknown): unknown[] =>
    records.map((record, index) => (index === at ? value : record));
  const others = Array.from({ length: MANY }, (_, nth) => madeUp(records[0] ?? { id: 1, title: 'x' }, nth));
  return [
    ['the last record is dropped', records.slice(0, -1)],
    ['the first record is dropped', records.slice(1)],
    ['a record takes the place of its neighbour', put(middle, records[middle - 1] ?? null)],
    [
      'the first and the last record are swapped',
      records.map((_, at) => records.at(at === 0 ? -1 : at === records.length - 1 ? 0 : at)),
    ],
    ['another record takes the place of one', put(middle, others[0])],
    ['a record is added', [...records, others[0]]],
    // No run sends this payload, so it is not taken for a stored one.
    ['a record is added that is no object', [...records, 'no object']],
    ['many records are added', [...records, ...others]],
  ];
}

/** Returns all changes of a response to try. */
export function editsOf(answer: Exchange): Edit[] {
  const records = recordsIn(answer);
  return [
    ...STATUSES.filter((status) => status !== answer.response?.status).map((status) => ({
      says: `the status is ${status}`,
      before: answer,
      answer: withResponse(answer, { status }),
    })),
    ...(records === null ? [] : listEdits(records)).map(([says, list]) => ({
      says,
      before: answer,
      answer: withResponse(answer, { body: JSON.stringify(list) }),
    })),
    { says: 'the body is cut off', before: answer, answer: withResponse(answer, { body: '[{' }) },
  ];
}

/** Replaces one response everywhere in the looks. */
export function withAnswer(looks: Looks, before: Exchange, after: Exchange): Looks {
  const put = (each: Exchange): Exchange => (each === before ? after : each);
  const inTwins = (twins: TwinAnswers): TwinAnswers =>
    Object.fromEntries(Object.entries(twins).map(([name, answers]) => [name, answers?.map(put)]));
  const inLook = ({ answers, twins }: Look): Look => ({ answers: answers.map(put), twins: inTwins(twins) });
  return {
    ...looks,
    looks: looks.looks.map(inLook),
    earlier: looks.earlier.map(inLook),
    past: inTwins(looks.past),
  };
}
