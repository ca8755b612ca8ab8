import { difference, type Keys } from '../listings/compare.ts';
import type { RecordPlace, ShownRecord } from '../model/finding.ts';
import type { Answer } from '../model/planned-request.ts';

/** Records that are shown before and after a difference. */
const AROUND = 2;

/** Names of records in order, and the place of each. */
export interface Sequence {
  readonly keys: Keys;
  readonly places: readonly RecordPlace[];
}

/** Returns the places of all results in some answers. */
const placesOf = (answers: readonly Pick<Answer, 'exchange' | 'list'>[]): RecordPlace[] =>
  answers.flatMap(({ exchange, list }) => (list ?? []).map((_, at) => ({ exchange, at })));

/** Returns the results of answers, one after the other. @param keys their names; there may be fewer, if the last answers repeat others */
export const sequenceOf = (
  keys: Keys | null,
  ...answers: readonly Pick<Answer, 'exchange' | 'list'>[]
): Sequence => ({ keys: keys ?? [], places: placesOf(answers) });

/** Returns a record with all its places in some sequences; at most two in each. */
export function recordIn(name: string, differs: boolean, ...sequences: readonly Sequence[]): ShownRecord {
  const places = sequences.flatMap(({ keys, places: all }) =>
    keys.flatMap((key, index) => (key === name ? (all[index] ?? []) : [])).slice(0, 2),
  );
  return { name, places, differs };
}

export const recordsAt = (answer: Answer, keys: Keys | null, indexes: readonly number[]): ShownRecord[] =>
  indexes
    .filter((at) => at < (answer.list?.length ?? 0))
    .map((at) => ({
      name: keys?.[at] ?? `result ${at + 1}`,
      places: [{ exchange: answer.exchange, at }],
      differs: true,
    }));

export const endOfList = ({ exchange, list }: Pick<Answer, 'exchange' | 'list'>): ShownRecord => ({
  name: null,
  places: [{ exchange, at: list?.length ?? 0 }],
  differs: true,
});

/** Another list, and the part of it with which a page must agree. */
interface OtherList {
  readonly whole: Sequence;
  readonly from?: number;
  readonly to?: number;
  /** The answer with which it ends, if it does. */
  readonly twin?: Answer;
}

/**
 * Returns the records around the first difference between a page and its part of another list: those that both have in
 * common, then those in which they part.
 */
export function excerpt(page: Answer, own: Keys, other: OtherList): ShownRecord[] {
  const { whole, from = 0, to = whole.keys.length, twin } = other;
  const expected = whole.keys.slice(from, to);
  const found = difference(own, expected);
  if (found === null) return [];
  const { at, extra, missing } = found;
  const isOrder = extra === undefined && missing === undefined;
  const near = [own[at], expected[at], extra, missing, own[at + 1], expected[at + 1]];
  const names = [...expected.slice(Math.max(0, at - AROUND), at), ...near].filter((key) => key !== undefined);
  const placeOf = (name: string): number => (own.includes(name) ? own : expected).indexOf(name);
  const inOrder = [...new Set(names)].toSorted((a, b) => placeOf(a) - placeOf(b));
  const records = inOrder.map((name) => {
    const [ownAt, expectedAt] = [own.indexOf(name), expected.indexOf(name)];
    const isMoved = ownAt !== expectedAt && (isOrder || ownAt < 0 || expectedAt < 0);
    return recordIn(name, isMoved || ownAt !== own.lastIndexOf(name), sequenceOf(own, page), whole);
  });
  if (own.length < expected.length) return [...records, endOfList(page)];
  return own.length > expected.length && twin !== undefined ? [...records, endOfList(twin)] : records;
}
