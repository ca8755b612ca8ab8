import type { Exchange } from '../../src/client/exchange.ts';
import type { Look, Looks } from '../../src/engine/case.ts';
import type { TwinAnswers } from '../../src/engine/twins.ts';
import { listingOf } from '../../src/snapshot/listing.ts';

/** One change of an answer. */
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

/** A record like another one in its shape, and not in any of its values. */
function madeUp(value: unknown, nth: number): unknown {
  if (typeof value === 'number') return value + 1_000_003 + nth;
  if (typeof value === 'string') return `${value}${nth} made up`;
  if (Array.isArray(value)) return value.map((item) => madeUp(item, nth));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, madeUp(item, nth)]));
}

/** The records of a list; `null` if the answer is none, or they are not kept any more. */
function recordsIn(answer: Exchange): readonly unknown[] | null {
  const listing = listingOf(answer);
  return listing.kind === 'list' && listing.records.areKept ? listing.records.all : null;
}

/** Changes of a list: of one record, or by records that are added. */
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
    // A run sends no such payload, so that it is not taken for one that was stored.
    ['a record is added that is no object', [...records, 'no object']],
    ['many records are added', [...records, ...others]],
  ];
}

/** All changes of an answer that are tried. */
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

/** The same looks with one answer in the place of another, wherever it stands. */
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
